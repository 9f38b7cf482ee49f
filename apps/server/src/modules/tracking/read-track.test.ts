// Tests what each role sees when it tracks a booking.
import { encodePolyline, type LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import { fakeClock, testId } from '@kerb/testing';
import { expect, test } from 'vitest';
import { createReadTrack, type ReadTrackDeps } from './read-track.ts';
import type { PartyOfTrip, RemainingRoute } from './tracking.deps.ts';
import type { Trip } from './trip.ts';

const place: LatLng = { lat: -34.90004, lng: -56.20004 };
const trip: Trip = {
  booking: testId(3),
  status: 'STARTED',
  driver: testId(1),
  pickup: place,
  drop: { lat: -34.9, lng: -56.17 },
  isWaiting: false,
  stops: [],
};
const ahead: RemainingRoute = {
  to: 'drop',
  distance_in_km: 1,
  time_in_secs: 100,
  polyline: encodePolyline([place, trip.drop]),
};

const readTrack = (change: { timeline?: boolean; car?: boolean; showLiveRoute?: boolean } = {}) => {
  const deps: ReadTrackDeps = {
    clock: fakeClock(),
    booking: {
      timelineOf: async () =>
        change.timeline ? [{ id: testId(5), at: 1, status: 'ACCEPTED', ...place }] : [],
      trailOf: async () => [{ ...place, at: 2 }],
    },
    fleet: {
      positions: {
        of: async () =>
          change.car ? { driver: testId(1), ...place, at: 3, seenAt: 3, heading: null } : null,
        ofMany: async () => new Map(),
        subscribeArea: async () => undefined,
        release: () => undefined,
      },
    },
    progress: { remainingRoute: async () => ahead },
    settings: { get: async () => ({ showLiveRoute: change.showLiveRoute ?? true }) },
  };
  return createReadTrack(deps);
};

const open = { party: 'admin', hidesExactPlaces: false } as const;

test('a driver sees the places of a finished trip rounded to about a block, and no route', async () => {
  const shown = await readTrack({ timeline: true })(
    { ...trip, status: 'PAID' },
    {
      party: 'driver',
      hidesExactPlaces: true,
    },
  );
  expect(shown.entries).toEqual([{ id: testId(5), at: 1, status: 'ACCEPTED', lat: -34.9, lng: -56.2 }]);
  expect(shown.trail).toBe('');
});

test('a track contains the timeline, the trail, the car and the remaining route', async () => {
  expect(await readTrack({ timeline: true, car: true })(trip, open)).toEqual({
    entries: [{ id: testId(5), at: 1, status: 'ACCEPTED', ...place }],
    trail: encodePolyline([place]),
    driver: { ...place, at: 3, heading: null },
    ahead,
  });
});

test('with showLiveRoute off the rider sees the arrival time but not the route', async () => {
  const given = { timeline: true, car: true, showLiveRoute: false };
  const shown = (party: PartyOfTrip) => readTrack(given)(trip, { party, hidesExactPlaces: false });
  expect((await shown('rider')).ahead).toEqual({ ...ahead, polyline: '' });
  for (const party of ['driver', 'fleet', 'admin'] as const)
    expect((await shown(party)).ahead).toEqual(ahead);
});

test('a trip without any position is answered with location_fetch_error', async () => {
  await expect(readTrack()(trip, open)).rejects.toThrow(new DomainError('location_fetch_error'));
});

test('after the trip the car is hidden', async () => {
  const shown = await readTrack({ timeline: true, car: true })({ ...trip, status: 'PAID' }, open);
  expect(shown.driver).toBeNull();
  expect(shown.ahead).toBeNull();
});
