// Tests of the hosted map functions: their names, payloads and responses for the operator's programs.
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
    method: 'POST',
    url: `/${name}`,
    payload,
    headers: { authorization },
  });
  return { status: answer.statusCode, body: answer.json() };
}
const plaza = '-34.9056,-56.1913';
const terminal = '-34.8945,-56.1665';

it('autocomplete returns places that can be looked up by their place_id', async () => {
  const { body } = await post('fetchPlacesAutocomplete', { searchKeyword: '18 de Julio 1453' });
  expect(body.searchResults[0].description).toMatch(/18 de Julio 1453/);
  const found = await post('fetchCoordsfromPlace', { place_id: body.searchResults[0].place_id });
  expect(found.body.coords).toEqual({ lat: expect.closeTo(-34.905, 2), lng: expect.closeTo(-56.185, 2) });
});

it('places of another country than the city’s are not found', async () => {
  const found = async (country?: string) =>
    (await post('fetchPlacesAutocomplete', { searchKeyword: '18 de Julio', country })).body.searchResults;
  expect(await found('uy')).toEqual(await found());
  expect(await found('UY')).not.toEqual([]);
  expect(await found('FR')).toEqual([]);
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

it.each(['fetchPlacesAutocomplete', 'fetchAddressfromCoords', 'getDirectionsApi'])(
  '%s rejects all other credentials, and returns its own error',
  async (name) => {
    const { status, body } = await post(name, {}, basic('operator:wrong'));
    expect([status, body.code, body.error]).toEqual([401, 'not_logged_in', `${name} Call Error`]);
  },
);

it.each([
  ['fetchCoordsfromPlace', { place_id: 'none' }],
  ['getDistanceMatrix', { start: 'nowhere', dest: terminal }],
])('%s needs no credentials, and says its own error', async (name, payload) => {
  const { status, body } = await post(name, payload, '');
  expect(status).toBeLessThan(500);
  expect(status).not.toBe(401);
  expect(body).toMatchObject({ code: expect.any(String), error: `${name} Call Error` });
});

it('calls without credentials are limited by IP address', async () => {
  const limited = await createTestApp({ limitScale: 1 });
  const ask = async (): Promise<number> => {
    const payload = { start: 'nowhere', dest: terminal };
    return (await limited.server.inject({ method: 'POST', url: '/getDistanceMatrix', payload })).statusCode;
  };
  const statuses: number[] = [];
  for (let count = 0; count <= 20; count += 1) statuses.push(await ask());
  await limited.close();
  expect(new Set(statuses.slice(0, 20))).toEqual(new Set([400]));
  expect(statuses[20]).toBe(429);
});
