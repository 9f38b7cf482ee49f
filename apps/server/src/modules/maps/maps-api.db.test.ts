// Tests of the map routes with the whole city: limits by caller, and the routing queue in the operator's metrics.
import { demoMobile } from '@kerb/domain/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../kit/testing/test-app.ts';

const credentials = 'operator:correct horse';
const app = await createTestApp({ city: true, seed: true, env: { HOSTED_BASIC_AUTH: credentials } });
const basic = { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
afterAll(() => app.close());

async function call(method: 'GET' | 'POST', url: string, headers: Record<string, string>, payload?: object) {
  const answer = await app.server.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, json: answer.json(), headers: answer.headers };
}

async function signIn(mobile: string): Promise<{ authorization: string }> {
  const { json } = await call('POST', '/api/v1/auth/otp', {}, { mobile });
  const inbox = await call('GET', `/api/v1/dev/inbox?mobile=${encodeURIComponent(mobile)}&limit=1`, {});
  const { otp } = inbox.json.items[0];
  const session = await call(
    'POST',
    '/api/v1/auth/session',
    {},
    { verificationId: json.verificationId, otp },
  );
  return { authorization: `Bearer ${session.json.token}` };
}

let rider: { authorization: string };
let admin: { authorization: string };
beforeAll(async () => {
  rider = await signIn(demoMobile('simRider', 1));
  admin = await signIn(demoMobile('admin', 1));
});

const around = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ lat: -34.905 + (n % 7) * 0.002, lng: -56.185 + n * 0.0005 }));
const inText = (count: number) =>
  around(count)
    .map(({ lat, lng }) => `${lat},${lng}`)
    .join('|');
const query = 'start=-34.9056,-56.1913&dest=-34.8945,-56.1665';
const matrix = (headers: Record<string, string>, starts: number, dests: number) =>
  call('POST', '/api/v1/maps/matrix', headers, { start: around(starts), dest: around(dests) });
const hosted = (name: string, headers: Record<string, string>, payload: object) =>
  call('POST', `/${name}`, headers, payload);

describe('a matrix', () => {
  it('has at most 100 pairs for a rider, in both APIs', async () => {
    expect((await matrix(rider, 10, 10)).json.rows).toHaveLength(10);
    for (const answer of [
      await matrix(rider, 50, 50),
      await hosted('getDistanceMatrix', rider, { start: inText(50), dest: inText(50) }),
    ])
      expect([answer.status, answer.json.code]).toEqual([400, 'invalid_input']);
  });

  it('may be large for an admin and for the operator’s key, and is computed in parts', async () => {
    const { status, json } = await matrix(admin, 30, 30);
    expect([status, json.rows.length, json.rows[0].length]).toEqual([200, 30, 30]);
    // The route from a place to itself has length 0, whichever part of the matrix it is in.
    for (const n of [0, 15, 29]) expect(json.rows[n][n].distance_in_km).toBe(0);
    const program = await hosted('getDistanceMatrix', basic, { start: inText(12), dest: inText(12) });
    expect([program.status, program.json.length]).toEqual([200, 144]);
  });

  it('is available to visitors only in the hosted API, and only if it is small', async () => {
    expect((await matrix({}, 1, 1)).status).toBe(401);
    const small = await hosted('getDistanceMatrix', {}, { start: inText(5), dest: inText(5) });
    expect([small.status, small.json.length]).toEqual([200, 25]);
    const large = await hosted('getDistanceMatrix', {}, { start: inText(13), dest: inText(2) });
    expect([large.status, large.json.code]).toEqual([401, 'must_login']);
  });

  it.each([
    [{ start: [], dest: around(1) }],
    [{ start: around(51), dest: around(1) }],
    [{ start: [{ lat: 91, lng: 0 }], dest: around(1) }],
    [{ dest: around(1) }],
  ])('an invalid one is refused: %o', async (payload) => {
    expect((await call('POST', '/api/v1/maps/matrix', rider, payload)).status).toBe(400);
  });
});

describe('directions', () => {
  it('of a visitor have at most the stops of the booking form; more require a session', async () => {
    const through = (count: number, headers: Record<string, string> = {}) =>
      call('GET', `/api/v1/maps/directions?${query}&waypoints=${inText(count)}`, headers);
    expect((await through(5)).json.legs).toHaveLength(6);
    const refused = await through(6);
    expect([refused.status, refused.json.code]).toEqual([401, 'must_login']);
    expect((await through(18, rider)).json.legs).toHaveLength(19);
  });

  it('of an estimate have the same limit', async () => {
    const { json: types } = await call('GET', '/api/v1/cartypes', {});
    const [pickup, drop] = around(2).map((at) => ({ ...at, add: 'Montevideo' }));
    const waypoints = around(6).map((at) => ({ ...at, add: 'Montevideo' }));
    const body = { pickup, drop, waypoints, carType: types.items[0].id };
    const refused = await call('POST', '/api/v1/estimates', {}, body);
    expect([refused.status, refused.json.code]).toEqual([401, 'must_login']);
    expect((await call('POST', '/api/v1/estimates', rider, body)).status).toBe(201);
  });

  it('are limited by their legs, and the error has Retry-After', async () => {
    const through = `/api/v1/maps/directions?${query}&waypoints=${inText(5)}`;
    // A demonstration has 20 times the budget of 2,000 units: 833 calls of 48.
    const statuses = new Set<number>();
    let calls = 0;
    while (!statuses.has(429) && calls < 1000) {
      const { status, headers } = await call('GET', through, {});
      statuses.add(status);
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      calls += 1;
    }
    expect([...statuses]).toEqual([200, 429]);
    expect(calls).toBeLessThanOrEqual(834);
    // A signed-in caller at the same address has a separate budget.
    expect((await call('GET', through, rider)).status).toBe(200);
  });
});

it('export queue depth, waiting time and rejections of each lane as metrics', async () => {
  const { body } = await app.server.inject({ url: '/metrics' });
  for (const lane of ['previews', 'estimates', 'other']) {
    expect(body).toContain(`kerb_routing_waiting{lane="${lane}"} 0`);
    expect(body).toMatch(new RegExp(`kerb_routing_wait_seconds_count\\{lane="${lane}"\\} [1-9]`));
  }
  expect(body).toContain('# TYPE kerb_routing_refused_total counter');
});
