// Validation messages of a cancellation reason before it is sent.
import { expect, it } from 'vitest';
import { reasonProblemOf } from './reason-problem.ts';

it.each([
  ['', 'reason_missing'],
  [' \u00a0\t', 'reason_missing'],
  ['Too late\u202e', 'hidden_letters'],
  ['Too\tlate', 'hidden_letters'],
  ['<b>Too late</b> 👨‍👩‍👧‍👦 توصيل', null],
  [' Too late\n', null],
])('of %j is said: %s', (typed, problem) => {
  expect(reasonProblemOf(typed)).toBe(problem);
});
