// Positions told afterwards add about as much way as the roads allow, and no more, however many of them there are.
import { lengthKm } from '@kerb/domain/geo';
import { describe, expect, it } from 'vitest';
import { type TrackedPlace, withoutInventedWays } from './kept-way.ts';

/** Kilometres east and north of a corner of the town. */
const at = (east: number, north: number, kept = false): TrackedPlace => ({
  lat: -34.9 + north / 111.195,
  lng: -56.2 + east / 91.2,
  kept,
});
/** A line of kept positions, one every 100 m. */
const line = (...corners: readonly (readonly [number, number])[]): TrackedPlace[] =>
  corners.flatMap(([east, north], index) => {
    const [lastEast, lastNorth] = corners[index - 1] ?? [east, north];
    const steps = Math.max(1, Math.round(Math.hypot(east - lastEast, north - lastNorth) * 10));
    return Array.from({ length: steps }, (_, step) =>
      at(
        lastEast + ((east - lastEast) * (step + 1)) / steps,
        lastNorth + ((north - lastNorth) * (step + 1)) / steps,
        true,
      ),
    );
  });
const asked: number[] = [];
const straight = async (through: readonly { lat: number; lng: number }[]) => {
  asked.push(through.length);
  return lengthKm(through) * 1.2;
};
const km = async (points: TrackedPlace[], places: TrackedPlace[] = []) =>
  lengthKm(await withoutInventedWays(points, places, straight));

describe('a way told afterwards', () => {
  it('that the roads allow counts as it is, also a long way round', async () => {
    asked.length = 0;
    expect(await km([at(0, 0), ...line([0, 0], [1, 1], [4, 0]), at(4.1, 0)])).toBeCloseTo(4.68, 1);
    expect(asked).toEqual([]);
    // 8 km where the road is 4.8: 7.2 and a bit of the kilometre.
    expect(await km([at(0, 0), ...line([0, 0], [0, 2], [4, 2], [4, 0.1]), at(4, 0)])).toBeCloseTo(8, 1);
    expect(asked).toEqual([2]);
  });

  it('that is much longer than the road counts as the road between the places the car was heard at', async () => {
    const invented = [at(0, 0), at(1, 0), ...line([1, 0], [1, 5], [2, 5], [2, 0]), at(2.1, 0), at(4, 0)];
    expect(await km(invented)).toBeCloseTo(4, 1);
  });

  it('has its kilometre once for the whole trip, not for every hole', async () => {
    const zigzag = (east: number) => [at(east, 0), ...line([east, 0], [east, 0.7], [east + 0.5, 0])];
    const all = [...Array.from({ length: 8 }, (_, hole) => zigzag(hole * 0.5)).flat(), at(4, 0)];
    expect(lengthKm(all)).toBeGreaterThan(12);
    // 4 km of road, and in two or three holes some of the kilometre each.
    expect(await km(all)).toBeLessThan(4 * 1.5 + 1);
  });

  it('by the booked stops counts with them, there and back', async () => {
    const there = line([0, 0], [5, 0], [0, 0.1]);
    const trip = [at(0, 0), ...there, at(0, 0.2)];
    expect(await km(trip)).toBeLessThan(0.5);
    expect(await km(trip, [at(5, 0.2)])).toBeCloseTo(10.1, 1);
    // With more than that told, the stop still counts.
    const more = [at(0, 0), ...line([0, 0], [5, 0], [5, 9], [0, 0.1]), at(0, 0.2)];
    expect(await km(more, [at(5, 0.2)])).toBeCloseTo(10, 0);
  });

  it('is not lengthened by the noise of a car that stands, which is no way either', async () => {
    const noise = Array.from({ length: 600 }, (_, index) =>
      at((index % 2) * 0.01, (index % 3) * 0.005, true),
    );
    asked.length = 0;
    expect(await withoutInventedWays([at(0, 0), ...noise, at(0.1, 0)], [], straight)).toHaveLength(602);
  });
});

it('what was heard counts as it is; nothing is nothing', async () => {
  const heard = line([0, 0], [0, 5], [1, 0]).map((point) => ({ ...point, kept: false }));
  expect(await withoutInventedWays(heard, [], straight)).toEqual(heard);
  expect(await withoutInventedWays([], [], straight)).toEqual([]);
});
