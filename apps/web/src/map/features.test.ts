// Tests the conversion of routes and cars to GeoJSON.
import { encodePolyline } from '@kerb/domain/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxAround } from './bounds.ts';
import { steerCars } from './car-motion.ts';
import { carFeatures, lineFeatures, pointsOf } from './features.ts';

const route = [
  { lat: -34.9, lng: -56.17 },
  { lat: -34.91, lng: -56.18 },
];

describe('map features', () => {
  it('draw an encoded route as a line, longitude first', () => {
    const [line] = lineFeatures(pointsOf(encodePolyline(route))).features;
    expect(line?.geometry.coordinates).toEqual([
      [-56.17, -34.9],
      [-56.18, -34.91],
    ]);
  });

  it('draw nothing for a missing route', () => {
    expect(lineFeatures(pointsOf(null)).features).toEqual([]);
    expect(lineFeatures(pointsOf('')).features).toEqual([]);
  });

  it('draw each car with its heading', () => {
    const motions = steerCars(new Map(), [{ id: 'a', lat: -34.9, lng: -56.17, heading: 45 }], 0);
    const [feature] = carFeatures(motions, 5).features;
    expect(feature).toMatchObject({
      properties: { id: 'a', heading: 45 },
      geometry: { coordinates: [-56.17, -34.9] },
    });
  });

  it('fit a box that contains every point and has a minimum size', () => {
    const point = fc.record({
      lat: fc.double({ min: -60, max: 60, noNaN: true }),
      lng: fc.double({ min: -170, max: 170, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1 }), (points) => {
        const box = boxAround(points);
        if (!box) throw new Error('no box');
        const [[west, south], [east, north]] = box;
        for (const { lat, lng } of points) {
          expect(lng >= west && lng <= east && lat >= south && lat <= north).toBe(true);
        }
        expect(east - west).toBeGreaterThan(0.0049);
        expect(north - south).toBeGreaterThan(0.0049);
      }),
    );
    expect(boxAround([])).toBeNull();
  });
});
