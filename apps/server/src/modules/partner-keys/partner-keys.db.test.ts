// Tests of partner keys over HTTP: permissions, stored data, and the routes that a key may call.
import { type PartnerKey, routes } from '@kerb/contract';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BookingEnvironment, createBookingEnvironment } from '../booking/testing/booking-environment.ts';
import { createMemoryFiles } from '../fleet/testing/memory-files.ts';
import { createMobilityDataModule } from '../mobility-data/index.ts';
import { createPartnerKeysModule } from './index.ts';
import { createResolveKey } from './manage-keys.ts';

let environment: BookingEnvironment;
let admin: Awaited<ReturnType<BookingEnvironment['addAdmin']>>;

beforeAll(async () => {
  const { storage } = createMemoryFiles();
  const logger = { info: () => undefined };
  environment = await createBookingEnvironment(
    {},
    {
      resolveKey: createResolveKey,
      more: (parts) => [
        createPartnerKeysModule(parts),
        createMobilityDataModule({ ...parts, secret: 'a secret of the tests', logger, storage }),
      ],
    },
  );
  admin = await environment.addAdmin();
});
afterAll(() => environment.close());

async function addKey(...scopes: string[]): Promise<{ item: PartnerKey; key: string }> {
  const body = { name: 'City Hall', scopes };
  const answer = await environment.call<{ item: PartnerKey; key: string }>(
    admin,
    routes.addPartnerKey,
    null,
    body,
  );
  expect(answer.status).toBe(201);
  return answer.body;
}

async function get(path: string, key: string | null) {
  const response = await environment.server.inject({
    method: 'GET',
    url: `/api/v1${path}`,
    headers: {
      accept: 'application/vnd.mds+json;version=2.0',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
  });
  return { status: response.statusCode, body: response.json() };
}

describe('a key', () => {
  const lists = ['/mds/vehicles', '/mds/vehicles/status', '/mds/trips?end_time=2026-03-02T10'];

  test('allows the routes of its scopes and no others', async () => {
    const { key } = await addKey('mds.vehicles');
    expect((await get('/mds/vehicles', key)).status).toBe(200);
    expect((await get('/mds/vehicles/status', key)).status).toBe(200);
    const refused = await get('/mds/trips?end_time=2026-03-02T10', key);
    expect(refused).toMatchObject({ status: 401, body: { code: 'key_scope', error: 'key_scope' } });
    for (const path of ['/bookings', '/promos', '/partner-keys', '/mobility-data/files'])
      expect([path, (await get(path, key)).body.code]).toEqual([path, 'not_logged_in']);
  });

  test.each(lists)(
    'is needed for %s: nothing, a session, an unknown or a malformed one is refused',
    async (path) => {
      const rider = await environment.addRider();
      const unknown = `kerb_key_${'A'.repeat(43)}`;
      for (const [about, key] of [
        ['nothing', null],
        ['the session of an admin', admin.uid],
        ['the session of a rider', rider.uid],
        ['unknown', unknown],
        ['malformed', 'kerb_key_'],
        ['of another kind', 'x'.repeat(300)],
      ] as const) {
        const { status, body } = await get(path, key);
        expect([about, status, body.code]).toEqual([about, 401, 'key_invalid']);
        expect(body.error_details).toHaveLength(1);
      }
    },
  );

  test('is rejected once it is revoked, and is revoked once', async () => {
    const { item, key } = await addKey('mds.vehicles', 'mds.trips');
    expect((await get('/mds/vehicles', key)).status).toBe(200);
    expect((await environment.call(admin, routes.revokePartnerKey, item.id)).status).toBe(204);
    expect((await get('/mds/vehicles', key)).body.code).toBe('key_invalid');
    expect((await environment.call(admin, routes.revokePartnerKey, item.id)).code).toBe('not_found');
  });

  test('is stored as a hash only, and listed with the time of its last use', async () => {
    const { item, key } = await addKey('mds.trips');
    await get('/mds/trips?end_time=2026-03-02T10', key);
    const { body } = await environment.call<{ items: PartnerKey[] }>(admin, routes.listPartnerKeys, null);
    const listed = body.items.find(({ id }) => id === item.id);
    expect(listed?.last_used_at).toBe(Math.floor(environment.now() / MS_PER_MINUTE) * MS_PER_MINUTE);
    const { rows } = await environment.database.pool.query(
      'select partner_keys::text as row from partner_keys',
    );
    expect(JSON.stringify([rows, body])).not.toContain(key.slice(-20));
  });

  test('is created by admins only, with a name and existing scopes', async () => {
    const rider = await environment.addRider();
    const add = (body: object, actor = admin) => environment.call(actor, routes.addPartnerKey, null, body);
    expect((await add({ name: 'Mine', scopes: ['mds.trips'] }, rider)).code).toBe('forbidden');
    for (const body of [
      { name: ' ', scopes: ['mds.trips'] },
      { name: 'x'.repeat(81), scopes: ['mds.trips'] },
      { name: 'None', scopes: [] },
      { name: 'Unknown', scopes: ['mds.everything'] },
      { name: 'Twice', scopes: ['mds.trips', 'mds.trips'] },
    ])
      expect([body, (await add(body)).code]).toEqual([body, 'invalid_input']);
    environment.set({ AllowCriticalEditsAdmin: false });
    expect((await add({ name: 'Demo', scopes: ['mds.trips'] })).code).toBe('demo_mode');
    environment.set({ AllowCriticalEditsAdmin: true });
  });

  test('is listed after valid ones once it is revoked, and revoked by admins outside the demonstration', async () => {
    const rider = await environment.addRider();
    const { item } = await addKey('mds.trips');
    const revoke = (actor = admin) => environment.call(actor, routes.revokePartnerKey, item.id);
    expect((await revoke(rider)).code).toBe('forbidden');
    expect((await environment.call(rider, routes.listPartnerKeys, null)).code).toBe('forbidden');
    environment.set({ AllowCriticalEditsAdmin: false });
    expect((await revoke()).code).toBe('demo_mode');
    environment.set({ AllowCriticalEditsAdmin: true });
    expect((await revoke()).status).toBe(204);
    const valid = await addKey('mds.trips');
    const { body } = await environment.call<{ items: PartnerKey[] }>(admin, routes.listPartnerKeys, null);
    const ids = body.items.map(({ id }) => id);
    expect(ids.indexOf(item.id)).toBeGreaterThan(ids.indexOf(valid.item.id));
    expect(body.items.find(({ id }) => id === item.id)?.revoked_at).toBe(environment.now());
  });

  test('is limited to 50 valid keys, also when two are created at the same time', async () => {
    const body = { name: 'Many', scopes: ['mds.trips'] };
    const add = () => environment.call<{ item: PartnerKey }>(admin, routes.addPartnerKey, null, body);
    const { rows } = await environment.database.pool.query(
      'select count(*)::int as valid from partner_keys where revoked_at is null',
    );
    for (let valid = rows[0].valid; valid < 49; valid += 1) expect((await add()).status).toBe(201);
    const answers = await Promise.all([add(), add()]);
    expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([201, 'too_many_keys']);
    const added = answers.find(({ status }) => status === 201)?.body.item.id ?? '';
    expect((await environment.call(admin, routes.revokePartnerKey, added)).status).toBe(204);
    expect((await add()).status).toBe(201);
  });
});
