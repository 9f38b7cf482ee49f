// Tests the progress of a trip: the stops that the car has visited are left out of the next requested route.
import { encodePolyline, type LatLng } from '@kerb/domain/geo';
import { testId } from '@kerb/testing';
import { expect, test } from 'vitest';
import { straightRoad } from './testing/straight-road.ts';
import type { TrackedBooking } from './tracking.deps.ts';
import { tripOf } from './trip.ts';
import { createTripProgress } from './trip-progress.ts';

const start: LatLng = { lat: -34.9, lng: -56.2 };
const drop: LatLng = { lat: -34.9, lng: -56.17 };
/** A place on the straight road from the pickup to the drop, and one away from it. */
const onRoad = (metres: number): LatLng => ({
  lat: start.lat,
  lng: start.lng + metres / (111_195 * Math.cos((start.lat * Math.PI) / 180)),
});
const offRoad = (metres: number, metresNorth: number): LatLng => ({
  ...onRoad(metres),
  lat: start.lat + metresNorth / 111_195,
});

/** Drives past these stops of a trip, and then requests a route from another street; returns its stops. */
async function stopsAfter(waypoints: readonly LatLng[], driven: readonly LatLng[]) {
  const requested: (readonly LatLng[])[] = [];
  const progress = createTripProgress({
    trailOf: async () => [],
    maps: {
      async directions(from, to, stops = []) {
        requested.push(stops);
        return straightRoad(from, to);
      },
    },
  });
  const booking: TrackedBooking = {
    id: testId(1),
    status: 'STARTED',
    pickup_promised_at: null,
    set_out_at: null,
    payment_mode: 'cash',
    customer: testId(2),
    driver: testId(3),
    fleetadmin: null,
    pickup: start,
    drop_point: drop,
    waypoints,
    polyline: encodePolyline([start, drop]),
  };
  const trip = tripOf(booking);
  await progress.remainingRoute(trip, start, 0);
  for (const position of driven) await progress.markVisited(trip, position);
  await progress.remainingRoute(trip, offRoad(1500, -400), 60_000);
  expect(requested[0]).toEqual(waypoints);
  expect(requested).toHaveLength(2);
  return requested[1];
}

test('a stop away from the road is visited when the car passes it on the planned route', async () => {
  const stop = offRoad(500, 150);
  expect(await stopsAfter([stop], [onRoad(100), onRoad(500), onRoad(900)])).toEqual([]);
});

test('the stops after a stop away from the road are visited as well', async () => {
  const stops = [offRoad(500, 150), onRoad(1000), onRoad(2000)];
  expect(await stopsAfter(stops, [onRoad(500), onRoad(1000)])).toEqual([onRoad(2000)]);
});

test('a stop that the car has not reached stays in the route', async () => {
  const stop = offRoad(1000, 150);
  expect(await stopsAfter([stop], [onRoad(100), onRoad(500)])).toEqual([stop]);
});
