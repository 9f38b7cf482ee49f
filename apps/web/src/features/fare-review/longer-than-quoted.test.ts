// Tests whether distance, time or both explain a fare above its quote.
import { aBooking, aFareReview } from '@kerb/testing';
import { expect, it } from 'vitest';
import { longerThanQuoted } from './longer-than-quoted.ts';

const trip = (change: Parameters<typeof aBooking>[0]) =>
  aBooking({ estimateDistance: 7, estimateTime: 1200, fareReview: aFareReview(), ...change });

it('returns distance and time when both are longer', () => {
  const longer = longerThanQuoted(trip({ distance: 19, total_trip_time: 2400 }));
  expect(longer).toEqual({ reason: 'distance_and_time', distance: 12, seconds: 1200 });
});

it('returns only the longer one when the other is as quoted or shorter', () => {
  expect(longerThanQuoted(trip({ distance: 19, total_trip_time: 1210 })).reason).toBe('distance');
  expect(longerThanQuoted(trip({ distance: 5, total_trip_time: 6000 })).reason).toBe('time');
});

it('follows the reason of the review', () => {
  const both = { distance: 19, total_trip_time: 2400 };
  const by = (reason: 'distance' | 'time') =>
    longerThanQuoted(trip({ ...both, fareReview: aFareReview({ reason }) })).reason;
  expect(by('distance')).toBe('distance');
  expect(by('time')).toBe('time');
});

it('returns the amounts as the reason when nothing measured is longer', () => {
  expect(longerThanQuoted(trip({ distance: null, total_trip_time: null })).reason).toBe('amount');
});
