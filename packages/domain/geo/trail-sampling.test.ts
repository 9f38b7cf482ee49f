// Tests that trail samples contain both ends, preserve the order, respect the limit and are spread over the driven
// distance.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceKm } from './haversine.ts';
import { distanceStatuses, sampleTrail } from './trail-sampling.ts';

const point = fc.record({
  lat: fc.double({ min: -35, max: -34, noNaN: true }),
  lng: fc.double({ min: -57, max: -56, noNaN: true }),
});

const east = (count: number, step = 0.001) =>
  Array.from({ length: count }, (_, index) => ({ lat: 0, lng: index * step }));

describe('sampleTrail', () => {
  it('returns up to 25 points unchanged, and 25 of more', () => {
    expect(sampleTrail(east(25))).toEqual(east(25));
    expect(sampleTrail(east(1000))).toHaveLength(25);
  });

  it('returns at most the limit, in order, from the trail and with both ends', () => {
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 2, maxLength: 200 }),
        fc.integer({ min: 2, max: 40 }),
        (trail, max) => {
          const sample = sampleTrail(trail, max);
          expect(sample.length).toBeLessThanOrEqual(max);
          expect(sample.length).toBeGreaterThanOrEqual(Math.min(2, trail.length));
          expect(sample[0]).toBe(trail[0]);
          expect(sample.at(-1)).toBe(trail.at(-1));
          const positions = sample.map((chosen) => trail.indexOf(chosen));
          expect(positions).toEqual([...positions].sort((one, other) => one - other));
          expect(new Set(positions).size).toBe(positions.length);
        },
      ),
    );
  });

  it('spreads the points evenly over the distance, not over the number of points', () => {
    // Ten points close together, then a hundred farther apart: the sample points lie at every tenth of the distance.
    const trail = [...east(10, 0.0001), ...east(101, 0.001).slice(1)];
    const places = sampleTrail(trail, 11).map((chosen) => Math.round(chosen.lng * 100) / 100);
    expect(places).toEqual([0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1]);
  });

  it('spends few points on a car that stands still', () => {
    const waiting = Array.from({ length: 500 }, () => ({ lat: 0, lng: 0 }));
    const sample = sampleTrail([...waiting, ...east(101).slice(1)], 11);
    expect(sample.filter((chosen) => chosen.lng === 0)).toHaveLength(1);
    const hops = sample.slice(1).map((to, index) => distanceKm(sample[index] ?? to, to));
    for (const hop of hops) expect(hop).toBeCloseTo(1.112, 1);
  });

  it('returns two points or more for a car that never moved', () => {
    const still = Array.from({ length: 60 }, () => ({ lat: 1, lng: 1 }));
    expect(sampleTrail(still).length).toBeGreaterThanOrEqual(2);
  });
});

it('returns a trail of exactly the limit unchanged, even when the car stood still', () => {
  const waiting = Array.from({ length: 5 }, () => ({ lat: 0, lng: 0 }));
  expect(sampleTrail([...waiting, { lat: 0, lng: 0.01 }], 6)).toHaveLength(6);
});

it('measures the distance from the start of the trip until the drop is settled', () => {
  expect(distanceStatuses).toEqual(['STARTED', 'REACHED']);
});

it('chooses a point exactly at a mark, not the next one', () => {
  const home = { lat: 0, lng: 0 };
  const far = { lat: 0, lng: 0.01 };
  expect(sampleTrail([home, far, home, home, home], 3)).toEqual([home, far, home]);
});

it('returns at most the limit for a trail that ends at a standstill', () => {
  const waiting = Array.from({ length: 5 }, () => ({ lat: 0, lng: 0.02 }));
  expect(sampleTrail([...east(20), ...waiting], 4)).toHaveLength(4);
});
