// What the people of a booking are shown of where it is, and when there is nothing to show.
import { encodePolyline, type LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import { fakeClock, testId } from '@kerb/testing';
import { expect, test } from 'vitest';
import { createReadTrack, type ReadTrackDeps } from './read-track.ts';
import type { WayAhead } from './tracking.deps.ts';
import type { Trip } from './trip.ts';

const place: LatLng = { lat: -34.9, lng: -56.2 };
const trip: Trip = {
  booking: testId(3),
  status: 'STARTED',
  driver: testId(1),
  pickup: place,
  drop: { lat: -34.9, lng: -56.17 },
  waypoints: [],
};
const ahead: WayAhead = { to: 'drop', distance_in_km: 1, time_in_secs: 100, polyline: '' };

const readTrack = (change: { timeline?: boolean; car?: boolean } = {}) => {
  const deps: ReadTrackDeps = {
    clock: fakeClock(),
    booking: {
      timelineOf: async () =>
        change.timeline ? [{ id: testId(5), at: 1, status: 'ACCEPTED', ...place }] : [],
      trailOf: async () => [{ ...place, at: 2 }],
    },
    fleet: {
      live: {
        put: () => undefined,
        get: () => (change.car ? { driver: testId(1), ...place, at: 3, heading: null } : null),
      },
    },
    progress: { ahead: async () => ahead },
  };
  return createReadTrack(deps);
};

test('timeline, trail, car and the way ahead', async () => {
  expect(await readTrack({ timeline: true, car: true })(trip)).toEqual({
    entries: [{ id: testId(5), at: 1, status: 'ACCEPTED', ...place }],
    trail: encodePolyline([place]),
    driver: { ...place, at: 3, heading: null },
    ahead,
  });
});

test('nothing known yet is location_fetch_error', async () => {
  await expect(readTrack()(trip)).rejects.toThrow(new DomainError('location_fetch_error'));
});

test('after the trip the car is nobody’s business', async () => {
  const shown = await readTrack({ timeline: true, car: true })({ ...trip, status: 'PAID' });
  expect(shown.driver).toBeNull();
  expect(shown.ahead).toBeNull();
});
