// Tests the kinds of movement on a driver's statement.
import { transactionKind } from '@kerb/contract';
import { minor } from '@kerb/domain/kernel';
import { expect, it } from 'vitest';
import { kindOf } from './view-statement.ts';

it('has a kind of its own for each kind of the ledger that moves drivers’ money', () => {
  const credited = transactionKind.options.filter(
    (kind) => kindOf({ kind, amount: minor(100), of_rider: false }) === 'other',
  );
  expect(credited).toEqual([
    'prepayment',
    'prepayment_refund',
    'capture',
    'booking_refund',
    'withdrawal_paid',
  ]);
  expect(kindOf({ kind: 'ride', amount: minor(-100), of_rider: false })).toBe('cash_collected');
  expect(kindOf({ kind: 'fare_review', amount: minor(100), of_rider: false })).toBe('fare_review');
  expect(kindOf({ kind: 'provider_refund', amount: minor(-100), of_rider: false })).toBe('topup_reversed');
});

it.each(['ride', 'cancellation', 'fare_review', 'tip', 'provider_refund'])(
  'has no kind of a driver for a %s of a trip that they took as a rider',
  (kind) => {
    expect(kindOf({ kind, amount: minor(-100), of_rider: true })).toBe('other');
    expect(kindOf({ kind, amount: minor(100), of_rider: true })).toBe('other');
  },
);

it('has the kinds that do not depend on a trip also with the booking of a rider', () => {
  expect(kindOf({ kind: 'referral', amount: minor(100), of_rider: true })).toBe('referral');
});
