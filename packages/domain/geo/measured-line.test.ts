// Tests measured lines: their length, positions along them, and the stops passed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceKm } from './haversine.ts';
import {
  distanceToLineKm,
  measureLine,
  nearestFraction,
  pointAlong,
  stopAreas,
  stopsVisited,
  trimLine,
} from './measured-line.ts';

const a = { lat: -34.9, lng: -56.19 };
const b = { lat: -34.9, lng: -56.18 };
const c = { lat: -34.89, lng: -56.18 };
const point = fc.record({
  lat: fc.double({ min: -35, max: -34.8, noNaN: true }),
  lng: fc.double({ min: -56.3, max: -56, noNaN: true }),
});

describe('a measured line', () => {
  it('returns the distance of each point along the line', () => {
    const line = measureLine([a, b, c]);
    expect(line.kmAt[0]).toBe(0);
    expect(line.kmAt[1]).toBeCloseTo(distanceKm(a, b), 9);
    expect(line.totalKm).toBeCloseTo(distanceKm(a, b) + distanceKm(b, c), 9);
    expect(measureLine([])).toEqual({ points: [], kmAt: [], totalKm: 0 });
  });

  it('limits a car to its ends, with the heading of the line', () => {
    const line = measureLine([a, b, c]);
    expect(pointAlong(line, -1).point).toEqual(a);
    expect(pointAlong(line, 99).point).toEqual(c);
    expect(pointAlong(line, 0.1).heading).toBeCloseTo(90, 0);
    expect(pointAlong(line, line.totalKm - 0.1).heading).toBeCloseTo(0, 0);
    expect(() => pointAlong(measureLine([]), 1)).toThrow(RangeError);
    expect(pointAlong(measureLine([a]), 1)).toEqual({ point: a, heading: 0 });
  });

  it('returns the point at a given distance', () => {
    fc.assert(
      fc.property(point, point, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, part) => {
        const line = measureLine([from, to]);
        const pose = pointAlong(line, line.totalKm * part);
        expect(distanceKm(from, pose.point)).toBeCloseTo(line.totalKm * part, 2);
      }),
    );
  });

  it('returns the fraction of the nearest point on a segment', () => {
    expect(nearestFraction({ lat: -34.901, lng: -56.185 }, a, b)).toBeCloseTo(0.5, 3);
    expect(nearestFraction({ lat: -34.9, lng: -56.3 }, a, b)).toBe(0);
    expect(nearestFraction({ lat: -34.9, lng: -56.1 }, a, b)).toBe(1);
    expect(nearestFraction(c, a, a)).toBe(0);
  });

  it('counts stops in their order only', () => {
    const line = [a, b, c];
    expect(stopsVisited(stopAreas([a, c], line), line)).toBe(2);
    expect(stopsVisited(stopAreas([c, a], line), line)).toBe(1);
    expect(stopsVisited(stopAreas([a, c], line), [c])).toBe(0);
    expect(stopsVisited(stopAreas([a, c], line), [c], 1)).toBe(2);
    expect(stopsVisited(stopAreas([a], line), [b])).toBe(0);
  });
});

describe('the nearest place on a segment that runs north-east', () => {
  // At 60° north a degree of longitude is half as long as one of latitude, so both legs have the same length on the
  // ground.
  const from = { lat: 60, lng: 0 };
  const to = { lat: 60.01, lng: 0.02 };

  it.each([
    ['on the segment', { lat: 60.0025, lng: 0.005 }, 0.25],
    ['east of its start', { lat: 60, lng: 0.02 }, 0.5],
    ['north of its start', { lat: 60.01, lng: 0 }, 0.5],
    ['a quarter of the way east', { lat: 60, lng: 0.01 }, 0.25],
  ])('of a point %s', (_where, at, expected) => {
    expect(nearestFraction(at, from, to)).toBeCloseTo(expected, 3);
  });

  it('does not depend on the position of the segment on the map', () => {
    const east = (degrees: number, { lat, lng }: { lat: number; lng: number }) => ({
      lat,
      lng: lng + degrees,
    });
    const at = { lat: 60.004, lng: 0.003 };
    expect(nearestFraction(east(40, at), east(40, from), east(40, to))).toBeCloseTo(
      nearestFraction(at, from, to),
      6,
    );
  });
});

describe('a place on a measured line', () => {
  const line = measureLine([a, b, c]);
  const [, cornerKm = 0] = line.kmAt;

  it('has the heading of the previous segment at a corner', () => {
    const corner = pointAlong(line, cornerKm);
    expect(corner.heading).toBeCloseTo(90, 0);
    expect(corner.point.lng).toBeCloseTo(b.lng, 9);
  });

  it('is measured from the start of the line, not of its segment', () => {
    const { point: middle, heading } = pointAlong(line, (cornerKm + line.totalKm) / 2);
    expect(middle.lat).toBeCloseTo(-34.895, 6);
    expect(middle.lng).toBeCloseTo(b.lng, 9);
    expect(heading).toBeCloseTo(0, 6);
  });

  it('is a point of the line even when two of its points are equal', () => {
    expect(pointAlong(measureLine([a, a, b]), 0).point).toEqual(a);
    expect(pointAlong(measureLine([a, a]), 1).point).toEqual(a);
  });
});

describe('the distance to a line', () => {
  const metresTo = (at: { lat: number; lng: number }, points: readonly { lat: number; lng: number }[]) =>
    (distanceToLineKm(at, points) ?? Number.NaN) * 1000;

  it('is measured to the nearest segment or end', () => {
    const south = { lat: a.lat - 100 / 111_195, lng: (a.lng + b.lng) / 2 };
    expect(metresTo(south, [a, b, c])).toBeCloseTo(100, 0);
    expect(metresTo(south, [c, b, a])).toBeCloseTo(100, 0);
    expect(distanceToLineKm(c, [a, b])).toBeCloseTo(distanceKm(c, b), 9);
    expect(metresTo(c, [a, b, c])).toBe(0);
  });

  it('is the distance to its only point, and unknown without points', () => {
    expect(distanceToLineKm(a, [b])).toBeCloseTo(distanceKm(a, b), 9);
    expect(distanceToLineKm(a, [])).toBeNull();
  });
});

describe('visited stops', () => {
  const north = (metres: number) => ({ lat: a.lat + metres / 111_195, lng: a.lng });

  it('are those within 80 m', () => {
    const stops = stopAreas([a], [a, b]);
    expect(stopsVisited(stops, [north(79)])).toBe(1);
    expect(stopsVisited(stops, [north(81)])).toBe(0);
    expect(stopsVisited(stopAreas([a], []), [north(79)])).toBe(1);
    expect(stopsVisited(stopAreas([a], []), [north(81)])).toBe(0);
  });

  it('are also those within 80 m of the place where the planned route passes them', () => {
    const east = (metres: number) => ({ lat: a.lat, lng: a.lng + metres / 91_197 });
    const stops = stopAreas([north(300)], [east(-900), b]);
    expect(stopsVisited(stops, [east(-150), east(-81), north(150), north(-81)])).toBe(0);
    for (const near of [a, east(-79), east(79), north(-79), north(300), north(379)])
      expect(stopsVisited(stops, [near])).toBe(1);
  });

  it('are not those near a route more than 500 m away, which was made without the stop', () => {
    const west = { lat: a.lat, lng: -56.2 };
    expect(stopsVisited(stopAreas([north(499)], [west, b]), [a])).toBe(1);
    expect(stopsVisited(stopAreas([north(501)], [west, b]), [a])).toBe(0);
  });

  it('need one position each, even at the same place', () => {
    const stops = stopAreas([a, a], [a, b]);
    expect(stopsVisited(stops, [a])).toBe(1);
    expect(stopsVisited(stops, [a, a, a])).toBe(2);
  });
});

describe('a trimmed line', () => {
  const north = (km: number) => ({ lat: km / 111.195, lng: 0 });
  const kmOf = ({ lat }: { lat: number }) => Math.round(lat * 111.195 * 1000) / 1000;

  it('starts and ends the given distance from both ends, with the points between', () => {
    const line = [0, 0.1, 0.3, 0.5, 0.95, 1].map(north);
    expect(trimLine(line, 0.2).map(kmOf)).toEqual([0.2, 0.3, 0.5, 0.8]);
    expect(trimLine([north(0), north(1)], 0.25).map(kmOf)).toEqual([0.25, 0.75]);
  });

  it('is empty when the line is not longer than the two trimmed ends', () => {
    const line = [north(0), north(0.4)];
    const { totalKm } = measureLine(line);
    expect(trimLine(line, 0.3)).toEqual([]);
    expect(trimLine(line, totalKm / 2)).toEqual([]);
    expect(trimLine(line, totalKm / 2 - 0.001)).toHaveLength(2);
    expect(trimLine([], 0.1)).toEqual([]);
  });

  it('does not repeat a point exactly at a new end', () => {
    const [, nearStart = 0] = measureLine([north(0), north(0.3), north(1)]).kmAt;
    expect(trimLine([north(0), north(0.3), north(1)], nearStart).map(kmOf)).toEqual([0.3, 0.7]);
    const { totalKm, kmAt } = measureLine([north(0), north(0.7), north(1)]);
    const atEnd = totalKm - (kmAt[1] ?? 0);
    expect(trimLine([north(0), north(0.7), north(1)], atEnd).map(kmOf)).toEqual([0.3, 0.7]);
  });
});

it('a car beyond the end of a line has the heading of its last segment', () => {
  const end = pointAlong(measureLine([c, a, b]), 99);
  expect(end.heading).toBeCloseTo(90, 0);
  expect(end.point).toEqual(b);
});
