// Tests the kinds of movement on a driver's statement.
import { transactionKind } from '@kerb/contract';
import { minor } from '@kerb/domain/kernel';
import { expect, it } from 'vitest';
import { kindOf } from './view-statement.ts';

it('has a kind of its own for each kind of the ledger that moves drivers’ money', () => {
  const credited = transactionKind.options.filter((kind) => kindOf({ kind, amount: minor(100) }) === 'other');
  expect(credited).toEqual([
    'prepayment',
    'prepayment_refund',
    'capture',
    'booking_refund',
    'withdrawal_paid',
  ]);
  expect(kindOf({ kind: 'ride', amount: minor(-100) })).toBe('cash_collected');
  expect(kindOf({ kind: 'fare_review', amount: minor(100) })).toBe('fare_review');
  expect(kindOf({ kind: 'provider_refund', amount: minor(-100) })).toBe('topup_reversed');
});
