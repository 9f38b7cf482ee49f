// Contract test suite of all map services, run on the embedded one and on Google's adapter with its counterpart.
import { decodePolyline, distanceKm, type LatLng } from '@kerb/domain/geo';
import { DomainError, type ErrorCode } from '@kerb/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callErrors, type MapService } from '../../ports/maps.ts';

export interface MapServiceUnderTest {
  readonly service: MapService;
  /** Makes every later call fail because of the service. */
  fail(): Promise<void>;
  close(): Promise<void>;
}

/** Points in Montevideo that every adapter must find. */
const plaza: LatLng = { lat: -34.9056, lng: -56.1913 };
const door: LatLng = { lat: -34.9052597, lng: -56.1850161 };
const terminal: LatLng = { lat: -34.8945, lng: -56.1665 };
const openSea: LatLng = { lat: -35.05, lng: -56.2 };
const otherCity: LatLng = { lat: -33.45, lng: -70.66 };

async function codeOf(work: Promise<unknown>): Promise<ErrorCode | 'no error' | 'unknown error'> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) return 'no error';
  return error instanceof DomainError ? error.code : 'unknown error';
}

export function describeMapService(name: string, start: () => Promise<MapServiceUnderTest>): void {
  describe(`${name} as a map service`, () => {
    let under: MapServiceUnderTest;
    let service: MapService;
    beforeAll(async () => {
      under = await start();
      service = under.service;
    });
    afterAll(() => under.close());

    it('suggests an address, and gives the coordinates of its door', async () => {
      const [first] = await service.autocomplete('18 de Julio 1453', {
        limit: 5,
        near: plaza,
        country: 'UY',
      });
      expect(first?.description).toMatch(/18 de Julio 1453.*Montevideo/);
      expect(`${first?.main}, ${first?.secondary}`).toBe(first?.description);
      const place = await service.coordsOf(first?.place_id ?? '');
      expect(distanceKm(place.coords, door)).toBeLessThan(0.1);
      expect(place.description).toMatch(/18 de Julio 1453/);
      // The place must have the same text as its suggestion.
      expect(first).toMatchObject({ kind: 'address' });
      const { coords: _, ...suggestion } = place;
      expect(suggestion).toEqual(first);
    });

    it('gives no more suggestions than asked for, and none for nothing', async () => {
      expect(await service.autocomplete('artigas', { limit: 2 })).toHaveLength(2);
      expect(await service.autocomplete('   ', { limit: 5 })).toEqual([]);
      expect(await service.autocomplete('qqxzzy wvkkq', { limit: 5 })).toEqual([]);
    });

    it('refuses a place id it does not know', async () => {
      expect(await codeOf(service.coordsOf('not-a-place'))).toBe('place_to_coords_error');
    });

    it('measures every start to every destination by road', async () => {
      const rows = await service.distanceMatrix([plaza, door, terminal], [terminal, plaza]);
      expect(rows.map((row) => row.length)).toEqual([2, 2, 2]);
      const straight = distanceKm(plaza, terminal);
      expect(rows[0]?.[0]?.distance_in_km).toBeGreaterThan(straight * 0.95);
      expect(rows[0]?.[0]?.distance_in_km).toBeLessThan(straight * 3);
      expect(rows[0]?.[0]?.time_in_secs).toBeGreaterThan(60);
      expect(rows[2]?.[0]?.distance_in_km).toBeLessThan(0.2);
      expect(await service.distanceMatrix([], [plaza])).toEqual([]);
    });

    it('matches a trace onto the roads, or answers that it cannot', async () => {
      const route = await service.directions(plaza, terminal);
      const trace = decodePolyline(route.polylinePoints);
      const matched = await service.matchTrace(trace);
      if (service.kind !== 'embedded') {
        expect(matched).toBeNull();
        return;
      }
      const fixes = matched?.fixes ?? [];
      const km = fixes.reduce((sum, fix) => sum + (fix.km ?? 0), 0);
      expect(Math.abs(km / route.distance_in_km - 1)).toBeLessThan(0.02);
      const seconds = fixes.reduce((sum, fix) => sum + (fix.freeFlowSeconds ?? 0), 0);
      expect(seconds).toBeGreaterThan(route.time_in_secs / 3);
      expect(seconds).toBeLessThan(route.time_in_secs * 1.5);
      expect(decodePolyline(matched?.line ?? '').length).toBeGreaterThan(10);
    });

    it('matches no trace that lies near no road', async () => {
      const far = Array.from({ length: 5 }, (_, i) => ({ lat: openSea.lat, lng: openSea.lng + i / 200 }));
      expect(await service.matchTrace(far).catch(() => null)).toBeNull();
      expect(await service.matchTrace([])).toBeNull();
    });

    it('handles forty starts and one destination in one call', async () => {
      const starts = Array.from({ length: 40 }, (_, i) => ({
        lat: plaza.lat + i / 2000,
        lng: plaza.lng + 0.02,
      }));
      const rows = await service.distanceMatrix(starts, [plaza]);
      expect(rows).toHaveLength(40);
      expect(rows.every(([travel]) => travel && travel.distance_in_km > 1)).toBe(true);
    });

    it('computes when each of many starts arrives at one destination', async () => {
      const times = await service.arrivalTimes([plaza, openSea, door], terminal);
      expect(times).toHaveLength(3);
      expect(times[1]).toBeNull();
      for (const [from, time] of [
        [plaza, times[0]],
        [door, times[2]],
      ] as const) {
        const straight = distanceKm(from, terminal);
        expect(time?.distance_in_km).toBeGreaterThan(straight * 0.95);
        expect(time?.distance_in_km).toBeLessThan(straight * 3);
        expect(time?.time_in_secs).toBeGreaterThan(60);
      }
      expect(await service.arrivalTimes([openSea, plaza], openSea)).toEqual([null, null]);
      expect(await service.arrivalTimes([], plaza)).toEqual([]);
    });

    it('names the address at a point', async () => {
      expect(await service.reverse(door)).toMatch(/18 de Julio 14\d\d.*Montevideo/);
    });

    it('finds the route, its legs and its maneuvers', async () => {
      const route = await service.directions(plaza, terminal, [door]);
      const line = decodePolyline(route.polylinePoints);
      const straight = distanceKm(plaza, door) + distanceKm(door, terminal);
      expect(route.distance_in_km).toBeGreaterThan(straight * 0.95);
      expect(route.distance_in_km).toBeLessThan(straight * 3);
      expect(route.legs).toHaveLength(2);
      expect(sum(route.legs.map((leg) => leg.distance_in_km))).toBeCloseTo(route.distance_in_km, 1);
      expect(Math.abs(sum(route.legs.map((leg) => leg.time_in_secs)) - route.time_in_secs)).toBeLessThan(3);
      expect(distanceKm(line[0] ?? openSea, plaza)).toBeLessThan(0.3);
      expect(distanceKm(line[line.length - 1] ?? openSea, terminal)).toBeLessThan(0.3);
      const begins = route.maneuvers.map((maneuver) => maneuver.begin);
      expect(begins).toEqual([...begins].sort((a, b) => a - b));
      expect(Math.max(...begins)).toBeLessThan(line.length);
      expect(route.maneuvers[0]?.type).toBe('depart');
      expect(route.maneuvers[route.maneuvers.length - 1]?.type).toBe('arrive');
    });

    it('refuses points in the sea and beyond it', async () => {
      const refusals = ['place_to_coords_error', 'no_route_found'];
      expect(await codeOf(service.reverse(openSea))).toBe('place_to_coords_error');
      expect(refusals).toContain(await codeOf(service.directions(plaza, openSea)));
      expect(refusals).toContain(await codeOf(service.directions(otherCity, plaza)));
    });

    it('says in the specification’s words which call failed', async () => {
      const [known] = await service.autocomplete('18 de Julio 1453', { limit: 1 });
      await under.fail();
      const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
        [callErrors.autocomplete, () => service.autocomplete('ejido 1275', { limit: 5 })],
        [callErrors.coordsOf, () => service.coordsOf(known?.place_id ?? '')],
        [callErrors.distanceMatrix, () => service.distanceMatrix([terminal], [door])],
        [callErrors.reverse, () => service.reverse(terminal)],
        [callErrors.directions, () => service.directions(terminal, door)],
      ];
      // The embedded service computes arrival times itself, so they work while its router fails.
      if (service.kind === 'embedded')
        expect(await service.arrivalTimes([terminal], door)).not.toEqual([null]);
      else
        await expect(service.arrivalTimes([terminal], door)).rejects.toMatchObject({
          code: 'google_places_error',
          detail: callErrors.distanceMatrix,
        });
      for (const [text, call] of calls) {
        await expect(call()).rejects.toMatchObject({ code: 'google_places_error', detail: text });
      }
    });
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
