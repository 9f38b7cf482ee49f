// Tests the search for the nearest road against a comparison with every segment.
import type { LatLng } from '@kerb/domain/geo';
import { seededRandom } from '@kerb/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildRoadGraph } from './osm/build-road-graph.ts';
import type { RoadGraph } from './road-graph.ts';
import { at, type PlannedWay, streetPlan } from './testing/street-plan.ts';

/** Returns streets of three points scattered over four square kilometres, connected by a ring through all of them. */
function scatteredStreets(seed: number): RoadGraph {
  const random = seededRandom(seed);
  const places: Record<string, LatLng> = {};
  const ways: PlannedWay[] = [];
  const names = Array.from({ length: 30 }, (_, i) => `p${i}`);
  for (const name of names) places[name] = at(random() * 2000, random() * 2000);
  for (let i = 0; i < names.length; i += 3) {
    const through = [...names.slice(i, i + 3), names[(i + 3) % names.length] ?? 'p0'];
    ways.push({ through });
  }
  return buildRoadGraph(streetPlan(places, ways));
}

function nearestMetres({ pointStart, pointLat, pointLng }: RoadGraph, place: LatLng): number {
  const perLat = 111_195;
  const perLng = perLat * Math.cos((place.lat * Math.PI) / 180);
  const x = (i: number) => ((pointLng[i] ?? 0) / 1e7 - place.lng) * perLng;
  const y = (i: number) => ((pointLat[i] ?? 0) / 1e7 - place.lat) * perLat;
  let best = Number.POSITIVE_INFINITY;
  for (let road = 0; road < pointStart.length - 1; road += 1) {
    for (let i = pointStart[road] ?? 0; i < (pointStart[road + 1] ?? 0) - 1; i += 1) {
      for (let share = 0; share <= 1; share += 0.002) {
        best = Math.min(
          best,
          Math.hypot(x(i) * (1 - share) + x(i + 1) * share, y(i) * (1 - share) + y(i + 1) * share),
        );
      }
    }
  }
  return best;
}

it('finds the nearest road at any place, at the distance that a search of all roads returns', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const graph = scatteredStreets(seed);
      const random = seededRandom(seed + 7);
      for (let i = 0; i < 4; i += 1) {
        const place = at(random() * 3000 - 500, random() * 3000 - 500);
        const metres = nearestMetres(graph, place);
        const snapped = graph.index.snap(place, 300);
        if (metres > 301) expect(snapped).toBeNull();
        if (metres < 299) expect(Math.abs((snapped?.metresOff ?? -100) - metres)).toBeLessThan(3);
      }
    }),
    { numRuns: 25 },
  );
});

it('returns the share of the road’s length before the nearest point', () => {
  const graph = buildRoadGraph(
    streetPlan({ a: at(0, 0), b: at(0, 100), c: at(300, 100) }, [{ through: ['a', 'b', 'c'] }]),
  );
  expect(graph.index.snap(at(-10, 50), 100)?.share).toBeCloseTo(0.125, 3);
  expect(graph.index.snap(at(100, 110), 100)).toMatchObject({
    share: expect.closeTo(0.5, 3),
    metresOff: expect.closeTo(10, 1),
  });
  expect(graph.index.snap(at(400, 100), 200)?.share).toBe(1);
});
