// The hosted map functions by their names: each takes its payload from the operator's programs and answers its part.
import { afterAll, expect, it } from 'vitest';
import { createTestApp } from '../../kit/testing/test-app.ts';

const app = await createTestApp({
  city: true,
  env: { HOSTED_BASIC_AUTH: 'operator:correct horse' },
});
afterAll(() => app.close());

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`;

async function post(name: string, payload: object, authorization = basic('operator:correct horse')) {
  const answer = await app.server.inject({
    ...{ method: 'POST', url: `/${name}`, payload, headers: { authorization } },
  });
  return { status: answer.statusCode, body: answer.json() };
}
const plaza = '-34.9056,-56.1913';
const terminal = '-34.8945,-56.1665';

it('places are completed, and found again by their place_id', async () => {
  const { body } = await post('fetchPlacesAutocomplete', { searchKeyword: '18 de Julio 1453' });
  expect(body.searchResults[0].description).toMatch(/18 de Julio 1453/);
  const found = await post('fetchCoordsfromPlace', { place_id: body.searchResults[0].place_id });
  expect(found.body.coords).toEqual({ lat: expect.closeTo(-34.905, 2), lng: expect.closeTo(-56.185, 2) });
});

it('an address is read from latlng', async () => {
  const { status, body } = await post('fetchAddressfromCoords', { latlng: plaza });
  expect([status, body]).toEqual([200, { address: expect.stringContaining('Montevideo') }]);
});

it('directions have distance_in_km and time_in_secs, with waypoints in between', async () => {
  const { body: direct } = await post('getDirectionsApi', { start: plaza, dest: terminal });
  expect(direct).toMatchObject({ time_in_secs: expect.any(Number), polylinePoints: expect.any(String) });
  const waypoints = '-34.88,-56.17';
  const { body: around } = await post('getDirectionsApi', { start: plaza, dest: terminal, waypoints });
  expect(around.distance_in_km).toBeGreaterThan(direct.distance_in_km);
});

it('the matrix has one entry for each pair of start and dest', async () => {
  const { body } = await post('getDistanceMatrix', { start: `${plaza}|${terminal}`, dest: terminal });
  expect(body).toMatchObject([
    { found: true, distance_in_km: expect.any(Number) },
    { found: true, distance_in_km: 0 },
  ]);
  expect(body[0].distance_in_km).toBeGreaterThan(2);
});

it.each(['fetchPlacesAutocomplete', 'fetchCoordsfromPlace', 'fetchAddressfromCoords', 'getDistanceMatrix'])(
  '%s is closed to everybody with other credentials',
  async (name) => {
    expect((await post(name, {}, basic('operator:wrong'))).status).toBe(401);
  },
);
