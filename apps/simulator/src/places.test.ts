// Where simulated people go: the same places for the same seed, thick where the city is busy, never outside.
import type { City } from '@kerb/contract';
import { distanceKm } from '@kerb/domain/geo';
import { createRandom, hotspotsOf } from '@kerb/lab';
import { expect, test } from 'vitest';
import { randomPoint } from './places.ts';

const bounds: City['bounds'] = [-56.3378906, -34.9341874, -55.9863281, -34.8138033];
const montevideo: City = { name: 'Montevideo', center: { lat: -34.874, lng: -56.162 }, bounds };
const elsewhere: City = { ...montevideo, name: 'Elsewhere' };
const points = (city: City, seed: string) => {
  const random = createRandom(seed);
  return Array.from({ length: 500 }, () => randomPoint(random, city));
};

test('inside the city, the same for the same seed', () => {
  expect(points(montevideo, 'kerb')).toEqual(points(montevideo, 'kerb'));
  for (const { lat, lng } of [...points(montevideo, 'kerb'), ...points(elsewhere, 'kerb')]) {
    expect(lng).toBeGreaterThanOrEqual(bounds[0]);
    expect(lat).toBeGreaterThanOrEqual(bounds[1]);
    expect(lng).toBeLessThanOrEqual(bounds[2]);
    expect(lat).toBeLessThanOrEqual(bounds[3]);
  }
});

test('the busiest place sees most of them; a city without known places is busy in its middle', () => {
  const spots = hotspotsOf(montevideo);
  const busiest = spots.toSorted((one, other) => other.weight - one.weight)[0];
  const visits = (spot: { lat: number; lng: number } | undefined) =>
    points(montevideo, 'kerb').filter((point) => spot && distanceKm(point, spot) < 1.5).length;
  expect(visits(busiest)).toBeGreaterThan(visits(spots.at(-1)) * 3);
  const near = points(elsewhere, 'kerb').filter((point) => distanceKm(point, elsewhere.center) < 5);
  expect(near.length).toBeGreaterThan(400);
});
