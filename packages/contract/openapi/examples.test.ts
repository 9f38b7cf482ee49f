// Tests that each example of the OpenAPI document matches its schema, and that no field of an example response is
// dropped by the schema.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RouteDefinition, routes } from '../index.ts';
import { components } from './components.ts';
import { exampleOf } from './example-of.ts';
import { fare } from './examples/story.ts';

const definitions = Object.entries<RouteDefinition>(routes);
const jsonAnswers = definitions.filter(
  ([, { answer, binary }]) => binary === undefined && !(answer instanceof z.ZodVoid),
);

describe('the examples', () => {
  it.each(jsonAnswers)('of the answer of %s is what its schema lets through', (name, { answer }) => {
    const example = exampleOf(answer, name);
    expect(answer.parse(example)).toEqual(example);
  });

  it.each(definitions.filter(([, { body }]) => body))('of the body of %s is accepted', (name, { body }) => {
    expect(body?.safeParse(exampleOf(body, name)).error).toBeUndefined();
  });

  it.each(definitions.filter(([, { params }]) => params))(
    'of the path of %s is accepted',
    (_, { params }) => {
      expect(params?.safeParse(exampleOf(params)).error).toBeUndefined();
    },
  );

  it('describe one trip: the fare lines add up to the total in the quote and in the receipt', () => {
    const quote = components.Quote.parse(exampleOf(components.Quote));
    const receipt = components.Receipt.parse(exampleOf(components.Receipt));
    const sum = (lines: readonly { amount: number }[]) =>
      Math.round(lines.reduce((total, { amount }) => total + amount, 0) * 100) / 100;
    expect(sum(quote.breakdown.lines)).toBe(fare.total);
    expect(quote.trip_cost).toBe(fare.total);
    expect(sum(receipt.lines)).toBe(receipt.total);
  });

  it('throw when a new field has no example value', () => {
    expect(() => exampleOf(z.object({ favouriteColour: z.string() }))).toThrow('favouriteColour');
  });
});
