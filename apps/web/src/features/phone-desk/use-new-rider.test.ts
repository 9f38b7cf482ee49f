// Tests the validation of the name of a rider who is added during a call.
import { expect, it } from 'vitest';
import { nameProblemOf } from './use-new-rider.ts';

it.each([
  [' \u00a0', 'rider_name_missing'],
  ['Ana\u202e', 'hidden_letters'],
  ['Ana\tSilva', 'hidden_letters'],
  ['<b>Ana</b> 👨‍👩‍👧‍👦 توصيل', null],
  [' Ana\n', null],
])('of %j is said: %s', (typed, problem) => {
  expect(nameProblemOf(typed)).toBe(problem);
});
