// Tests that the numbers of the form keep their values when the language changes.
import { expect, it } from 'vitest';
import { fieldsIn, fieldsOf, requestOf } from './what-if-form.ts';

const terms = {
  dispatchPolicy: 'nearest',
  driverRadius: 1.375,
  batchSeconds: 3,
  broadcastLimit: 15,
} as const;

it.each([
  ['en', 'es'],
  ['es', 'en'],
  ['fr', 'ar'],
])('keeps a radius of 1.375 from %s to %s', (from, to) => {
  const fields = fieldsIn(fieldsOf('2026-05-11', terms, from), from, to);
  expect(requestOf(fields, terms, to)?.alternative.driverRadius).toBe(1.375);
});
