// Drivers who accept offers, beside pgbench that sets the status of bookings from NEW to ACCEPTED; and 500 who race for one.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Benchmark, runPairs } from './lib/benchmark.ts';
import { findPgbench, runPgbench } from './lib/pgbench.ts';
import { type Caller, type Post, postOnce, sendPosts } from './lib/posts.ts';
import { median, percentile } from './lib/statistics.ts';
import {
  bookingOf,
  bookModel,
  createTaker,
  insertOffers,
  insertTrips,
  numberedBooking,
  numberedDriver,
  numberedTrip,
  stepPost,
  type TripModel,
  tripVariables,
} from './writes/driver-trips.ts';
import { expectDurableSettings, expectFlushes } from './writes/durability.ts';
import { expectAnswer, expectReplay } from './writes/expectations.ts';
import { type MeasuredServer, withMeasuredServer } from './writes/measured-server.ts';
import { insertDriversWithIds, insertRidersWithIds } from './writes/people.ts';
import { scriptOf } from './writes/pgbench-script.ts';
import { captureRequest } from './writes/statement-log.ts';

const PAIRS = 5;
const CALLERS = 16;
const ACCEPTS_A_ROUND = 480;
const ROUNDS = PAIRS + 1;
const RACERS = 500;
const RACES = 5;
const RACE_FACTOR = 3;
/** Drivers of the checks and of the capture. */
const SEQUENTIAL = 20;

interface Prepared extends MeasuredServer {
  readonly model: TripModel;
  readonly take: (count: number) => Caller[];
}

async function prepare(measured: MeasuredServer): Promise<Prepared> {
  const { server, client } = measured;
  const [rider] = await insertRidersWithIds(client, [randomUUID()]);
  if (rider === undefined) throw new Error('There is no rider');
  const model = await bookModel(server.origin, rider);
  const count = ACCEPTS_A_ROUND * ROUNDS + 2 * RACERS * RACES + 2 * SEQUENTIAL + 1;
  const uids = Array.from({ length: count }, () => randomUUID());
  const drivers = await insertDriversWithIds(client, uids, model.carType);
  await client.query('analyze');
  return { ...measured, model, take: createTaker(drivers) };
}

/** One booking for each driver, offered to them alone. */
async function offerEach({ client, model }: Prepared, drivers: readonly Caller[]): Promise<Post[]> {
  const offers = drivers.map((caller) => ({ booking: randomUUID(), driver: caller.uid, caller }));
  await insertTrips(
    client,
    model,
    offers.map(({ booking }) => ({ id: booking })),
  );
  await insertOffers(client, offers);
  return offers.map(({ booking, caller }) => stepPost('accept', booking, caller));
}

/** One booking, offered to all of them. */
async function offerOne({ client, model }: Prepared, drivers: readonly Caller[]): Promise<Post[]> {
  const booking = randomUUID();
  await insertTrips(client, model, [{ id: booking }]);
  await insertOffers(
    client,
    drivers.map(({ uid }) => ({ booking, driver: uid })),
  );
  return drivers.map((caller) => stepPost('accept', booking, caller));
}

/** Throws unless each of the drivers has a booking, its accepted offer and its event, and is busy. */
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

/** Throws when the server leaves out a check, or a part of the path, that the measured calls include. */
async function expectChecks(prepared: Prepared): Promise<void> {
  const { server, client, take } = prepared;
  const drivers = take(SEQUENTIAL);
  const [stranger] = take(1);
  const [first, second, ...rest] = await offerEach(prepared, drivers);
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

/** The compare-and-set that the server sends, alone and committed by itself, as a script of pgbench. */
async function captureScript(prepared: Prepared) {
  const { server, client, take } = prepared;
  const posts = await offerEach(prepared, take(SEQUENTIAL));
  const { request, statements } = await captureRequest(
    {
      client,
      dataFolder: server.dataFolder,
      bounds: { first: /from "sessions"/, last: /^update "idempotency_keys" set "status"/ },
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

/** So many bookings set by pgbench, for drivers who exist as numbers alone. */
async function runLimit(
  { server, client, model }: Prepared,
  { pgbench, script }: { pgbench: string; script: string },
  round: number,
): Promise<number[]> {
  const first = round * ACCEPTS_A_ROUND;
  const numbers = Array.from({ length: ACCEPTS_A_ROUND }, (_, index) => first + index);
  await insertTrips(
    client,
    model,
    numbers.map((number) => ({ id: numberedBooking(number) })),
  );
  const { perSecond } = await runPgbench(pgbench, {
    dataFolder: server.dataFolder,
    script,
    clients: CALLERS,
    transactionsPerClient: ACCEPTS_A_ROUND / CALLERS,
    variables: { kerb_turn: 0, kerb_turns: ACCEPTS_A_ROUND / CALLERS, kerb_first: first },
  });
  const { rowCount } = await client.query(
    "select from bookings where driver = any($1::uuid[]) and status = 'ACCEPTED'",
    [numbers.map(numberedDriver)],
  );
  if (rowCount !== ACCEPTS_A_ROUND) throw new Error(`pgbench set ${rowCount} of ${ACCEPTS_A_ROUND} bookings`);
  return [perSecond];
}

/** Answer times of 500 drivers at once, each for a booking of their own and then all for one, in turns. */
async function race(prepared: Prepared, say: (line: string) => void) {
  const { server, client, take } = prepared;
  const alone: number[] = [];
  const together: number[] = [];
  for (let turn = 0; turn < RACES; turn += 1) {
    const own = await offerEach(prepared, take(RACERS));
    const one = { connections: RACERS, isExpected: (status: number) => status === 200 };
    const each = await sendPosts(server.origin, own, one);
    const racers = take(RACERS);
    const same = await offerOne(prepared, racers);
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
  say(
    `${RACERS} drivers: p99 ${Math.round(contended)} ms for one booking, ${Math.round(uncontended)} ms each for their own`,
  );
  return {
    racers: RACERS,
    race_p99_ms: Math.round(contended),
    uncontended_p99_ms: Math.round(uncontended),
    race_ratio: Number((contended / uncontended).toPrecision(3)),
    race_ratio_goal: RACE_FACTOR,
  };
}

export const benchmark: Benchmark = {
  name: 'accept',
  unit: 'accepts/s',
  about: `offers accepted by ${CALLERS} drivers at once; the limit is pgbench setting the bookings with the same UPDATE`,
  async run(say) {
    const pgbench = findPgbench();
    return withMeasuredServer('accept', async (measured) => {
      const prepared = await prepare(measured);
      const { server, client, take } = prepared;
      await expectChecks(prepared);
      const { script, statements } = await captureScript(prepared);
      say(`an acceptance sends ${statements} statements`);
      const times: number[] = [];
      const ours = async () => {
        const round = take(ACCEPTS_A_ROUND);
        const posts = await offerEach(prepared, round);
        const sent = await sendPosts(server.origin, posts, {
          connections: CALLERS,
          isExpected: (status) => status === 200,
        });
        times.push(...sent.times);
        await expectAccepted(client, round, ACCEPTS_A_ROUND);
        return [ACCEPTS_A_ROUND / sent.seconds];
      };
      const limit = (round: number) => runLimit(prepared, { pgbench, script }, round);
      // The first round of both is a warm-up.
      await ours();
      await limit(PAIRS);
      times.length = 0;
      const report = await runPairs({ name: 'accept', unit: 'accepts/s', pairs: PAIRS, say, ours, limit });
      const answers = {
        answer_p50_ms: Math.round(median(times)),
        answer_p99_ms: Math.round(percentile(times, 99)),
      };
      return {
        ...report,
        more: { callers: CALLERS, statements, ...answers, ...(await race(prepared, say)) },
      };
    });
  },
};
