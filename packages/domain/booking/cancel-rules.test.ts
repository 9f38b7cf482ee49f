// Tests that a cancellation costs the amount of the reached slab, and only for a rider whose driver is on the way.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookingStatus, cancelledBy } from './booking.schema.ts';
import { cancellationFee, isUnpaidTooLong, slabAfter, UNPAID_AFTER_MS } from './cancel-rules.ts';

const slabs = [
  { minsDelayed: 10, amount: 120 },
  { minsDelayed: 2, amount: 50.5 },
  { minsDelayed: 5, amount: 80 },
];
const acceptedAt = Date.UTC(2026, 4, 1, 12);

const fee = (minutes: number, change: Partial<Parameters<typeof cancellationFee>[0]> = {}) =>
  cancellationFee({
    status: 'ACCEPTED',
    cancelledBy: 'rider',
    acceptedAt,
    now: acceptedAt + minutes * 60_000,
    slabs,
    decimals: 2,
    ...change,
  });

describe('cancellationFee', () => {
  it.each([
    [0, 0],
    [1.99, 0],
    [2, 5050],
    [4.99, 5050],
    [5, 8000],
    [9.99, 8000],
    [10, 12_000],
    [600, 12_000],
    [-1, 0],
  ])('after %d minutes is %d', (minutes, expected) => {
    expect(fee(minutes)).toBe(expected);
    expect(fee(minutes, { status: 'ARRIVED' })).toBe(expected);
  });

  it('charges a fee only to a rider, only in ACCEPTED and ARRIVED after a driver accepted', () => {
    for (const status of bookingStatus.options) {
      for (const who of cancelledBy.options) {
        const owed = who === 'rider' && (status === 'ACCEPTED' || status === 'ARRIVED');
        expect(fee(7, { status, cancelledBy: who })).toBe(owed ? 8000 : 0);
      }
    }
    expect(fee(7, { acceptedAt: null })).toBe(0);
    expect(fee(7, { slabs: [] })).toBe(0);
  });

  it('applies a slab of minute 0 at once, and uses the decimals of the currency', () => {
    expect(fee(0, { slabs: [{ minsDelayed: 0, amount: 30 }] })).toBe(3000);
    expect(fee(2, { decimals: 0 })).toBe(51);
  });

  it('does not depend on the order of the slabs', () => {
    const anySlabs = fc.uniqueArray(
      fc.record({ minsDelayed: fc.integer({ min: 0, max: 60 }), amount: fc.integer({ min: 0, max: 500 }) }),
      { selector: (slab) => slab.minsDelayed, maxLength: 10 },
    );
    fc.assert(
      fc.property(anySlabs, fc.integer({ min: 0, max: 90 }), (some, minutes) => {
        const reached = slabAfter(minutes, some);
        expect(slabAfter(minutes, [...some].reverse())).toEqual(reached);
        for (const slab of some) {
          if (slab.minsDelayed <= minutes)
            expect(reached?.minsDelayed).toBeGreaterThanOrEqual(slab.minsDelayed);
        }
        if (reached) expect(reached.minsDelayed).toBeLessThanOrEqual(minutes);
      }),
    );
  });
});

describe('isUnpaidTooLong', () => {
  const booking_date = acceptedAt;
  const taxiNow = { booking_date, book_later: false, tripdate: booking_date };

  it('is true after half an hour without a payment', () => {
    expect(isUnpaidTooLong(taxiNow, booking_date + UNPAID_AFTER_MS - 1)).toBe(false);
    expect(isUnpaidTooLong(taxiNow, booking_date + UNPAID_AFTER_MS)).toBe(true);
  });

  it('is true at the time of a later trip, even within the half hour', () => {
    const later = { booking_date, book_later: true, tripdate: booking_date + 15 * 60_000 };
    expect(isUnpaidTooLong(later, later.tripdate - 1)).toBe(false);
    expect(isUnpaidTooLong(later, later.tripdate)).toBe(true);
  });
});

it('a booking waits 30 minutes for its payment, even when its trip time has passed', () => {
  const booking_date = acceptedAt;
  const taxi = { booking_date, book_later: false, tripdate: booking_date - 1 };
  expect(isUnpaidTooLong(taxi, booking_date + 30 * 60_000 - 1)).toBe(false);
  expect(isUnpaidTooLong(taxi, booking_date + 30 * 60_000)).toBe(true);
  const later = { ...taxi, book_later: true, tripdate: booking_date + 24 * 3_600_000 };
  expect(isUnpaidTooLong(later, booking_date + 30 * 60_000)).toBe(true);
});

it('the first of two slabs for the same minute applies', () => {
  const first = { minsDelayed: 5, amount: 1 };
  expect(slabAfter(5, [first, { minsDelayed: 5, amount: 2 }])).toBe(first);
});
