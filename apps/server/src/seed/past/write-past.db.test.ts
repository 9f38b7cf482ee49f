// Tests the past in the database: the ledger verifies, reports agree with it, it is written once, and a start after a
// crash completes it.
import { join } from 'node:path';
import { MS_PER_DAY, MS_PER_HOUR } from '@kerb/domain/kernel';
import { afterAll, describe, expect, test } from 'vitest';
import { workspaceRoot } from '../../kit/package-root.ts';
import { createTestApp } from '../../kit/testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/testing/test-database.ts';
import { createLedgerModule, verifyLedger } from '../../modules/ledger/index.ts';
import { seedMarks } from '../../modules/settings/index.ts';
import type { StoredFile } from '../../ports/storage.ts';
import { demonstrationPeople } from '../people.ts';
import { createSeedDemonstration, type SeedDemonstrationDeps } from '../seed-demonstration.ts';
import { createSeedEnvironment } from '../testing/seed-environment.ts';
import { readCityTrips } from './city-trips.ts';

const NOW = Date.parse('2026-03-05T17:15:00Z');
const DAYS = 20;
const secret = 'secret of the tests';
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.close();
});

const readTrips = async () => readCityTrips(join(workspaceRoot(), 'data', 'montevideo-trips.json'));

/** A database with a seed whose clock starts at NOW; `changes` replaces dependencies of the seed. */
async function openDemonstration(days = DAYS) {
  const database = await createTestDatabase();
  databases.push(database);
  const time = { now: NOW };
  const clock = { now: () => time.now };
  const { base, settings, identity, fleet, documents, files } = createSeedEnvironment(database, clock);
  const deps: SeedDemonstrationDeps = {
    ...base,
    settings: settings.api,
    identity: identity.api,
    fleet: fleet.api,
    documents: documents.api,
    past: { days, readCityTrips: readTrips },
  };
  const rowsOf = async <Row>(query: string): Promise<Row[]> => (await database.pool.query(query)).rows;
  const numberOf = async (query: string): Promise<number> =>
    Number((await rowsOf<{ n: number }>(`select (${query}) as n`))[0]?.n ?? -1);
  const seed = (changes: Partial<SeedDemonstrationDeps> = {}) =>
    createSeedDemonstration({ ...deps, ...changes })();
  return { database, base, clock, time, settings, identity, files, seed, rowsOf, numberOf };
}

type Demonstration = Awaited<ReturnType<typeof openDemonstration>>;

const tables = [
  'bookings',
  'booking_timeline_entries',
  'booking_requests',
  'fare_reviews',
  'ledger_transactions',
  'ledger_entries',
  'payments',
  'payment_topups',
  'withdraws',
  'promos',
  'promo_uses',
  'referrals',
  'chats',
  'chat_messages',
  'safety_alerts',
  'duty_periods',
  'driver_documents',
  'saved_addresses',
  'vehicles',
  'vehicle_drivers',
  'vehicle_handovers',
  'vehicle_charges',
];

/** Row counts of all tables, and the content of all bookings and entries; account ids differ between databases. */
async function contentOf({ numberOf, rowsOf }: Demonstration) {
  const counts: Record<string, number> = {};
  for (const table of tables) counts[table] = await numberOf(`select count(*) from ${table}`);
  const [hashes] = await rowsOf(`
    select (select md5(string_agg(to_jsonb(b)::text, '' order by id)) from bookings b) as bookings,
      (select md5(string_agg(t.id || coalesce(a.owner::text, a.kind) || e.amount, ''
         order by t.id, coalesce(a.owner::text, a.kind), e.amount))
       from ledger_entries e join ledger_transactions t on t.id = e.transaction
       join ledger_accounts a on a.id = e.account) as entries`);
  return { counts, hashes };
}

const whole = await openDemonstration();
await whole.seed();
const content = await contentOf(whole);

describe('a demonstration with a past', () => {
  test('has a ledger that passes verification, with a seal for each finished day', async () => {
    const files = new Map<string, StoredFile>();
    const storage = {
      put: async (key: string, file: StoredFile) => void files.set(key, file),
      get: async (key: string) => files.get(key) ?? null,
      remove: async (key: string) => void files.delete(key),
    };
    const ledger = createLedgerModule({
      ...whole.base,
      logger: { info: () => undefined } as never,
      settings: whole.settings.api,
      identity: whole.identity.api,
      storage,
      secret,
      heldPayments: { heldCount: async () => 0 },
    });
    await ledger.jobs?.['ledger.seal']?.({});
    expect(files.size).toBe(DAYS);
    const { checks } = await verifyLedger({ db: whole.database.queries, storage, secret });
    expect(checks.flatMap(({ differences }) => differences)).toEqual([]);
    expect(content.counts.ledger_transactions).toBeGreaterThan(200);
  });

  test('has reports, wallets and counters that match its bookings and its ledger', async () => {
    const { numberOf } = whole;
    const ownVehicles = await numberOf('select sum(amount) from vehicle_charges where fleetadmin is null');
    expect(ownVehicles).toBeGreaterThan(0);
    const revenue =
      (await numberOf(`select balance from ledger_accounts where kind = 'platform_revenue'`)) - ownVehicles;
    expect(await numberOf('select sum(convenience_fees) from report_earnings')).toBe(revenue);
    expect(
      await numberOf('select sum(convenience_fees) from report_bookings where paid_at is not null'),
    ).toBe(revenue);
    expect(await numberOf(`select count(*) from bookings b where rating is not null`)).toBe(
      await numberOf(`select sum(rating_count) from users where usertype = 'driver'`),
    );
    expect(await numberOf(`select coalesce(sum(rider_rating), 0) from bookings`)).toBe(
      await numberOf(`select sum(rating_sum) from users where usertype = 'rider'`),
    );
    expect(await numberOf(`select sum(user_avail) from promos`)).toBe(content.counts.promo_uses);
    expect(
      await numberOf(
        `select coalesce(sum(amount), 0) from withdraws where not processed and returned_at is null`,
      ),
    ).toBe(await numberOf(`select balance from ledger_accounts where kind = 'withdrawals_payable'`));
    expect(await numberOf('select count(*) from travel_time_samples')).toBeGreaterThan(100);
    expect(
      await numberOf(`select count(*) from bookings where status not in ('COMPLETE', 'CANCELLED')`),
    ).toBe(0);
  });

  test('has documents in each state, with their pictures, and an applicant who waits for review', async () => {
    const until = `documents_valid_until - ${NOW}`;
    const month = 30 * MS_PER_DAY;
    const driversWith = (condition: string) =>
      whole.numberOf(`select count(*) from drivers join users using (uid) where ${condition}`);
    expect(await driversWith(`review = 'approved' and ${until} > ${month}`)).toBeGreaterThan(0);
    expect(await driversWith(`${until} between 1 and ${month}`)).toBeGreaterThan(1);
    expect(await driversWith(`fleetadmin is not null and ${until} < 0`)).toBe(1);
    expect(await driversWith(`review = 'waiting' and not approved and ${until} > 0`)).toBe(1);
    const documents = await whole.rowsOf<{ key: string }>('select storage_key as key from driver_documents');
    expect(documents.map(({ key }) => key).sort()).toEqual([...whole.files.stored.keys()].sort());
    const [picture] = whole.files.stored.values();
    expect(picture?.bytes.subarray(8, 12).toString()).toBe('WEBP');
  });

  test('has the jobs that seal days and learn travel times', async () => {
    const jobs = await whole.rowsOf<{ identifier: string }>(
      `select task_identifier as identifier from graphile_worker.jobs order by task_identifier`,
    );
    expect(jobs.map(({ identifier }) => identifier)).toEqual(['ledger.seal', 'travel-times.learn']);
  });

  test('is written once', async () => {
    whole.time.now = NOW + MS_PER_DAY;
    expect(await whole.seed()).toBe(false);
    expect(await contentOf(whole)).toEqual(content);
  });
});

test('a start after a crash completes the interrupted history, also when no history is requested', async () => {
  const halfway = await openDemonstration();
  // The bookings are written at the same time as the ledger, whose last portion fails.
  const withTx: SeedDemonstrationDeps['withTx'] = (work, options) =>
    halfway.base.withTx(async (tx) => {
      const result = await work(tx);
      if ((await seedMarks(tx)).has('past-postings-2')) throw new Error('The power failed');
      return result;
    }, options);
  await expect(halfway.seed({ withTx })).rejects.toThrow('The power failed');
  const before = await contentOf(halfway);
  expect(before.counts.ledger_transactions).toBeGreaterThan(0);
  expect(before.counts.ledger_transactions).toBeLessThan(content.counts.ledger_transactions ?? 0);
  expect(before.counts.withdraws).toBe(0);
  halfway.time.now = NOW + 3 * MS_PER_HOUR;
  expect(await halfway.seed({ past: { days: 0, readCityTrips: readTrips } })).toBe(false);
  expect(await contentOf(halfway)).toEqual(content);
});

test('no history is written for zero days, or without the trips of the city', async () => {
  const without = await openDemonstration(0);
  expect(await without.seed()).toBe(true);
  expect((await contentOf(without)).counts).toEqual(Object.fromEntries(tables.map((table) => [table, 0])));
  const elsewhere = await openDemonstration();
  expect(await elsewhere.seed({ past: { days: DAYS, readCityTrips: async () => null } })).toBe(true);
  expect(await elsewhere.numberOf('select count(*) from bookings')).toBe(0);
});

test('no history and no matching people and settings are written when a person’s number is taken', async () => {
  const taken = await openDemonstration();
  const [rider] = demonstrationPeople().people.filter(({ kind }) => kind === 'rider');
  if (rider === undefined) throw new Error('There is no rider');
  const createdAt = NOW - MS_PER_DAY;
  const { firstName, lastName, mobile, usertype } = rider;
  const email = 'other@kerb.example';
  const other = { uid: taken.base.ids.next(), usertype, firstName, lastName, mobile, email, createdAt };
  await taken.base.withTx((tx) =>
    taken.identity.api.addMissingUsers(tx, [
      { ...other, emailVerified: true, referralId: 'other1', rating: { count: 0, sum: 0 } },
    ]),
  );
  expect(await taken.seed()).toBe(true);
  expect((await contentOf(taken)).counts).toEqual(Object.fromEntries(tables.map((table) => [table, 0])));
  expect(await taken.numberOf(`select count(*) from users where created_at <> ${NOW}`)).toBe(1);
  expect(await taken.numberOf('select count(*) from users')).toBe(demonstrationPeople().people.length);
  expect((await taken.settings.api.get()).bonus).not.toBe(80);
  expect(await taken.seed()).toBe(false);
});

test.each([
  ['Montevideo has a past', 0, 1],
  ['another city has none', 10, 0],
])('a demonstration over an import of %s', async (_, degreesEast, expected) => {
  const database = await createTestDatabase({ city: true });
  await database.pool.query('update maps_cities set west = west + $1, east = east + $1', [degreesEast]);
  const app = await createTestApp({ database, seed: true, env: { KERB_PAST_DAYS: '1' } });
  const { rows } = await database.pool.query<{ n: number }>(
    'select least(count(*), 1)::int4 as n from bookings',
  );
  await app.close();
  expect(rows[0]?.n).toBe(expected);
});
