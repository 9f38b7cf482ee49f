// Tests the measurement of a trip with and without map matching, with gaps, and without any road service.
import { distanceKm, encodePolyline, type LatLng, lengthKm, type TraceFix } from '@kerb/domain/geo';
import { describe, expect, it, vi } from 'vitest';
import { type MeterMaps, measureLimits, measureTrip } from './measure-trip.ts';

const start = { lat: -34.9, lng: -56.2 };
const METRES_PER_DEGREE = 111_195;
const fix = (seconds: number, north: number): TraceFix => ({
  lat: start.lat + north / METRES_PER_DEGREE,
  lng: start.lng,
  at: 1_000_000_000 + seconds * 1000,
});
/** Positions northwards at 10 m/s, one every 2 s. */
const driven = (from: number, to: number): TraceFix[] =>
  Array.from({ length: Math.floor((to - from) / 2) + 1 }, (_, index) =>
    fix(from + index * 2, (from + index * 2) * 10),
  );

/** Roads are `factor` times as long as straight lines, at 40 km/h. */
function roadsOf(factor = 1) {
  const road = (from: LatLng, to: LatLng) => {
    const distance_in_km = distanceKm(from, to) * factor;
    // Traffic so heavy that every car would exceed the speed that a meter expects from it.
    return { distance_in_km, time_in_secs: distance_in_km * 900, free_flow_secs: distance_in_km * 90 };
  };
  const directions = vi.fn(async (from: LatLng, to: LatLng, through: readonly LatLng[]) => {
    const stops = [from, ...through, to];
    const legs = stops.slice(1).map((stop, index) => road(stops[index] ?? stop, stop));
    return {
      distance_in_km: lengthKm(stops) * factor,
      time_in_secs: lengthKm(stops) * factor * 900,
      free_flow_secs: lengthKm(stops) * factor * 90,
      polylinePoints: encodePolyline(stops, 5),
      legs,
    };
  });
  const matchTrace = vi.fn(async (trace: readonly LatLng[]) => ({
    line: encodePolyline(trace, 5),
    fixes: trace.map((place, index) => {
      const before = trace[index - 1];
      const way = before ? road(before, place) : null;
      return {
        index,
        place,
        km: way?.distance_in_km ?? null,
        freeFlowSeconds: way?.free_flow_secs ?? null,
      };
    }),
  }));
  return { directions, matchTrace } satisfies MeterMaps;
}

describe('measureTrip', () => {
  it('returns 0 km for no position and for one position', async () => {
    expect(await measureTrip(roadsOf(), [])).toMatchObject({ km: 0, line: '' });
    expect(await measureTrip(roadsOf(), [fix(0, 0)])).toMatchObject({ km: 0, line: '' });
  });

  it('returns the length of the matched road, without a request for directions', async () => {
    const maps = roadsOf(1.05);
    const measured = await measureTrip(maps, driven(0, 300));
    expect(measured.km).toBeCloseTo(3 * 1.05, 2);
    expect(measured).toMatchObject({ method: 'matched', rejectedKm: 0 });
    expect(measured.line).not.toBe('');
    expect(maps.directions).not.toHaveBeenCalled();
  });

  it('fills a gap with the route between its ends', async () => {
    const maps = roadsOf(1.2);
    const measured = await measureTrip(maps, [...driven(0, 100), ...driven(300, 400)]);
    expect(maps.directions).toHaveBeenCalledTimes(1);
    expect(measured.km).toBeCloseTo(4 * 1.2, 1);
    expect(measured.method).toBe('matched');
  });

  it('requests directions through at most 25 positions if the trace cannot be matched', async () => {
    const maps = { ...roadsOf(1.1), matchTrace: async () => null };
    const measured = await measureTrip(maps, driven(0, 900));
    expect(measured.method).toBe('sampled');
    expect(measured.km).toBeCloseTo(9 * 1.1, 1);
    expect(maps.directions).toHaveBeenCalledTimes(1);
    expect(maps.directions.mock.calls[0]?.[2].length).toBeLessThanOrEqual(23);
  });

  it('rejects directions that make a long detour from the positions', async () => {
    const maps = { ...roadsOf(3), matchTrace: async () => null };
    const measured = await measureTrip(maps, driven(0, 900));
    expect(measured.km).toBeCloseTo(9, 1);
  });

  it('requests directions when the matching fails or matches fewer than half of the positions', async () => {
    const failing = { ...roadsOf(), matchTrace: () => Promise.reject(new Error('away')) };
    expect((await measureTrip(failing, driven(0, 300))).method).toBe('sampled');
    const roads = roadsOf();
    const sparse: MeterMaps = {
      ...roads,
      async matchTrace(trace) {
        const matched = await roads.matchTrace(trace);
        return { ...matched, fixes: matched.fixes.slice(0, 3) };
      },
    };
    expect((await measureTrip(sparse, driven(0, 600))).method).toBe('sampled');
  });

  it('falls back to straight lines when the map service fails', async () => {
    const maps: MeterMaps = {
      directions: () => Promise.reject(new Error('away')),
      matchTrace: () => Promise.reject(new Error('away')),
    };
    const measured = await measureTrip(maps, [...driven(0, 100), ...driven(300, 400)]);
    expect(measured.method).toBe('straight');
    expect(measured.km).toBeCloseTo(4, 1);
  });

  it('rejects distance that cannot be driven in the time; a demonstration allows four times as much', async () => {
    const maps = roadsOf(4);
    const slow = await measureTrip(maps, driven(0, 300));
    expect(slow.km).toBeLessThan(7);
    expect(slow.rejectedKm).toBeGreaterThan(5);
    expect((await measureTrip(maps, driven(0, 300), measureLimits(4))).rejectedKm).toBe(0);
  });
});
