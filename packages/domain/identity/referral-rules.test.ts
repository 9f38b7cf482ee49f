// Tests which trips earn the bonus of an invitation.
import { expect, test } from 'vitest';
import { countsForReferral, type ReferralTrip } from './referral-rules.ts';

const trip: ReferralTrip = { driver: 'driver', distanceKm: 1, seconds: 180, byHand: false };

test.each<[string, Partial<ReferralTrip>, boolean]>([
  ['of 1 km and 3 minutes', {}, true],
  ['below 1 km', { distanceKm: 0.999 }, false],
  ['below 3 minutes', { seconds: 179 }, false],
  ['that has not ended', { distanceKm: null, seconds: null }, false],
  ['that no driver took', { driver: null }, false],
  ['with a driver assigned by hand', { byHand: true }, false],
  ['with the referrer at the wheel', { driver: 'referrer' }, false],
])('a trip %s', (_, change, counts) => {
  expect(countsForReferral({ ...trip, ...change }, 'referrer')).toBe(counts);
  expect(countsForReferral({ ...trip, ...change, driver: trip.driver }, null)).toBe(
    counts || change.driver !== undefined,
  );
});
