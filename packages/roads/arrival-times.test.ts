// Tests travel times on small street plans, and against a simple search on random ones.
import type { LatLng } from '@kerb/domain/geo';
import { seededRandom } from '@kerb/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrivalTimes, timesFrom, travelTime } from './arrival-times.ts';
import { buildRoadGraph } from './osm/build-road-graph.ts';
import { completeRoadGraph, type RoadGraph } from './road-graph.ts';
import { at, type PlannedWay, streetPlan } from './testing/street-plan.ts';

/** A square of four streets of 400 m; the southern street is one-way to the east. */
const square = buildRoadGraph(
  streetPlan({ sw: at(0, 0), se: at(0, 400), ne: at(400, 400), nw: at(400, 0) }, [
    { through: ['sw', 'se'], tags: { oneway: 'yes' } },
    { through: ['se', 'ne'] },
    { through: ['ne', 'nw'] },
    { through: ['nw', 'sw'] },
  ]),
);

const secondsOf = (from: LatLng, to: LatLng): number | undefined => travelTime(square, from, to)?.seconds;

describe('the travel time', () => {
  it('along one street is that of the part between the places', () => {
    const travel = travelTime(square, at(400, 100), at(400, 300));
    expect(travel?.seconds).toBeCloseTo(20, 1);
    expect(travel?.metres).toBeCloseTo(200, 0);
    expect(arrivalTimes(square, at(400, 100), [at(400, 300)])[0]?.seconds).toBeCloseTo(20, 1);
  });

  it('against a one-way street is that around the block', () => {
    expect(secondsOf(at(0, 100), at(0, 300))).toBeCloseTo(20, 1);
    // 1,400 m and four junctions of two streets, which cost no time.
    expect(secondsOf(at(0, 300), at(0, 100))).toBeCloseTo(140, 0);
    expect(arrivalTimes(square, at(0, 100), [at(0, 300)])[0]?.metres).toBeCloseTo(1400, -1);
  });

  it('to the place itself is zero', () => {
    expect(travelTime(square, at(0, 100), at(0, 100))).toEqual({ seconds: 0, metres: 0 });
    expect(arrivalTimes(square, at(200, 0), [at(200, 0)])).toEqual([{ seconds: 0, metres: 0 }]);
  });

  it('starts and ends at the nearest points of the streets', () => {
    expect(secondsOf(at(440, 100), at(370, 300))).toBeCloseTo(20, 1);
  });

  it('is unknown far from any street, and for a destination there', () => {
    const far = at(5000, 0);
    expect(arrivalTimes(square, at(0, 100), [far, at(400, 100)])).toEqual([null, expect.anything()]);
    expect(arrivalTimes(square, far, [at(0, 100)])).toEqual([null]);
    expect(arrivalTimes(square, at(0, 100), [{ lat: Number.NaN, lng: 0 }])).toEqual([null]);
    expect(travelTime(square, at(0, 100), at(450, 100), { snapMetres: 40 })).toBeNull();
  });

  it('is unknown beyond the bound', () => {
    const [near, beyond] = timesFrom(square, at(400, 100), [at(400, 300), at(0, 300)], { withinSeconds: 40 });
    expect(near).not.toBeNull();
    expect(beyond).toBeNull();
    expect(arrivalTimes(square, at(400, 100), [at(400, 300)], { withinSeconds: 19 })).toEqual([null]);
  });
});

/**
 * Returns a grid of streets this many metres apart, with displaced corners, missing streets, one-way streets and
 * different speeds.
 */
function randomPlan(seed: number, size: number, metres = 150): RoadGraph {
  const random = seededRandom(seed);
  const places: Record<string, LatLng> = {};
  const ways: PlannedWay[] = [];
  const name = (row: number, column: number): string => `${row}-${column}`;
  const addWay = (from: string, to: string): void => {
    if (random() < 0.15) return;
    const direction = random() < 0.5 ? 'yes' : '-1';
    const oneway = random() < 0.4 ? direction : 'no';
    // Going straight on along primary roads costs nothing, so that the costs of short streets differ by fractions of a
    // second.
    const highway = random() < 0.6 ? 'primary' : 'residential';
    ways.push({
      through: [from, to],
      tags: { highway, maxspeed: String(20 + Math.floor(random() * 60)), oneway, name: 'Street' },
    });
  };
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      places[name(row, column)] = at((row + random() * 0.4) * metres, (column + random() * 0.4) * metres);
      if (row > 0) addWay(name(row - 1, column), name(row, column));
      if (column > 0) addWay(name(row, column - 1), name(row, column));
    }
  }
  const signals = Object.keys(places).filter(() => random() < 0.2);
  return buildRoadGraph(streetPlan(places, ways, signals));
}

/** The Bellman-Ford algorithm from the start over plain arrays: slow, but simple enough to be correct. */
function plainTravel(graph: RoadGraph, from: LatLng, to: LatLng): { seconds: number; metres: number } | null {
  const start = graph.index.snap(from, 500);
  const end = graph.index.snap(to, 500);
  if (!start || !end) return null;
  const edgesOf = ({ road, share }: { road: number; share: number }) =>
    [
      { edge: graph.index.forwardEdge[road] ?? -1, along: share },
      { edge: graph.index.backwardEdge[road] ?? -1, along: 1 - share },
    ].filter(({ edge }) => edge >= 0);
  const part = (edge: number, share: number, before = { cost: 0, seconds: 0, metres: 0 }) => ({
    cost: before.cost + share * (graph.edgeCost[edge] ?? 0),
    seconds: before.seconds + share * (graph.edgeSeconds[edge] ?? 0),
    metres: before.metres + share * (graph.edgeMetres[edge] ?? 0),
  });
  let best: ReturnType<typeof part> | null = null;
  const take = (found: ReturnType<typeof part>): void => {
    if (best === null || found.cost < best.cost) best = found;
  };
  for (const first of edgesOf(start)) {
    const labels = new Map<number, ReturnType<typeof part>>();
    const relax = (edge: number, driven: ReturnType<typeof part>): boolean => {
      let isBetter = false;
      for (let turn = graph.turnStart[edge] ?? 0; turn < (graph.turnStart[edge + 1] ?? 0); turn += 1) {
        const next = graph.turnTo[turn] ?? 0;
        const cost = driven.cost + (graph.turnCost[turn] ?? 0);
        if (cost >= (labels.get(next)?.cost ?? Number.POSITIVE_INFINITY) - 1e-9) continue;
        labels.set(next, { ...driven, cost, seconds: driven.seconds + (graph.turnSeconds[turn] ?? 0) });
        isBetter = true;
      }
      return isBetter;
    };
    let isBetter = relax(first.edge, part(first.edge, 1 - first.along));
    while (isBetter) {
      isBetter = false;
      for (const [edge, label] of [...labels]) if (relax(edge, part(edge, 1, label))) isBetter = true;
    }
    for (const last of edgesOf(end)) {
      if (last.edge === first.edge && last.along >= first.along)
        take(part(last.edge, last.along - first.along));
      const label = labels.get(last.edge);
      if (label) take(part(last.edge, last.along, label));
    }
  }
  return best;
}

it('is minimal even when a better route is found within the same second of cost', () => {
  // Four one-way streets: from the first to the third directly at a cost of 0.9, or over the second at 0.1.
  const corners = [0, 1, 2, 3].flatMap((street) => [at(street * 100, 0), at(street * 100, 50)]);
  const graph = completeRoadGraph({
    pointStart: Uint32Array.of(0, 2, 4, 6, 8),
    pointLat: Int32Array.from(corners, ({ lat }) => Math.round(lat * 1e7)),
    pointLng: Int32Array.from(corners, ({ lng }) => Math.round(lng * 1e7)),
    edgeRoad: Uint32Array.of(0, 2, 4, 6),
    edgeSeconds: Float32Array.of(1, 1, 2, 1),
    edgeMetres: Float32Array.of(50, 50, 50, 50),
    edgeCost: Float32Array.of(0.1, 0.1, 0.01, 0.1),
    turnStart: Uint32Array.of(0, 2, 3, 4, 4),
    turnTo: Uint32Array.of(1, 2, 2, 3),
    turnSeconds: Float32Array.of(0, 9, 0, 0),
    turnCost: Float32Array.of(0, 0.9, 0, 0),
  });
  expect(travelTime(graph, at(0, 50), at(300, 0))?.seconds).toBeCloseTo(3, 3);
  expect(arrivalTimes(graph, at(300, 0), [at(0, 50)])[0]?.seconds).toBeCloseTo(3, 3);
});

const seeds = fc.integer({ min: 1, max: 1_000_000 });

describe('on any street plan', () => {
  it('arrival times and times from one place equal those of a plain search', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 6 }), fc.constantFrom(150, 4), (seed, size, spacing) => {
        const graph = randomPlan(seed, size, spacing);
        const random = seededRandom(seed + 1);
        const somewhere = (): LatLng =>
          at((random() * 1.2 - 0.1) * size * spacing, random() * size * spacing);
        const one = somewhere();
        const many = Array.from({ length: 8 }, somewhere);
        const into = arrivalTimes(graph, one, many);
        const outOf = timesFrom(graph, one, many);
        many.forEach((place, i) => {
          const plainInto = plainTravel(graph, place, one);
          const plainOut = plainTravel(graph, one, place);
          expect(into[i]?.seconds ?? -1).toBeCloseTo(plainInto?.seconds ?? -1, 1);
          expect(into[i]?.metres ?? -1).toBeCloseTo(plainInto?.metres ?? -1, 0);
          expect(outOf[i]?.seconds ?? -1).toBeCloseTo(plainOut?.seconds ?? -1, 1);
        });
        // The state of one search does not affect the next one.
        expect(arrivalTimes(graph, one, many)).toEqual(into);
      }),
      // Routes of almost equal cost are ranked by rounding; these plans contain none.
      { numRuns: 80, seed: 1 },
    );
  });

  it('a bound changes no time within it, and omits all times beyond it', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 5, max: 200 }), (seed, withinSeconds) => {
        const graph = randomPlan(seed, 5);
        const random = seededRandom(seed);
        const many = Array.from({ length: 8 }, () => at(random() * 750, random() * 750));
        const free = arrivalTimes(graph, at(300, 300), many);
        const bound = arrivalTimes(graph, at(300, 300), many, { withinSeconds });
        free.forEach((travel, i) => {
          if (travel && travel.seconds <= withinSeconds) expect(bound[i]).toEqual(travel);
          else expect(bound[i]?.seconds ?? 0).toBeLessThanOrEqual(withinSeconds);
        });
      }),
      { numRuns: 60 },
    );
  });
});
