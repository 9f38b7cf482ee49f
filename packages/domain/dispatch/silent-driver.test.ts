// Tests when a driver whose phone is silent is warned, and when the booking returns to dispatch.
import { describe, expect, it } from 'vitest';
import { silenceLimits } from './silent-driver.ts';

const pickup = { lat: -34.9, lng: -56.19 };
const trip = { dispatch_at: 1_000, driver_accept_time: 2_000, set_out_at: null, pickup };
const kmNorth = (km: number) => ({ ...pickup, lat: pickup.lat + km / 111.195 });

describe('silenceLimits', () => {
  it.each([
    ['the acceptance', {}, 1_500, 2_000],
    ['the last position', {}, 9_000, 9_000],
    ['the end of the trip before', { set_out_at: 7_000 }, 1_500, 7_000],
    ['the start of the search for a later trip', { dispatch_at: 8_000 }, 1_500, 8_000],
    ['the last position, if the acceptance is unknown', { driver_accept_time: null }, 1_500, 1_500],
  ])('counts from %s', (_, change, seenAt, since) => {
    const limits = silenceLimits({ ...trip, ...change }, { seenAt, place: null }, 300);
    expect(limits).toEqual({ warnAt: since + 150_000, searchAgainAt: since + 300_000 });
  });

  it.each([
    [0.49, 600_000],
    [0.51, 300_000],
  ])('is %d km from the pickup after %i ms', (km, wait) => {
    expect(silenceLimits(trip, { seenAt: 0, place: kmNorth(km) }, 300)).toEqual({
      warnAt: 2_000 + wait / 2,
      searchAgainAt: 2_000 + wait,
    });
  });
});
