// Tests of the basemap features around a place in the demonstration city.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../kit/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ city: true });
});
afterAll(() => app?.close());

/** Ciudad Vieja: harbour in the north, river in the south, streets between them. */
const peninsula = { west: -56.215, south: -34.915, east: -56.19, north: -34.9 };

it('returns the streets and the water of a box, inside its tiles', async () => {
  const features = await app.modules.maps.api.featuresIn(peninsula);
  const roads = features.filter((feature) => feature.kind === 'line' && feature.layer === 'road');
  expect(roads.length).toBeGreaterThan(100);
  expect(features.some(({ layer }) => layer === 'water')).toBe(true);
  const points = roads.flatMap((road) => (road.kind === 'line' ? road.points : []));
  const inside = points.filter(
    ({ lat, lng }) =>
      lat > peninsula.south && lat < peninsula.north && lng > peninsula.west && lng < peninsula.east,
  );
  expect(inside.length).toBeGreaterThan(300);
  // All points are inside the tiles that cover the box, or in their margin.
  for (const { lat, lng } of points) {
    expect(Math.abs(lat + 34.9075)).toBeLessThan(0.05);
    expect(Math.abs(lng + 56.2025)).toBeLessThan(0.05);
  }
});

it('simplifies a wide box, and returns no features outside the map', async () => {
  const close = await app.modules.maps.api.featuresIn(peninsula);
  const wide = await app.modules.maps.api.featuresIn({ west: -56.4, south: -35, east: -56, north: -34.7 });
  const finest = (features: typeof close) =>
    features.filter((feature) => feature.kind === 'line' && feature.class === 'service').length;
  expect(finest(close)).toBeGreaterThan(0);
  expect(finest(wide)).toBe(0);
  expect(await app.modules.maps.api.featuresIn({ west: 10, south: 50, east: 10.1, north: 50.1 })).toEqual([]);
});

it.each([
  ['small', 6],
  ['wide', 6],
  // No minor roads.
  ['region', 5],
] as const)(
  'draws the still picture of the city, %s, with less than 60 kB to transfer',
  async (size, paths) => {
    const answer = await app.server.inject(`/api/v1/maps/still.svg?theme=dark&size=${size}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ]);
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(answer.headers['cache-control']).toBe('public, max-age=3600');
    expect(answer.body.match(/<path/g)?.length).toBeGreaterThanOrEqual(paths);
    expect(gzipSync(answer.rawPayload).length).toBeLessThan(60_000);
  },
);

it('rejects an unknown size or theme of the picture', async () => {
  for (const query of ['size=huge', 'theme=blue', 'size=wide&size=small']) {
    const answer = await app.server.inject(`/api/v1/maps/still.svg?${query}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input']);
  }
});
