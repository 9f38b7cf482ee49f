// Tests convenience fees: a flat amount or a percentage, rounded once.
import { describe, expect, it } from 'vitest';
import { minor } from '../kernel/index.ts';
import { convenienceFee } from './convenience-fee.ts';

describe('convenienceFee', () => {
  it.each([
    ['flat', 15, 44_688, 2, 1500],
    ['flat', 15.5, 44_688, 0, 16],
    ['flat', 0, 44_688, 2, 0],
    ['percentage', 10, 1005, 2, 101],
    ['percentage', 12.5, 333, 0, 42],
    ['percentage', 2.5, 1963, 3, 49],
    ['percentage', 0, 1963, 3, 0],
  ] as const)(
    '%s %d on %d at %d decimals is %d',
    (convenience_fee_type, convenience_fees, fare, decimals, expected) => {
      expect(convenienceFee(minor(fare), { convenience_fee_type, convenience_fees }, decimals)).toBe(
        expected,
      );
    },
  );
});
