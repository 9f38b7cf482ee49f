// Tests the code of an error, from which its text is found.
import { ApiError } from '@kerb/sdk/client';
import { expect, it } from 'vitest';
import { codeOf } from './error-code.ts';

it('is that of an ApiError, and the part before the colon of a failure in the store', () => {
  expect(codeOf(new ApiError({ status: 422, code: 'payment_due', detail: 'A trip: unpaid' }))).toBe(
    'payment_due',
  );
  expect(codeOf('payment_due')).toBe('payment_due');
  expect(codeOf('payment_due: A trip: unpaid\nsince May')).toBe('payment_due');
});

it('is internal for anything else', () => {
  for (const problem of [undefined, null, new Error('payment_due')]) expect(codeOf(problem)).toBe('internal');
});
