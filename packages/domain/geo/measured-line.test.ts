// Following a line: its length, the places along it, and the stops passed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceKm } from './haversine.ts';
import { measureLine, nearestFraction, pointAlong, stopsVisited } from './measured-line.ts';

const a = { lat: -34.9, lng: -56.19 };
const b = { lat: -34.9, lng: -56.18 };
const c = { lat: -34.89, lng: -56.18 };
const point = fc.record({
  lat: fc.double({ min: -35, max: -34.8, noNaN: true }),
  lng: fc.double({ min: -56.3, max: -56, noNaN: true }),
});

describe('a measured line', () => {
  it('knows how far along each point lies', () => {
    const line = measureLine([a, b, c]);
    expect(line.kmAt[0]).toBe(0);
    expect(line.kmAt[1]).toBeCloseTo(distanceKm(a, b), 9);
    expect(line.totalKm).toBeCloseTo(distanceKm(a, b) + distanceKm(b, c), 9);
    expect(measureLine([])).toEqual({ points: [], kmAt: [], totalKm: 0 });
  });

  it('holds a car between its ends and points its nose along the way', () => {
    const line = measureLine([a, b, c]);
    expect(pointAlong(line, -1).point).toEqual(a);
    expect(pointAlong(line, 99).point).toEqual(c);
    expect(pointAlong(line, 0.1).heading).toBeCloseTo(90, 0);
    expect(pointAlong(line, line.totalKm - 0.1).heading).toBeCloseTo(0, 0);
    expect(() => pointAlong(measureLine([]), 1)).toThrow(RangeError);
    expect(pointAlong(measureLine([a]), 1)).toEqual({ point: a, heading: 0 });
  });

  it('finds a point as far along as it was asked for', () => {
    fc.assert(
      fc.property(point, point, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, part) => {
        const line = measureLine([from, to]);
        const pose = pointAlong(line, line.totalKm * part);
        expect(distanceKm(from, pose.point)).toBeCloseTo(line.totalKm * part, 2);
      }),
    );
  });

  it('names the nearest place on a segment', () => {
    expect(nearestFraction({ lat: -34.901, lng: -56.185 }, a, b)).toBeCloseTo(0.5, 3);
    expect(nearestFraction({ lat: -34.9, lng: -56.3 }, a, b)).toBe(0);
    expect(nearestFraction({ lat: -34.9, lng: -56.1 }, a, b)).toBe(1);
    expect(nearestFraction(c, a, a)).toBe(0);
  });

  it('counts stops in their order only', () => {
    expect(stopsVisited([a, c], [a, b, c])).toBe(2);
    expect(stopsVisited([c, a], [a, b, c])).toBe(1);
    expect(stopsVisited([a, c], [c], 1)).toBe(2);
    expect(stopsVisited([a], [b])).toBe(0);
  });
});
