// Tests which response is shown when several requests for the same data overlap.
import { expect, it } from 'vitest';
import { createAnswerOrder } from './answer-order.ts';

it('takes an answer while a later request is under way, and the later one after it', () => {
  const order = createAnswerOrder();
  const first = order.begin();
  const second = order.begin();
  expect(order.take(first)).toBe(true);
  expect(order.take(second)).toBe(true);
});

it('drops an answer that a later request has overtaken', () => {
  const order = createAnswerOrder();
  const first = order.begin();
  const second = order.begin();
  expect(order.take(second)).toBe(true);
  expect([order.take(first), order.isOvertaken(first)]).toEqual([false, true]);
});

it('drops all that was under way when something newer is shown, and nothing sent after that', () => {
  const order = createAnswerOrder();
  const first = order.begin();
  order.overtake();
  expect(order.take(first)).toBe(false);
  expect(order.take(order.begin())).toBe(true);
});
