// Tests that long stops and leaving the route are distinguished from traffic lights, stops, jams, tunnels and offline
// phones.
import { decodePolyline, encodePolyline, type LatLng } from '@kerb/domain/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WATCH_WINDOW_MS, type WatchedPoint, type WatchedTrip, watchRules, watchTrip } from './index.ts';

const PICKUP: LatLng = { lat: -34.9, lng: -56.2 };
const DROP: LatLng = { lat: -34.9, lng: -56.1 };
const MINUTE = 60_000;
const NOW = 1_772_452_800_000;
/** About 90 m of latitude. */
const HUNDRED_M = 0.0009;

const trip = (trail: readonly WatchedPoint[], change: Partial<WatchedTrip> = {}): WatchedTrip => ({
  pickup: PICKUP,
  drop: DROP,
  waypoints: [],
  route: decodePolyline(encodePolyline([PICKUP, DROP])),
  trail,
  ...change,
});

/** Returns positions every ten seconds for this many minutes, ending now. */
const every10s = (minutes: number, place: (secondsAgo: number) => LatLng): WatchedPoint[] =>
  Array.from({ length: minutes * 6 + 1 }, (_, index) => {
    const secondsAgo = (minutes * 6 - index) * 10;
    return { ...place(secondsAgo), at: NOW - secondsAgo * 1000 };
  });

const midway: LatLng = { lat: -34.9, lng: -56.15 };
const north = (km: number, from: LatLng = midway): LatLng => ({ lat: from.lat + km / 111.2, lng: from.lng });

describe('a standstill', () => {
  it('is reported for a car that stands for more than six minutes on the way', () => {
    expect(watchTrip(trip(every10s(7, () => midway)), NOW).standstill).toBe('yes');
    expect(watchTrip(trip(every10s(5, () => midway)), NOW).standstill).toBe('no');
  });

  it('is detected through positions that vary while the car stands still', () => {
    const wandering = every10s(8, (ago) => ({ ...midway, lat: midway.lat + (ago % 3) * (HUNDRED_M / 3) }));
    expect(watchTrip(trip(wandering), NOW).standstill).toBe('yes');
  });

  it('is not raised at the pickup, a stop or the drop', () => {
    for (const place of [PICKUP, DROP])
      expect(watchTrip(trip(every10s(9, () => place)), NOW).standstill).toBe('no');
    const withStop = trip(
      every10s(9, () => midway),
      { waypoints: [north(0.2)] },
    );
    expect(watchTrip(withStop, NOW).standstill).toBe('no');
  });

  it('is not raised in slow traffic', () => {
    const crawling = every10s(10, (ago) => ({ ...midway, lng: midway.lng - ago * 0.000012 }));
    expect(watchTrip(trip(crawling), NOW).standstill).toBe('no');
  });

  it('is not reported for a phone without a network: the time between distant positions is unknown', () => {
    const offline = [
      { ...midway, at: NOW - 20 * MINUTE },
      { ...midway, at: NOW },
    ];
    expect(watchTrip(trip(offline), NOW).standstill).toBe('no');
    const gone = every10s(8, () => midway).map((point) => ({ ...point, at: point.at - 10 * MINUTE }));
    expect(watchTrip(trip(gone), NOW)).toMatchObject({ standstill: 'unknown', off_route: 'unknown' });
    expect(watchTrip(trip([]), NOW)).toEqual({ standstill: 'unknown', off_route: 'unknown', place: null });
  });

  it('ends as soon as the car has moved on', () => {
    const stood = every10s(10, (ago) => (ago > 20 ? midway : north(0.4)));
    expect(watchTrip(trip(stood), NOW).standstill).toBe('no');
  });
});

describe('off the route', () => {
  it('is reported for a car far from the route for more than three minutes', () => {
    const far = every10s(4, (ago) => ({ ...north(2), lng: midway.lng - ago * 0.0001 }));
    expect(watchTrip(trip(far), NOW).off_route).toBe('yes');
    const near = every10s(4, (ago) => ({ ...north(1), lng: midway.lng - ago * 0.0001 }));
    expect(watchTrip(trip(near), NOW).off_route).toBe('no');
    const shortly = every10s(10, (ago) => (ago > 120 ? midway : north(2)));
    expect(watchTrip(trip(shortly), NOW).off_route).toBe('no');
  });

  it('is not reported at a stop beside the route', () => {
    const atStop = trip(
      every10s(5, () => north(3)),
      { waypoints: [north(2.2)] },
    );
    expect(watchTrip(atStop, NOW).off_route).toBe('no');
  });

  it('is not reported for a trip without a known route', () => {
    expect(
      watchTrip(
        trip(
          every10s(5, () => north(5)),
          { route: [] },
        ),
        NOW,
      ).off_route,
    ).toBe('no');
  });
});

describe('for any trail', () => {
  const point = fc.record({
    lat: fc.double({ min: -34.95, max: -34.85, noNaN: true }),
    lng: fc.double({ min: -56.25, max: -56.05, noNaN: true }),
  });

  it('a car that follows its route and moves raises no alert', () => {
    const speeds = fc.array(fc.double({ min: 0.05, max: 0.3, noNaN: true }), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(speeds, (steps) => {
        let along = 0;
        const trail = steps.map((km, index) => {
          along = Math.min(9, along + km);
          return {
            lat: PICKUP.lat,
            lng: PICKUP.lng + along / 91.2,
            at: NOW - (steps.length - 1 - index) * 15_000,
          };
        });
        const signs = watchTrip(trip(trail), NOW);
        expect(signs.off_route).toBe('no');
        // The car stands still only after the steps have moved it to the end.
        if (along < 8.5) expect(signs.standstill).toBe('no');
      }),
    );
  });

  it('positions with long gaps raise no alert', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), (points) => {
        const trail = points.map((one, index) => ({
          ...one,
          at: NOW - (points.length - 1 - index) * (watchRules.gapMs + 1),
        }));
        expect(watchTrip(trip(trail), NOW)).toMatchObject({ standstill: 'no', off_route: 'no' });
      }),
    );
  });

  it('positions before the window do not matter', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 10 }), (points) => {
        const before = points.map((one, index) => ({ ...one, at: NOW - 60 * MINUTE + index * 1000 }));
        const after = every10s(7, () => midway);
        expect(watchTrip(trip([...before, ...after]), NOW)).toEqual(watchTrip(trip(after), NOW));
      }),
    );
  });
});

describe('the limits of a watched trip', () => {
  /** Returns positions one minute apart for this many ms, ending now. */
  const lasting = (ms: number, place: LatLng): WatchedPoint[] => {
    const ago: number[] = [];
    for (let left = ms; left > 0; left -= MINUTE) ago.push(left);
    return [...ago, 0].map((before) => ({ ...place, at: NOW - before }));
  };

  it('are more than six minutes of standing', () => {
    expect(watchTrip(trip(lasting(6 * MINUTE, midway)), NOW).standstill).toBe('no');
    expect(watchTrip(trip(lasting(6 * MINUTE + 1, midway)), NOW).standstill).toBe('yes');
  });

  it('are 150 m around the newest position', () => {
    const moved = (km: number) => [
      ...lasting(7 * MINUTE, north(km)).map((point) => ({ ...point, at: point.at - MINUTE })),
      { ...midway, at: NOW },
    ];
    expect(watchTrip(trip(moved(0.149)), NOW).standstill).toBe('yes');
    expect(watchTrip(trip(moved(0.151)), NOW).standstill).toBe('no');
  });

  it('are 250 m around the places of the trip', () => {
    const beside = (km: number) => trip(lasting(7 * MINUTE, midway), { waypoints: [north(km)] });
    expect(watchTrip(beside(0.249), NOW).standstill).toBe('no');
    expect(watchTrip(beside(0.252), NOW).standstill).toBe('yes');
  });

  it('are more than three minutes and 1.5 km off the route', () => {
    expect(watchTrip(trip(lasting(3 * MINUTE, north(1.6))), NOW).off_route).toBe('no');
    expect(watchTrip(trip(lasting(3 * MINUTE + 1, north(1.6))), NOW).off_route).toBe('yes');
    expect(watchTrip(trip(lasting(4 * MINUTE, north(1.49))), NOW).off_route).toBe('no');
    expect(watchTrip(trip(lasting(4 * MINUTE, north(1.51))), NOW).off_route).toBe('yes');
  });

  it('are 1.5 km around the places of the trip for being off the route', () => {
    const beside = (km: number) => trip(lasting(4 * MINUTE, north(2)), { waypoints: [north(2 + km)] });
    expect(watchTrip(beside(1.49), NOW).off_route).toBe('no');
    expect(watchTrip(beside(1.51), NOW).off_route).toBe('yes');
  });

  it('are 90 seconds without a position, the newest included', () => {
    const standing = lasting(7 * MINUTE, midway);
    expect(watchTrip(trip(standing), NOW + 90_000).standstill).toBe('yes');
    expect(watchTrip(trip(standing), NOW + 90_001).standstill).toBe('unknown');
    const apart = (ms: number) =>
      [0, 1, 2, 3, 4, 5].map((count) => ({ ...midway, at: NOW - count * ms })).reverse();
    expect(watchTrip(trip(apart(90_000)), NOW).standstill).toBe('yes');
    expect(watchTrip(trip(apart(90_001)), NOW).standstill).toBe('no');
  });

  it('report the newest position as the place, even when it is old', () => {
    const point = { ...midway, at: NOW - 10 * MINUTE };
    expect(watchTrip(trip([point]), NOW).place).toEqual(midway);
    expect(watchTrip(trip([{ ...point, at: NOW }]), NOW)).toEqual({
      standstill: 'no',
      off_route: 'no',
      place: midway,
    });
  });

  it('require a route of two points', () => {
    const far = lasting(5 * MINUTE, north(5));
    expect(watchTrip(trip(far, { route: [PICKUP] }), NOW).off_route).toBe('no');
    expect(watchTrip(trip(far, { route: [PICKUP, DROP] }), NOW).off_route).toBe('yes');
  });

  it('use the last quarter of an hour', () => {
    expect(WATCH_WINDOW_MS).toBe(15 * MINUTE);
  });
});
