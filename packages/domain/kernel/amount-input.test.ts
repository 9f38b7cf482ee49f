// Tests amounts entered by users: exact to the minor unit, and rejected with an error code when invalid.
import { describe, expect, it } from 'vitest';
import { amountInput } from './amount-input.ts';
import { DomainError } from './errors.ts';

function refusal(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error instanceof DomainError ? [error.code, error.errors[0]?.path] : error;
  }
}

describe('an amount', () => {
  it.each([
    [12.34, 2, 1234],
    [0.07, 2, 7],
    [1.005, 3, 1005],
    [250, 0, 250],
    [9_999_999_999_999.99, 2, 999_999_999_999_999],
  ])('%d with %d decimals is %d', (amount, decimals, minor) => {
    expect(amountInput(amount, decimals)).toBe(minor);
  });

  it.each([
    [0, 2],
    [-0, 2],
    [-1, 2],
    [Number.NaN, 2],
    [Number('1e309'), 2],
    [1e300, 2],
    [1.001, 2],
    [0.5, 0],
    [10_000_000_000_000, 2],
  ])('%d with %d decimals is refused', (amount, decimals) => {
    expect(refusal(() => amountInput(amount, decimals))).toEqual(['no_details_error', 'amount']);
  });
});
