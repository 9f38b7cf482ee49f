// Benchmark of drivers who accept offers, compared with pgbench that sets the status of bookings from NEW to ACCEPTED;
// and of 500 drivers who race for one booking.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Benchmark } from './lib/benchmark.ts';
import { findPgbench } from './lib/pgbench.ts';
import { type Caller, type Post, postOnce, sendPosts } from './lib/posts.ts';
import { median, percentile } from './lib/statistics.ts';
import { profileOptions, serverProfile } from './profile/profile-server.ts';
import { CALLERS, compareWithPgbench, PAIRS } from './writes/beside-pgbench.ts';
import {
  bookingOf,
  type DriverTrips,
  insertOffers,
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
import { scriptOf } from './writes/pgbench-script.ts';
import { captureRequest, keyedCall } from './writes/statement-log.ts';

const ACCEPTS_A_ROUND = 480;
/** A warm-up, the pairs, and a round for the profile. */
const ROUNDS = PAIRS + 2;
const RACERS = 500;
const RACES = 5;
const RACE_FACTOR = 3;
/** Number of drivers of the checks and of the capture. */
const SEQUENTIAL = 20;
const DRIVERS = ACCEPTS_A_ROUND * ROUNDS + 2 * RACERS * RACES + 2 * SEQUENTIAL + 1;

/** Not booked for later, so that the acceptance makes the driver busy; dispatch still leaves it alone until tomorrow. */
const forNow = { book_later: false };

/** Adds one booking for each driver, offered to that driver only. */
async function offerEach({ client, model }: DriverTrips, drivers: readonly Caller[]): Promise<Post[]> {
  const offers = drivers.map((caller) => ({ booking: randomUUID(), driver: caller.uid, caller }));
  await insertTrips(
    client,
    model,
    offers.map(({ booking }) => ({ id: booking, changes: forNow })),
  );
  await insertOffers(client, offers);
  return offers.map(({ booking, caller }) => stepPost('accept', booking, caller));
}

/** Adds one booking, offered to all drivers. */
async function offerOne({ client, model }: DriverTrips, drivers: readonly Caller[]): Promise<Post[]> {
  const booking = randomUUID();
  await insertTrips(client, model, [{ id: booking, changes: forNow }]);
  await insertOffers(
    client,
    drivers.map(({ uid }) => ({ booking, driver: uid })),
  );
  return drivers.map((caller) => stepPost('accept', booking, caller));
}

/** Throws unless each of the drivers is busy and has a booking with its accepted offer and its event. */
async function expectAccepted(
  client: pg.Client,
  drivers: readonly Caller[],
  accepted: number,
): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from bookings b join drivers d on d.uid = b.driver and d.queue
     join booking_requests r on r.booking = b.id and r.driver = b.driver and r.outcome = 'accepted'
     where b.driver = any($1::uuid[]) and b.status = 'ACCEPTED' and exists (
       select from outbox_events where name = 'booking.changed' and data ->> 'booking_id' = b.id::text
         and data ->> 'status' = 'ACCEPTED')`,
    [drivers.map(({ uid }) => uid)],
  );
  if (rows[0]?.count !== accepted)
    throw new Error(`A check is missing: ${rows[0]?.count} of ${accepted} bookings were accepted whole`);
}

/** Throws when the server skips a check, or a part of the path, that the measured calls include. */
async function expectChecks(trips: DriverTrips): Promise<void> {
  const { server, client, take } = trips;
  const drivers = take(SEQUENTIAL);
  const [stranger] = take(1);
  const [first, second, ...rest] = await offerEach(trips, drivers);
  if (!first || !second || !stranger) throw new Error('The checks need drivers');
  const send = (post: Post, change?: Parameters<typeof postOnce>[2]) => postOnce(server.origin, post, change);
  const misplaced = { ...first, key: randomUUID(), body: { location: { lat: 91, lng: 0 } } };
  await expectDurableSettings(client);
  expectAnswer('without a session', await send(first, { without: ['authorization'] }), 401);
  expectAnswer('of a driver without an offer', await send({ ...first, caller: stranger }), 404);
  expectAnswer('from no place', await send(misplaced), 400, 'invalid_input');
  await expectReplay(send, first, { ...first, body: { at: 1 } });
  expectAnswer('for a taken booking', await send({ ...first, caller: stranger, key: randomUUID() }), 404);
  await insertOffers(client, [{ booking: bookingOf(first), driver: stranger.uid }]);
  const late = { ...first, caller: stranger, key: randomUUID() };
  expectAnswer('for a taken booking', await send(late), 409, 'booking_taken');
  await expectFlushes(client, rest.length, async (index) => {
    const post = rest[index];
    if (post !== undefined) expectAnswer('with an offer', await send(post), 200);
  });
  await expectAccepted(client, drivers, rest.length + 1);
}

/** Script of pgbench with the server's compare-and-set as the only statement, committed by itself. */
async function captureScript(trips: DriverTrips) {
  const { server, client, take } = trips;
  const posts = await offerEach(trips, take(SEQUENTIAL));
  const { request, statements } = await captureRequest(
    {
      client,
      dataFolder: server.dataFolder,
      bounds: keyedCall,
    },
    async (sample) => {
      const post = posts[sample];
      if (post === undefined) throw new Error('There are too few offers');
      expectAnswer('with an offer', await postOnce(server.origin, post), 200);
      return post;
    },
  );
  const compareAndSet = statements.filter(({ sql }) => sql.startsWith('update "bookings" set'));
  if (compareAndSet.length !== 1)
    throw new Error(`An acceptance sets the booking in ${compareAndSet.length} statements`);
  const script = scriptOf(tripVariables, compareAndSet, [
    { found: bookingOf(request), by: numberedTrip.booking },
    { found: request.caller.uid, by: numberedTrip.driver },
  ]);
  return { script, statements: statements.length };
}

/** Sets this number of bookings by pgbench, for drivers that exist only as ids. */
async function runLimit(
  trips: DriverTrips,
  program: { pgbench: string; script: string },
  round: number,
): Promise<number> {
  const { client, model } = trips;
  const numbers = numbersOf(round, ACCEPTS_A_ROUND);
  await insertTrips(
    client,
    model,
    numbers.map((number) => ({ id: numberedBooking(number) })),
  );
  const perSecond = await runNumbered(trips, program, { round, rows: ACCEPTS_A_ROUND, clients: CALLERS });
  const { rowCount } = await client.query(
    "select from bookings where driver = any($1::uuid[]) and status = 'ACCEPTED'",
    [numbers.map(numberedDriver)],
  );
  if (rowCount !== ACCEPTS_A_ROUND) throw new Error(`pgbench set ${rowCount} of ${ACCEPTS_A_ROUND} bookings`);
  return perSecond;
}

/**
 * Response times of 500 concurrent drivers, alternating between one booking each and one booking for all. `few` is the
 * p99 of CALLERS concurrent drivers, in ms.
 */
async function race(trips: DriverTrips, few: number, log: (line: string) => void) {
  const { server, client, take } = trips;
  const alone: number[] = [];
  const together: number[] = [];
  for (let turn = 0; turn < RACES; turn += 1) {
    const own = await offerEach(trips, take(RACERS));
    const one = { connections: RACERS, isExpected: (status: number) => status === 200 };
    const each = await sendPosts(server.origin, own, one);
    const racers = take(RACERS);
    const same = await offerOne(trips, racers);
    const all = await sendPosts(server.origin, same, {
      connections: RACERS,
      isExpected: (status) => status === 200 || status === 409,
    });
    await expectAccepted(client, racers, 1);
    alone.push(percentile(each.times, 99));
    together.push(percentile(all.times, 99));
  }
  const uncontended = median(alone);
  const contended = median(together);
  log(
    `${RACERS} drivers: p99 ${Math.round(contended)} ms for one booking, ${Math.round(uncontended)} ms each for their own`,
  );
  return {
    racers: RACERS,
    race_p99_ms: Math.round(contended),
    uncontended_p99_ms: Math.round(uncontended),
    race_ratio: Number((contended / uncontended).toPrecision(3)),
    race_ratio_beside_few: Number((contended / few).toPrecision(3)),
    race_ratio_goal: RACE_FACTOR,
  };
}

const named = { name: 'accept', unit: 'accepts/s' };

export const benchmark: Benchmark = {
  ...named,
  about: `offers accepted by ${CALLERS} drivers at once; the limit is pgbench setting the bookings with the same UPDATE`,
  options: profileOptions,
  async run(log, options) {
    const pgbench = findPgbench();
    const profile = await serverProfile(options);
    async function measure(measured: MeasuredServer) {
      const trips = await prepareDrivers(measured, DRIVERS);
      await trips.client.query('analyze');
      await expectChecks(trips);
      const { script, statements } = await captureScript(trips);
      log(`an acceptance sends ${statements} statements`);
      const { report, times, answers } = await compareWithPgbench({
        benchmark: named,
        log,
        origin: trips.server.origin,
        prepare: () => offerEach(trips, trips.take(ACCEPTS_A_ROUND)),
        status: 200,
        expectWritten: (_round, posts) =>
          expectAccepted(
            trips.client,
            posts.map(({ caller }) => caller),
            ACCEPTS_A_ROUND,
          ),
        limit: (round) => runLimit(trips, { pgbench, script }, round),
      });
      const posts = await offerEach(trips, trips.take(ACCEPTS_A_ROUND));
      await profile.draw(trips.server, 'Offers accepted by their drivers', () =>
        sendPosts(trips.server.origin, posts, {
          connections: CALLERS,
          isExpected: (answered) => answered === 200,
        }),
      );
      const raced = await race(trips, percentile(times, 99), log);
      return { ...report, more: { callers: CALLERS, statements, ...answers, ...raced } };
    }
    return withMeasuredServer(named.name, measure, profile.serverOptions);
  },
};
