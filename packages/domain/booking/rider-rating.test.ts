// Tests when a driver may rate the rider: by status, by time, and only once.
import { expect, test } from 'vitest';
import { bookingStatus } from './booking.schema.ts';
import { mayRateRider, RATE_RIDER_WITHIN_MS } from './rider-rating.ts';

const trip = { status: 'PAID', trip_end_time: 1_000, rider_rated_at: null } as const;

test('the driver can rate the rider once the trip has ended for the driver, paid or not', () => {
  const rateable = bookingStatus.options.filter((status) => mayRateRider({ ...trip, status }, 2_000));
  expect(rateable).toEqual(['PENDING', 'PAID', 'COMPLETE']);
});

test('the driver can rate the rider for a week after the end of the trip, but not without an end', () => {
  expect(mayRateRider(trip, 1_000 + RATE_RIDER_WITHIN_MS - 1)).toBe(true);
  expect(mayRateRider(trip, 1_000 + RATE_RIDER_WITHIN_MS)).toBe(false);
  expect(mayRateRider({ ...trip, trip_end_time: null }, 2_000)).toBe(false);
});

test('the driver cannot rate the rider twice, or after skipping', () => {
  expect(mayRateRider({ ...trip, rider_rated_at: 1_500 }, 2_000)).toBe(false);
});

test('the period for ratings is seven days', () => {
  expect(RATE_RIDER_WITHIN_MS).toBe(7 * 24 * 3_600_000);
});
