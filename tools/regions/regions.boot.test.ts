// Runs two cities in one installation: the second is added while the first runs, and their data is isolated.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gridCity, writeOsmPbf } from '@kerb/testing/osm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseConfig } from '../../apps/server/src/config.ts';
import { freePort } from '../../apps/server/src/kit/postgres/free-port.ts';
import {
  type ExternalDatabase,
  startExternalDatabase,
} from '../../apps/server/src/kit/testing/external-database.ts';
import { writeOneStreetCity } from '../../apps/server/src/kit/testing/one-street-city.ts';
import { type Program, startProgram } from '../../apps/server/src/kit/testing/program.ts';
import { type Person, signIn, statusesIn, withSession } from '../../e2e/api/people.ts';
import { acceptWhenOffered, book, find, goOnDutyAt } from '../../e2e/api/ride.ts';
import { until } from '../../e2e/api/until.ts';
import { regionCommand } from './region-command.ts';

const RIDER = '+59891000001';
const DRIVER = '+59892000001';
const ADMIN = '+59899000001';

const secondPlace = { lat: -30.8908, lng: -55.5328 };

const folder = mkdtempSync(join(tmpdir(), 'kerb-regions-'));
const mapFile = join(folder, 'livramento.osm.pbf');
const firstMap = join(folder, 'one-street.osm.pbf');
let database: ExternalDatabase;
let environment: Record<string, string>;
let program: Program;
/** Origins with the same port: the IP address selects the first city, the host name the second one. */
let first: string;
let second: string;
let adminOfSecond: Pick<Person, 'uid' | 'token'>;
let driverOfBoth: { here: Person; there: Person };

async function start(): Promise<void> {
  program = startProgram('start.mjs', environment);
  await program.says('Kerb is running');
}

/** Runs the region command in this process with these arguments; returns its exit code and output. */
async function region(...words: string[]): Promise<{ code: number; text: string }> {
  const said: string[] = [];
  const code = await regionCommand(words, parseConfig(environment), (line) => said.push(line));
  return { code, text: said.join('\n') };
}

async function settingsAt(origin: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${origin}/api/v1/settings`);
  return { ...((await answer.json()) as Record<string, unknown>), status: answer.status };
}

const addLivramento = () =>
  region(
    'add',
    'livramento',
    '--host=localhost',
    `--map=${mapFile}`,
    '--country=BR',
    '--timezone=America/Sao_Paulo',
    '--currency=BRL',
    '--symbol=R$',
  );

beforeAll(async () => {
  writeOneStreetCity(firstMap);
  writeFileSync(mapFile, writeOsmPbf(gridCity({ name: 'Livramento', ...secondPlace }), 'a test'));
  database = await startExternalDatabase(join(folder, 'external'), { mayMakeDatabases: true });
  const port = await freePort();
  first = `http://127.0.0.1:${port}`;
  second = `http://localhost:${port}`;
  environment = {
    PORT: String(port),
    KERB_DATA: join(folder, 'data'),
    KERB_CITY: firstMap,
    KERB_PAST_DAYS: '0',
    KERB_SIM_DRIVERS: '0',
    KERB_SIM_RIDERS: '0',
    DATABASE_URL: database.url(),
  };
  await start();
});
afterAll(async () => {
  await program.stop();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('rejects an invalid city with every problem, and changes nothing', async () => {
  const wrong = await region('add', 'Livramento', '--host', 'http://x', '--timezone', 'Mars', '--map', 'x');
  expect(wrong.code).toBe(1);
  for (const name of ['key', 'host', 'timezone']) expect(wrong.text).toContain(`${name}: `);
  const missing = await region(
    'add',
    'nowhere',
    '--host',
    'nowhere.localhost',
    '--map',
    join(folder, 'no.pbf'),
  );
  expect(missing).toMatchObject({ code: 1, text: expect.stringContaining('no.pbf') });
  expect((await region('list')).text).toBe('There is one city.');
  expect(await database.column("select datname from pg_database where datname like '%nowhere'")).toEqual([]);
});

it('opens a second city with its own currency, time zone and map while the first one serves', async () => {
  expect(await settingsAt(second)).toMatchObject({ code: 'UYU' });
  const added = await addLivramento();
  expect(added).toMatchObject({
    code: 0,
    text: expect.stringContaining(`Livramento is served at ${second}`),
  });
  await until(
    'The second city',
    () => settingsAt(second),
    ({ code }) => code === 'BRL',
  );
  const links = [
    { name: 'one-street', url: first, here: false },
    { name: 'Livramento', url: second, here: true },
  ];
  expect(await settingsAt(second)).toMatchObject({
    country: 'BR',
    timezone: 'America/Sao_Paulo',
    symbol: 'R$',
    city: { name: 'Livramento' },
    regions: links,
  });
  expect(await settingsAt(first)).toMatchObject({ code: 'UYU', city: { name: 'one-street' } });
  const metrics = await (await fetch(`${first}/metrics`)).text();
  expect(metrics).toMatch(/^kerb_pool_connections \d/m);
  expect(metrics).toMatch(/^kerb_pool_connections\{city="livramento"\} \d/m);
  expect((await region('list')).text).toBe(`livramento  Livramento  ${second}`);
});

/** Signs in to both cities with the same mobile number, which has a separate account in each. */
async function both(mobile: string): Promise<{ here: Person; there: Person }> {
  return { here: await signIn(second, mobile), there: await signIn(first, mobile) };
}

const statusAt = async (origin: string, path: string, token: string): Promise<number> =>
  (await fetch(`${origin}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).status;

it('a ride in one city is not visible in the other, for riders, drivers and admins', async () => {
  const rider = await both(RIDER);
  const driver = await both(DRIVER);
  driverOfBoth = driver;
  const admin = await both(ADMIN);
  adminOfSecond = admin.here;
  const pickup = await find(rider.here, 'Calle 2 201');
  const drop = await find(rider.here, 'Calle 7 601');
  await goOnDutyAt(driver.here, pickup);
  const { driver: profile } = await driver.here.client.getMe();
  const { id } = await book(rider.here, { pickup, drop, carType: profile?.carType ?? '' });
  const seen = rider.here.listen(`booking:${id}`);
  await acceptWhenOffered(driver.here, id);
  await until(
    'The acceptance',
    () => statusesIn(seen),
    (statuses) => statuses.includes('ACCEPTED'),
  );

  const path = `/bookings/${id}`;
  for (const { here, there } of [rider, driver, admin]) {
    expect(await statusAt(second, path, here.token)).toBe(200);
    // The other city's account cannot read the ride, and its session is not valid in this city.
    expect(await statusAt(first, path, there.token)).toBe(404);
    expect(await statusAt(second, path, there.token)).toBe(401);
    expect(await statusAt(first, path, here.token)).toBe(401);
  }
  expect((await admin.there.client.listBookings({ query: {} })).items).toEqual([]);
  expect((await admin.here.client.listBookings({ query: {} })).items.map((one) => one.id)).toEqual([id]);
  // The search of the other city does not contain the place.
  await expect(find(rider.there, 'Calle 2 201')).rejects.toThrow();
  for (const { here, there } of [rider, admin]) for (const person of [here, there]) person.leave();
});

const goOnDuty = ({ client }: Person) => client.setDuty({ body: { driverActiveStatus: true } });

it('a driver is on duty in one city at a time, and not in another one while on a trip', async () => {
  const { here, there } = driverOfBoth;
  const isOnDuty = async ({ client }: Person) => (await client.getMe()).driver?.driverActiveStatus;
  // The trip of the previous test is still in progress.
  await expect(goOnDuty(there)).rejects.toThrow(/^driver_busy/);
  const { items } = await here.client.listBookings({ query: {} });
  const params = { id: items[0]?.id ?? '' };
  await here.client.cancelBooking({ params, body: { reason: 'The car broke down' } });
  await goOnDuty(there);
  expect([await isOnDuty(here), await isOnDuty(there)]).toEqual([false, true]);
  await goOnDuty(here);
  expect([await isOnDuty(here), await isOnDuty(there)]).toEqual([true, false]);
  await Promise.all([goOnDuty(here), goOnDuty(there)]);
  expect([await isOnDuty(here), await isOnDuty(there)]).not.toEqual([true, true]);
  for (const person of [here, there]) person.leave();
});

it('a closed city is not served, and has its data when opened again', async () => {
  expect((await region('close', 'livramento')).code).toBe(0);
  expect((await region('close', 'livramento')).code).toBe(1);
  await until(
    'The end of the closed city',
    () => settingsAt(second),
    ({ status }) => status === 503,
  );
  expect(await settingsAt(first)).toMatchObject({ status: 200, code: 'UYU' });
  expect(await region('add', 'other', '--host=localhost', `--map=${mapFile}`)).toMatchObject({
    code: 1,
    text: expect.stringContaining('Livramento already has the host'),
  });
  await program.stop();
  expect((await addLivramento()).code).toBe(0);
  await start();
  expect(await settingsAt(second)).toMatchObject({ code: 'BRL' });
  const admin = await withSession(second, adminOfSecond.token, adminOfSecond.uid);
  expect((await admin.client.listBookings({ query: {} })).items).toHaveLength(1);
  admin.leave();
});
