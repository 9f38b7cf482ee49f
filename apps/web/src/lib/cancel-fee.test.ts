// Tests that the fee shown before cancelling is the slab reached so far, and that the next slab is shown with its time.
import { expect, it } from 'vitest';
import { cancelFeeAt } from './cancel-fee.ts';

const accepted = Date.parse('2026-03-02T12:00:00Z');
const cancelSlab = [
  { minsDelayed: 10, amount: 100 },
  { minsDelayed: 2, amount: 60 },
];
const booking = { status: 'ACCEPTED', cancelFeeFrom: accepted, cancelSlab } as const;
const after = (minutes: number) => cancelFeeAt(booking, accepted + minutes * 60_000);

it('increases with the minutes since a driver accepted', () => {
  expect(after(0)).toEqual({ now: 0, next: { at: accepted + 120_000, amount: 60 } });
  expect(after(1.99)).toMatchObject({ now: 0 });
  expect(after(2)).toEqual({ now: 60, next: { at: accepted + 600_000, amount: 100 } });
  expect(after(600)).toEqual({ now: 100, next: null });
});

it('is the same after the driver has arrived', () => {
  for (const minutes of [0, 2, 600])
    expect(cancelFeeAt({ ...booking, status: 'ARRIVED' }, accepted + minutes * 60_000)).toEqual(
      after(minutes),
    );
});

it('is zero until the minutes of a later booking count', () => {
  expect(after(-4_000)).toEqual({ now: 0, next: { at: accepted + 120_000, amount: 60 } });
  const atOnce = { ...booking, cancelSlab: [{ minsDelayed: 0, amount: 40 }] };
  expect(cancelFeeAt(atOnce, accepted - 1)).toEqual({ now: 0, next: { at: accepted, amount: 40 } });
});

it('is zero before a driver accepted, and without slabs', () => {
  expect(cancelFeeAt({ ...booking, status: 'NEW', cancelFeeFrom: null }, accepted)).toEqual({
    now: 0,
    next: null,
  });
  expect(cancelFeeAt({ ...booking, cancelSlab: [] }, accepted + 1e9)).toEqual({ now: 0, next: null });
});
