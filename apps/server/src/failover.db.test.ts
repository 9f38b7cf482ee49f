// Tests two complete servers on a primary whose streaming replica is promoted, behind the same address, after the
// primary is killed.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, signIn, withSession } from '../../../e2e/api/people.ts';
import { until } from '../../../e2e/api/until.ts';
import { type Booting, boot } from './boot.ts';
import { parseConfig } from './config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './kit/postgres/embedded.ts';
import { createProgress } from './kit/progress.ts';
import { type FaultProxy, startFaultProxy } from './kit/testing/fault-proxy.ts';
import { writeOneStreetCity } from './kit/testing/one-street-city.ts';
import { makeReplica } from './kit/testing/replica.ts';
import { withAdmin } from './kit/testing/template.ts';

/** Maximum time from the promotion to the first write, event and job, ms. */
const BACK_WITHIN_MS = 15_000;
const DATABASE = 'city';

const folder = mkdtempSync(join(tmpdir(), 'kerb-failover-'));
const servers: Booting[] = [];
let primary: EmbeddedPostgres;
let replica: EmbeddedPostgres;
/** The database that the proxy's address currently forwards to. */
let target: { host: string; port: number };
let proxy: FaultProxy;
let origins: string[];
let rider: Person;
let riderAtSecond: Person;
let admin: Person;

const portOf = (url: string): number => Number(new URL(url).port);

async function bootServer(env: Readonly<Record<string, string>>): Promise<string> {
  const data = join(folder, `server-${servers.length}`);
  mkdirSync(data);
  const cityFile = join(folder, 'one-street.osm.pbf');
  writeOneStreetCity(cityFile);
  const config = parseConfig({
    KERB_DATA: data,
    KERB_CITY: cityFile,
    KERB_SECRET: 'the secret of both servers with a replica',
    KERB_PAST_DAYS: '0',
    // Silent, because errors are expected while the primary is away.
    KERB_LOG: 'silent',
    PORT: '0',
    ...env,
  });
  const server = boot({
    config,
    progress: createProgress(() => undefined, true),
    webReady: Promise.resolve(),
    onFatal: () => undefined,
  });
  servers.push(server);
  return (await server.ready)?.origin ?? '';
}

beforeAll(async () => {
  const home = join(folder, 'primary');
  primary = await startEmbeddedPostgres({ folder: home, settings: { wal_keep_size: '256MB' } });
  await withAdmin(primary.url(), (client) => client.query(`create database ${DATABASE}`));
  replica = await makeReplica({
    primary: { url: primary.url(), folder: home },
    folder: join(folder, 'replica'),
  });
  target = { host: '127.0.0.1', port: portOf(primary.url()) };
  proxy = await startFaultProxy(target);
  const url = new URL(primary.url(DATABASE));
  url.port = String(proxy.port);
  const env = { DATABASE_URL: url.toString(), DATABASE_REPLICA_URL: replica.url(DATABASE) };
  origins = [await bootServer(env), await bootServer(env)];
  const [first = '', second = ''] = origins;
  rider = await signIn(first, '+59891000001');
  admin = await signIn(first, '+59899000001');
  riderAtSecond = await withSession(second, rider.token, rider.uid);
}, 120_000);
afterAll(async () => {
  for (const person of [rider, admin, riderAtSecond]) person.leave();
  for (const server of servers) await server.stop();
  await proxy.close();
  await replica.stop();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The user's name in the server's list of users. */
async function listedName(origin = origins[0] ?? ''): Promise<string | undefined> {
  const operator = await withSession(origin, admin.token, admin.uid);
  const { items } = await operator.client.listUsers({ query: { usertype: 'rider', limit: 50 } });
  operator.leave();
  return items.find(({ id }) => id === rider.uid)?.firstName;
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${origins[0]}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(name));
  return Number(line?.slice(line.lastIndexOf(' ') + 1));
}

it('both servers read lists from the replica, including what was just written on one', async () => {
  for (const firstName of ['Ada', 'Bea', 'Cleo', 'Dora', 'Elsa']) {
    await rider.client.updateProfile({ body: { firstName } });
    for (const origin of origins) expect(await listedName(origin)).toBe(firstName);
  }
  const csv = await fetch(`${origins[0]}/api/v1/users.csv?usertype=rider`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(await csv.text()).toContain(',Elsa,');
  expect(await metric('kerb_replica_in_use')).toBe(1);
  expect(await metric('kerb_replica_reads_total{from="replica"}')).toBeGreaterThanOrEqual(5);
  expect(await metric('kerb_replica_reads_total{from="primary"}')).toBe(0);
});

async function untilReplayed(): Promise<void> {
  const { rows } = await withAdmin(primary.url(), (client) =>
    client.query<{ position: string }>('select pg_current_wal_flush_lsn()::text as position'),
  );
  await withAdmin(replica.url(), async (client) => {
    const isReplayed = async (): Promise<boolean> => {
      const { rows: answer } = await client.query<{ replayed: boolean }>(
        'select pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed',
        [rows[0]?.position],
      );
      return answer[0]?.replayed === true;
    };
    await until('The replay', isReplayed, (replayed) => replayed);
  });
}

it('both servers continue when the primary is killed and its replica promoted behind the same address', async () => {
  await untilReplayed();
  process.kill(primary.pid, 'SIGKILL');
  await primary.stop();
  const refused = await fetch(`${origins[0]}/api/v1/me`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${rider.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Lost' }),
  });
  expect(refused.status).toBe(503);
  await withAdmin(replica.url(), (client) => client.query('select pg_promote()'));
  target.port = portOf(replica.url());
  const [head] = await withAdmin(replica.url(DATABASE), async (client) => {
    const { rows } = await client.query<{ position: string }>('select position from outbox_heads');
    return rows;
  });

  const within = { withinMs: BACK_WITHIN_MS };
  const received = riderAtSecond.listen('me');
  const write = () => rider.client.updateProfile({ body: { firstName: 'Found' } });
  await until('A write', write, ({ firstName }) => firstName === 'Found', within);
  await until(
    'The event on the other server',
    () => received.flatMap((message) => (message.type === 'event' ? [message.seq] : [])),
    // Higher than any that the primary may have assigned and not sent to the replica. A new subscription also receives
    // the events that the socket missed before.
    (positions) => positions.some((position) => position > Number(head?.position) + 1_000_000),
    within,
  );
  for (const origin of origins) expect(await listedName(origin)).toBe('Found');
  expect(await metric('kerb_replica_in_use')).toBe(0);

  await admin.client.messageUser({
    params: { id: rider.uid },
    body: { title: 'After it', body: 'All is well' },
  });
  await withAdmin(replica.url(DATABASE), (client) =>
    until(
      'The jobs',
      async () => (await client.query('select from graphile_worker.jobs where run_at <= now()')).rowCount,
      (waiting) => waiting === 0,
      within,
    ),
  );
});
