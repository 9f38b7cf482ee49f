// Benchmark of trips that drivers settle in cash, compared with pgbench that inserts the same rows into the ledger.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Benchmark } from './lib/benchmark.ts';
import { findPgbench } from './lib/pgbench.ts';
import { type Caller, type Post, postOnce, sendPosts } from './lib/posts.ts';
import { profileOptions, serverProfile } from './profile/profile-server.ts';
import { CALLERS, compareWithPgbench, PAIRS } from './writes/beside-pgbench.ts';
import {
  bookingOf,
  type DriverTrips,
  insertTrips,
  numberedBooking,
  numberedDriver,
  numberedTrip,
  numbersOf,
  prepareDrivers,
  runNumbered,
  stepPost,
  tripVariables,
} from './writes/driver-trips.ts';
import { expectDurableSettings, expectFlushes } from './writes/durability.ts';
import { expectAnswer, expectReplay } from './writes/expectations.ts';
import { type MeasuredServer, withMeasuredServer } from './writes/measured-server.ts';
import { FIRST_NUMBER, numberedId, scriptOf } from './writes/pgbench-script.ts';
import { captureRequest, keyedCall, type LoggedStatement } from './writes/statement-log.ts';

const TRIPS_A_ROUND = 160;
/** A warm-up, the pairs, and a round for the profile. */
const ROUNDS = PAIRS + 2;
/** Number of drivers of the checks and of the capture. */
const SEQUENTIAL = 20;
const TRANSACTION_KIND = 6;
const ACCOUNT_KIND = 7;

/** Creates the wallet of every user, as after a first trip. */
async function insertWallets(client: pg.Client, kind: 'rider' | 'driver', owners: readonly string[]) {
  await client.query('insert into ledger_accounts (kind, owner) select $1, unnest($2::uuid[])', [
    kind,
    owners,
  ]);
}

async function prepare(measured: MeasuredServer): Promise<DriverTrips> {
  const trips = await prepareDrivers(measured, TRIPS_A_ROUND * ROUNDS + 2 * SEQUENTIAL + 1);
  const { client } = measured;
  await insertWallets(client, 'driver', trips.uids);
  await insertWallets(client, 'rider', [trips.rider.uid]);
  await client.query('analyze');
  return trips;
}

/** Adds a trip for each driver that has reached its drop-off, with an open fare. */
async function reachEach({ client, model }: DriverTrips, drivers: readonly Caller[]): Promise<Post[]> {
  const ended = Date.now();
  const accepted = ended - 20 * 60_000;
  const trips = drivers.map(({ uid }) => ({
    id: randomUUID(),
    changes: {
      status: 'REACHED',
      driver: uid,
      driver_accept_time: accepted,
      driver_arrive_time: accepted,
      trip_start_time: accepted,
      trip_end_time: ended,
    },
  }));
  await insertTrips(client, model, trips);
  await client.query('update drivers set queue = true where uid = any($1::uuid[])', [
    drivers.map(({ uid }) => uid),
  ]);
  return drivers.map((caller, index) => stepPost('collect', trips[index]?.id ?? '', caller));
}

/** Throws unless each booking is PAID, with one balanced transaction that is a link of the chain. */
async function expectSettled(client: pg.Client, bookings: readonly string[], status: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from bookings b
     join ledger_transactions t on t.booking = b.id and t.kind = 'ride'
     join ledger_chain_links link on link.transaction = t.id
     join lateral (
       select sum(amount) as total, count(*) as entries from ledger_entries where transaction = t.id) as e on true
     where b.id = any($1::uuid[]) and b.status = $2 and e.total = 0 and e.entries >= 2`,
    [bookings, status],
  );
  if (rows[0]?.count !== bookings.length)
    throw new Error(`A check is missing: ${rows[0]?.count} of ${bookings.length} trips were settled whole`);
}

/** Throws when the server skips a check, or a part of the path, that the measured calls include. */
async function expectChecks(trips: DriverTrips): Promise<void> {
  const { server, client, take } = trips;
  const [stranger] = take(1);
  const posts = await reachEach(trips, take(SEQUENTIAL));
  const [first, ...rest] = posts;
  if (!first || !stranger) throw new Error('The checks need drivers');
  const send = (post: Post, change?: Parameters<typeof postOnce>[2]) => postOnce(server.origin, post, change);
  await expectDurableSettings(client);
  expectAnswer('without a session', await send(first, { without: ['authorization'] }), 401);
  expectAnswer('of another driver', await send({ ...first, caller: stranger }), 404);
  expectAnswer(
    'from no place',
    await send({ ...first, key: randomUUID(), body: { location: { lat: 91, lng: 0 } } }),
    400,
    'invalid_input',
  );
  await expectReplay(send, first, { ...first, body: { at: 1 } });
  expectAnswer('for a paid trip', await send({ ...first, key: randomUUID() }), 409, 'transition_not_allowed');
  await expectFlushes(client, rest.length, async (index) => {
    const post = rest[index];
    if (post !== undefined) expectAnswer('of its driver', await send(post), 200);
  });
  await expectSettled(client, posts.map(bookingOf), 'PAID');
}

/**
 * The statements that insert a settlement into the ledger: its transaction and its entries, which the triggers
 * complete.
 */
const isInsertOfLedger = ({ sql }: LoggedStatement): boolean =>
  /^insert into "ledger_(transactions|entries)"/.test(sql);

async function captureScript(trips: DriverTrips) {
  const { server, client, take } = trips;
  const posts = await reachEach(trips, take(SEQUENTIAL));
  const { request, statements } = await captureRequest(
    {
      client,
      dataFolder: server.dataFolder,
      bounds: keyedCall,
    },
    async (sample) => {
      const post = posts[sample];
      if (post === undefined) throw new Error('There are too few trips');
      expectAnswer('of its driver', await postOnce(server.origin, post), 200);
      return post;
    },
  );
  const inserts = statements.filter(isInsertOfLedger);
  const { rows } = await client.query<{ id: string; account: string }>(
    `select t.id, a.id as account from ledger_transactions t, ledger_accounts a
     where t.booking = $1 and a.owner = $2`,
    [bookingOf(request), request.caller.uid],
  );
  const [written] = rows;
  if (written === undefined) throw new Error('The captured trip was not settled');
  const script = scriptOf(
    tripVariables,
    [{ sql: 'begin', values: [] }, ...inserts, { sql: 'commit', values: [] }],
    [
      { found: bookingOf(request), by: numberedTrip.booking },
      { found: written.id, by: numberedId(TRANSACTION_KIND, ':kerb_number') },
      { found: written.account, by: numberedId(ACCOUNT_KIND, ':kerb_number') },
    ],
  );
  return { script, statements: statements.length, inserts: inserts.length };
}

/** Creates wallets of pgbench's drivers, who exist only as ids. */
async function insertNumberedWallets(client: pg.Client, numbers: readonly number[]): Promise<void> {
  await client.query(
    `insert into ledger_accounts (id, kind, owner)
     select id, 'driver', owner from unnest($1::uuid[], $2::uuid[]) as account (id, owner)`,
    [numbers.map((number) => numberedId(ACCOUNT_KIND, FIRST_NUMBER + number)), numbers.map(numberedDriver)],
  );
}

/** Inserts the same number of settlements by pgbench. */
async function runLimit(
  trips: DriverTrips,
  program: { pgbench: string; script: string },
  round: number,
): Promise<number> {
  const { client, model } = trips;
  const numbers = numbersOf(round, TRIPS_A_ROUND);
  const bookings = numbers.map(numberedBooking);
  await insertNumberedWallets(client, numbers);
  await insertTrips(
    client,
    model,
    bookings.map((id) => ({ id })),
  );
  const perSecond = await runNumbered(trips, program, { round, rows: TRIPS_A_ROUND, clients: CALLERS });
  await expectSettled(client, bookings, 'NEW');
  return perSecond;
}

const named = { name: 'ledger', unit: 'settlements/s' };

export const benchmark: Benchmark = {
  ...named,
  about: `trips settled in cash by ${CALLERS} drivers at once; the limit is pgbench inserting the same rows into the ledger`,
  options: profileOptions,
  async run(log, options) {
    const pgbench = findPgbench();
    const profile = await serverProfile(options);
    async function measure(measured: MeasuredServer) {
      const trips = await prepare(measured);
      await expectChecks(trips);
      const { script, statements, inserts } = await captureScript(trips);
      log(`a settlement sends ${statements} statements, of which ${inserts} insert into the ledger`);
      const { report, answers } = await compareWithPgbench({
        benchmark: named,
        log,
        origin: trips.server.origin,
        prepare: () => reachEach(trips, trips.take(TRIPS_A_ROUND)),
        status: 200,
        expectWritten: (_round, posts) => expectSettled(trips.client, posts.map(bookingOf), 'PAID'),
        limit: (round) => runLimit(trips, { pgbench, script }, round),
      });
      const posts = await reachEach(trips, trips.take(TRIPS_A_ROUND));
      await profile.draw(trips.server, 'Trips settled in cash by their drivers', () =>
        sendPosts(trips.server.origin, posts, {
          connections: CALLERS,
          isExpected: (answered) => answered === 200,
        }),
      );
      return { ...report, more: { callers: CALLERS, statements, ...answers } };
    }
    return withMeasuredServer(named.name, measure, profile.serverOptions);
  },
};
