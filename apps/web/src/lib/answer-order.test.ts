// Tests which response is shown when several requests for the same data overlap.
import { expect, it } from 'vitest';
import { createAnswerOrder } from './answer-order.ts';

it('accepts a response while a later request is pending, and then the later one', () => {
  const order = createAnswerOrder();
  const first = order.begin();
  const second = order.begin();
  expect(order.take(first)).toBe(true);
  expect(order.take(second)).toBe(true);
});

it('drops a response when a later request was answered first', () => {
  const order = createAnswerOrder();
  const first = order.begin();
  const second = order.begin();
  expect(order.take(second)).toBe(true);
  expect([order.take(first), order.isStale(first)]).toEqual([false, true]);
});

it('drops all pending responses when newer data is shown, but not those to later requests', () => {
  const order = createAnswerOrder();
  const first = order.begin();
  order.discardSent();
  expect(order.take(first)).toBe(false);
  expect(order.take(order.begin())).toBe(true);
});
