// Tests two complete servers behind PgBouncer in transaction mode, with a pool of four connections to PostgreSQL.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, positionsIn, signIn, statusesIn, withSession } from '../../../e2e/api/people.ts';
import { acceptWhenOffered, book } from '../../../e2e/api/ride.ts';
import { until } from '../../../e2e/api/until.ts';
import { type Booting, boot } from './boot.ts';
import { parseConfig } from './config.ts';
import { APP_ROLE } from './kit/db/app-role.ts';
import { createProgress } from './kit/progress.ts';
import { type PgBouncer, startPgBouncer } from './kit/testing/pgbouncer.ts';
import { withAdmin } from './kit/testing/template.ts';
import { createTestDatabase, type TestDatabase, testDataFolder } from './kit/testing/test-database.ts';

const PLAZA = { lat: -34.9058, lng: -56.1913, add: 'Plaza Independencia' };
const PARQUE = { lat: -34.9121, lng: -56.1645, add: 'Parque Rodó' };
const PASSWORD = 'password-of-the-pooled-role';
const POOL_SIZE = 4;
/** A database user that may not create roles. */
const OWNER = 'kerb_pooler_test_owner';

const folder = mkdtempSync(join(tmpdir(), 'kerb-pooler-'));
const booted: Booting[] = [];
let database: TestDatabase;
let bouncer: PgBouncer;
/** Pooler addresses of the user that owns the tables and of the server's own role. */
let asOwner: string;
let asRole: string;

/** Each server has its own data folder that contains the city imported by the tests. */
function bootServer(env: Readonly<Record<string, string>>): Booting {
  const data = join(folder, String(booted.length));
  mkdirSync(data);
  symlinkSync(join(testDataFolder(), 'cities'), join(data, 'cities'));
  const config = parseConfig({
    KERB_DATA: data,
    PORT: '0',
    KERB_PAST_DAYS: '0',
    KERB_SECRET: 'the secret of both servers behind the pooler',
    KERB_LOG: 'error',
    ...env,
  });
  const booting = boot({
    config,
    progress: createProgress(() => undefined, true),
    webReady: Promise.resolve(),
    onFatal: () => undefined,
  });
  booted.push(booting);
  return booting;
}

beforeAll(async () => {
  database = await createTestDatabase({ city: true });
  const { connectionString } = database;
  await withAdmin(connectionString, (client) =>
    client.query(`alter role ${APP_ROLE} login password '${PASSWORD}'`),
  );
  const { username, password } = new URL(connectionString);
  bouncer = await startPgBouncer({
    connectionString,
    users: { [username]: decodeURIComponent(password), [APP_ROLE]: PASSWORD },
    poolSize: POOL_SIZE,
  });
  asOwner = bouncer.through(connectionString);
  const url = new URL(asOwner);
  url.username = APP_ROLE;
  url.password = PASSWORD;
  asRole = url.toString();
}, 120_000);
afterAll(async () => {
  for (const booting of booted) await booting.stop();
  await bouncer.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the server refuses to start', () => {
  const refusal = (env: Readonly<Record<string, string>>) =>
    bootServer(env).ready.then(
      () => 'started',
      (error: unknown) => String(error),
    );

  it('when the only address is that of the pooler', async () => {
    const said = await refusal({ DATABASE_URL: asOwner });
    expect(said).toMatch(/DATABASE_URL leads to a pooler .* Set DATABASE_DIRECT_URL/);
  });

  it('when the direct address is that of the pooler too', async () => {
    const said = await refusal({ DATABASE_URL: asRole, DATABASE_DIRECT_URL: asOwner });
    expect(said).toMatch(/DATABASE_DIRECT_URL leads to a pooler/);
  });

  it('when the pooler signs in as the owner of the ledger', async () => {
    const said = await refusal({ DATABASE_URL: asOwner, DATABASE_DIRECT_URL: database.connectionString });
    expect(said).toMatch(/would work as \w+, who may change the ledger. Let it sign in as kerb_app/);
  });

  it('when the owner of the database may not take on the role', async () => {
    const { connectionString } = database;
    await withAdmin(connectionString, async (client) => {
      await client.query(`create role ${OWNER} login password '${PASSWORD}'`);
      await client.query(`create database ${OWNER} owner ${OWNER}`);
    });
    const direct = new URL(connectionString);
    direct.username = OWNER;
    direct.password = PASSWORD;
    direct.pathname = `/${OWNER}`;
    const said = await refusal({ DATABASE_URL: asRole, DATABASE_DIRECT_URL: direct.toString() });
    await withAdmin(connectionString, async (client) => {
      await client.query(`drop database ${OWNER} with (force)`);
      await client.query(`drop role ${OWNER}`);
    });
    expect(said).toMatch(/needs its role kerb_app: permission denied to set role/);
  });

  it('when the two addresses are of different databases', async () => {
    const other = new URL(asRole);
    other.pathname = '/postgres';
    const env = { DATABASE_URL: other.toString(), DATABASE_DIRECT_URL: database.connectionString };
    expect(await refusal(env)).toMatch(/lead to different databases/);
  });
});

describe('two servers', () => {
  let driver: Person;
  let rider: Person;
  /** The same users, signed in at the second server. */
  let driverAtSecond: Person;
  let riderAtSecond: Person;
  let first: Booting;

  beforeAll(async () => {
    const env = { DATABASE_URL: asRole, DATABASE_DIRECT_URL: database.connectionString };
    const originOf = async (booting: Booting): Promise<string> => (await booting.ready)?.origin ?? '';
    first = bootServer(env);
    const origin = await originOf(first);
    const secondOrigin = await originOf(bootServer(env));
    driver = await signIn(origin, '+59892000001');
    rider = await signIn(origin, '+59891000001');
    driverAtSecond = await withSession(secondOrigin, driver.token, driver.uid);
    riderAtSecond = await withSession(secondOrigin, rider.token, rider.uid);
  }, 120_000);
  afterAll(() => {
    for (const person of [driver, rider, driverAtSecond, riderAtSecond]) person.leave();
  });

  async function ride(asDriver: Person, asRider: Person): Promise<string> {
    await asDriver.client.setDuty({ body: { driverActiveStatus: true } });
    await asDriver.client.postLocation({ body: { ...PLAZA, at: Date.now() } });
    const carType = (await asDriver.client.getMe()).driver?.carType ?? '';
    const { id } = await book(asRider, { pickup: PLAZA, drop: PARQUE, carType });
    await acceptWhenOffered(asDriver, id);
    const params = { id };
    await asDriver.client.arriveBooking({ params, body: { location: PLAZA } });
    await asDriver.client.startBooking({ params, body: { location: PLAZA } });
    return id;
  }
  async function pay(asDriver: Person, id: string): Promise<void> {
    await asDriver.client.reachBooking({ params: { id }, body: { location: PARQUE } });
    await asDriver.client.collectBooking({ params: { id }, body: {} });
  }

  it('complete a ride up to its payment, with events, positions and jobs', async () => {
    const id = await ride(driver, rider);
    const here = rider.listen(`booking:${id}`);
    const there = riderAtSecond.listen(`booking:${id}`);
    for (const received of [here, there])
      await until(
        'A position of the driver',
        () => driverAtSecond.client.postLocation({ body: { ...PLAZA, at: Date.now() } }),
        () => positionsIn(received).length > 0,
        { everyMs: 300, withinMs: 15_000 },
      );
    await pay(driver, id);
    for (const received of [here, there])
      await until(
        'The payment',
        () => statusesIn(received),
        (statuses) => statuses.includes('PAID'),
        { withinMs: 15_000 },
      );
    await until(
      'The jobs of the ride',
      async () =>
        (await database.asOwner.query('select from graphile_worker.jobs where run_at <= now()')).rowCount,
      (waiting) => waiting === 0,
      { withinMs: 15_000 },
    );
    const { rows } = await database.asOwner.query(
      'select count(*)::int as notices from notices where uid = $1',
      [rider.uid],
    );
    expect(rows[0]?.notices).toBeGreaterThan(0);
  });

  it('search places often, without prepared statements on the connections of the pooler', async () => {
    for (let turn = 0; turn < 3 * POOL_SIZE; turn += 1) {
      const { searchResults } = await rider.client.mapsAutocomplete({ query: { q: 'Sarandí' } });
      expect(searchResults.length).toBeGreaterThan(0);
    }
    await withAdmin(asRole, async (client) => {
      for (let turn = 0; turn < 2 * POOL_SIZE; turn += 1) {
        const { rows } = await client.query('select name from pg_prepared_statements');
        expect(rows).toEqual([]);
      }
    });
  });

  it('work under the role of the server, with its limits, on the connections of the pooler', async () => {
    const { rows } = await database.asOwner.query<{ user: string; count: number }>(
      `select usename as user, count(*)::int as count from pg_stat_activity
       where datname = current_database() and usename = $1 group by 1`,
      [APP_ROLE],
    );
    expect(rows).toEqual([
      { user: APP_ROLE, count: expect.toSatisfy((count: number) => count <= POOL_SIZE) },
    ]);
    await withAdmin(asRole, async (client) => {
      const { rows: limits } = await client.query(
        `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
      );
      expect(limits).toEqual([{ statement: '15s', idle: '30s' }]);
      // Cycles through every connection of the pooler; no client may have left session state on any of them.
      for (let turn = 0; turn < 2 * POOL_SIZE; turn += 1) {
        const { rows: channels } = await client.query('select pg_listening_channels()');
        expect(channels).toEqual([]);
      }
      await expect(client.query('delete from ledger_entries')).rejects.toThrow(/permission denied/);
    });
  });

  it('open no more direct connections than the operator’s guide states', async () => {
    const { rows } = await database.asOwner.query<{ name: string; count: number }>(
      `select application_name as name, count(*)::int as count from pg_stat_activity
       where datname = current_database() and usename <> $1
         and application_name in ('kerb', 'kerb-outbox', 'kerb-servers') group by 1 order by 1`,
      [APP_ROLE],
    );
    const atMost = (most: number) => expect.toSatisfy((count: number) => count <= most);
    // One line from each of the two servers.
    expect(rows).toEqual([
      { name: 'kerb', count: atMost(2 * 5) },
      { name: 'kerb-outbox', count: 2 },
      { name: 'kerb-servers', count: 2 },
    ]);
  });

  it('deliver events from the other server when the delivering one stops', async () => {
    await first.stop();
    const id = await ride(driverAtSecond, riderAtSecond);
    const received = riderAtSecond.listen(`booking:${id}`);
    await pay(driverAtSecond, id);
    await until(
      'The payment',
      () => statusesIn(received),
      (statuses) => statuses.includes('PAID'),
      { withinMs: 15_000 },
    );
  });
});
