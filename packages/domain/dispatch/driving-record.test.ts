// Tests the shares of a driver's record, including records without any offer or trip.
import { expect, it } from 'vitest';
import { drivingRecord } from './driving-record.ts';

it('the shares are of offers and of trips, without no-shows', () => {
  const counts = { offers: 8, accepted: 6, trips: 5, cancelled: 1, no_shows: 2 };
  expect(drivingRecord(counts)).toEqual({ ...counts, acceptance: 0.75, cancellation: 0.2 });
});

it('a share of zero trips or offers is null', () => {
  const counts = { offers: 0, accepted: 0, trips: 0, cancelled: 0, no_shows: 0 };
  expect(drivingRecord(counts)).toMatchObject({ acceptance: null, cancellation: null });
});
