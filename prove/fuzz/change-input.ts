// Changes a valid input of a route in one to three places.
import type { RouteDefinition } from '@kerb/contract';
import { seededRandom } from '@kerb/testing';
import { z } from 'zod';
import { oddTexts, oddValues } from './odd-values.ts';

/** The input of a call: texts in path and query, and any JSON as the body. */
export interface FuzzInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** One change: `path` begins with params, query or body. A `value` of undefined removes the field. */
export interface Change {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Returns an integer from 0 to `below` - 1. */
export type Draw = (below: number) => number;

/** Random draws that are the same for the same seed. */
export function seededDraw(seed: number): Draw {
  const random = seededRandom(seed);
  return (below) => Math.floor(random() * below);
}

export const pick = <Item>(draw: Draw, items: readonly Item[]): Item | undefined => items[draw(items.length)];

const fieldsOf = (schema: unknown): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

export type Path = readonly (string | number)[];

/** The paths of all values in a JSON value, the value itself included. */
export function pathsIn(value: unknown, path: Path): Path[] {
  if (Array.isArray(value))
    return [path, ...value.flatMap((item: unknown, index) => pathsIn(item, [...path, index]))];
  if (typeof value === 'object' && value !== null)
    return [path, ...Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...path, key]))];
  return [path];
}

/** Paths that can be changed: fields of the input, and fields of the schemas that the input omits. */
export function placesOf(route: RouteDefinition, { params, query, body }: FuzzInput): Path[] {
  const of = (part: string, names: readonly string[]): Path[] => names.map((name) => [part, name]);
  return [
    // The id of an object is changed rarely, because a call for a missing object ends early.
    ...of('params', Object.keys(params)),
    ...of('query', [...new Set([...Object.keys(query), ...fieldsOf(route.query)])]),
    ...(body === undefined ? [] : pathsIn(body, ['body'])),
    ...of('body', fieldsOf(route.body)),
  ];
}

export function changeAt(value: unknown, [first, ...rest]: Path, to: unknown): unknown {
  if (first === undefined) return to;
  if (Array.isArray(value)) {
    const items: unknown[] = [...value];
    items[Number(first)] = changeAt(items[Number(first)], rest, to);
    return items;
  }
  const fields = new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  const next = changeAt(fields.get(String(first)), rest, to);
  if (next === undefined) fields.delete(String(first));
  else fields.set(String(first), next);
  return Object.fromEntries(fields);
}

export function applyChanges(input: FuzzInput, changes: readonly Change[]): FuzzInput {
  let { params, query, body } = input;
  for (const { path, value } of changes) {
    const [part, name] = path;
    if (part === 'body') body = changeAt(body, path.slice(1), value);
    else if (part === 'query') {
      const { [String(name)]: _, ...others } = query;
      query = value === undefined ? others : { ...others, [String(name)]: String(value) };
    } else params = { ...params, [String(name)]: String(value ?? '') };
  }
  return { params, query, body };
}

export function drawChanges(draw: Draw, route: RouteDefinition, input: FuzzInput): Change[] {
  const places = placesOf(route, input);
  const count = Math.min(places.length, 1 + (draw(4) === 0 ? 1 + draw(2) : 0));
  return Array.from({ length: count }, () => {
    const path = pick(draw, places) ?? ['query', 'unknown'];
    const isRemoved = draw(12) === 0;
    const odd: unknown = path[0] === 'body' ? pick(draw, oddValues) : pick(draw, oddTexts);
    return { path, value: isRemoved ? undefined : odd };
  });
}
