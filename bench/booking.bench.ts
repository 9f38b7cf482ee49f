// Benchmark of riders who book, compared with pgbench that sends the same SQL statements to the same database.
import { randomUUID } from 'node:crypto';
import { seededRandom } from '@kerb/testing';
import type pg from 'pg';
import { quoteRandomTrip } from './dispatch/trips.ts';
import type { Benchmark, OptionValues } from './lib/benchmark.ts';
import { firstCarType } from './lib/car-type.ts';
import { createHttpCaller } from './lib/http-caller.ts';
import { findPgbench, runPgbench } from './lib/pgbench.ts';
import { type Caller, type Post, postOnce, sendPosts } from './lib/posts.ts';
import { profileOptions, type ServerProfile, serverProfile } from './profile/profile-server.ts';
import { CALLERS, compareWithPgbench, PAIRS } from './writes/beside-pgbench.ts';
import {
  bookingVariables,
  countAnswers,
  expectWritten,
  numberedBooking,
  numberedRider,
  prepareBookings,
  prepareNumberedQuotes,
  type QuotedModel,
  roundVariables,
} from './writes/booking-round.ts';
import { expectDurableSettings, expectFlushes } from './writes/durability.ts';
import { expectAnswer, expectReplay } from './writes/expectations.ts';
import { type MeasuredServer, withMeasuredServer } from './writes/measured-server.ts';
import { insertRidersWithIds } from './writes/people.ts';
import { scriptOf } from './writes/pgbench-script.ts';
import { captureRequest, keyedCall, type LoggedStatement } from './writes/statement-log.ts';

const BOOKINGS_A_ROUND = 640;
/** A rider has at most fifty open bookings for later. */
const RIDERS_A_ROUND = 64;
const SEQUENTIAL = 20;
const ROUNDS = PAIRS + 1;

interface Prepared extends MeasuredServer {
  readonly model: QuotedModel;
  readonly riders: readonly Caller[];
}

async function prepare(measured: MeasuredServer): Promise<Prepared> {
  const { server, client } = measured;
  const own = Array.from({ length: RIDERS_A_ROUND * (ROUNDS + 1) }, () => randomUUID());
  const ofLimit = Array.from({ length: RIDERS_A_ROUND * ROUNDS }, (_, index) => numberedRider(index));
  const riders = (await insertRidersWithIds(client, [...own, ...ofLimit])).slice(0, own.length);
  const carType = await firstCarType(server.origin);
  const [first] = riders;
  if (first === undefined) throw new Error('There are no riders');
  const caller = createHttpCaller(server.origin, first.token);
  const { quote, trip } = await quoteRandomTrip(caller, seededRandom(7), carType);
  caller.close();
  await client.query('analyze');
  return { ...measured, model: { quote, trip }, riders };
}

const ridersOf = ({ riders }: Prepared, round: number): Caller[] =>
  riders.slice(round * RIDERS_A_ROUND, (round + 1) * RIDERS_A_ROUND);

const bookingOf = (body: string): string => String(Reflect.get(Object(JSON.parse(body)), 'booking_id'));

/** Throws when the server skips a check, or a part of the path, that the measured calls include. */
async function expectChecks({ server, client, model, riders }: Prepared): Promise<void> {
  const [own, other] = riders.slice(-RIDERS_A_ROUND);
  if (own === undefined || other === undefined) throw new Error('The checks need two riders');
  const posts = await prepareBookings(client, { riders: [own], count: SEQUENTIAL, model });
  const [first, second, ...rest] = posts;
  if (first === undefined || second === undefined) throw new Error('The checks need two bookings');
  const send = (post: Post, change?: Parameters<typeof postOnce>[2]) => postOnce(server.origin, post, change);
  const answersBefore = await countAnswers(client);
  await expectDurableSettings(client);
  expectAnswer('without a session', await send(first, { without: ['authorization'] }), 401, 'must_login');
  expectAnswer('of another rider', await send({ ...first, caller: other }), 410, 'quote_expired');
  expectAnswer(
    'without a drop',
    await send({ ...first, key: randomUUID(), body: { ...Object(first.body), drop: null } }),
    400,
    'invalid_input',
  );
  await expectReplay(send, first, second);
  await expectFlushes(client, rest.length, async (index) => {
    const post = rest[index];
    if (post === undefined) return;
    expectAnswer('of its rider', await send(post), 201);
  });
  await expectWritten(client, { riders: [own.uid], bookings: rest.length + 1, answersBefore });
}

const claimsKey = ({ sql }: LoggedStatement): boolean => sql.startsWith('insert into idempotency_keys');

/** Hash of the request's idempotency key in hexadecimal digits, which its second statement stores. */
function keyHashOf(statements: readonly LoggedStatement[]): string {
  const taken = statements.find(claimsKey);
  const digits = /^'\\x([0-9a-f]{64})'$/.exec(taken?.values[0] ?? '')?.[1];
  if (digits === undefined) throw new Error('The captured booking took no idempotency key');
  return digits;
}

/** Time when the request claimed its key, in PostgreSQL's notation. */
async function claimedAt(client: pg.Client, keyHash: string): Promise<string> {
  const { rows } = await client.query<{ at: string }>(
    "select created_at::text as at from idempotency_keys where key_hash = decode($1, 'hex')",
    [keyHash],
  );
  const [claim] = rows;
  if (claim === undefined) throw new Error('The captured booking has no idempotency key');
  return claim.at;
}

/** The script of pgbench, and the number of statements of a booking. */
async function captureScript({ server, client, model, riders }: Prepared) {
  const [rider] = riders.slice(-RIDERS_A_ROUND + 2);
  if (rider === undefined) throw new Error('The capture needs a rider');
  const posts = await prepareBookings(client, { riders: [rider], count: SEQUENTIAL, model });
  const { request, statements } = await captureRequest(
    {
      client,
      dataFolder: server.dataFolder,
      bounds: keyedCall,
    },
    async (sample) => {
      const post = posts[sample];
      if (post === undefined) throw new Error('There are too few quotes');
      const answer = await postOnce(server.origin, post);
      expectAnswer('of its rider', answer, 201);
      return bookingOf(answer.body);
    },
  );
  const { rows } = await client.query<{ reference: string; quote: string }>(
    'select reference, quote from bookings where id = $1',
    [request],
  );
  const [booked] = rows;
  if (booked === undefined) throw new Error('The captured booking was not written');
  const keyHash = keyHashOf(statements);
  const replacements = [
    { found: request, by: numberedBooking.booking },
    { found: booked.reference, by: numberedBooking.reference },
    { found: booked.quote, by: numberedBooking.quote },
    { found: rider.uid, by: numberedBooking.rider },
    { found: keyHash, by: numberedBooking.keyHash },
    // The statement that claims the key returns it, and later statements refer to the claim by it.
    { found: await claimedAt(client, keyHash), by: ':taken_at' },
  ];
  const script = scriptOf(bookingVariables, statements, replacements, claimsKey);
  return { script, statements: statements.length };
}

/** Makes the same number of bookings by pgbench, which must be complete too. */
async function runLimit(
  { server, client, model }: Prepared,
  { pgbench, script }: { pgbench: string; script: string },
  round: number,
): Promise<number> {
  const numbered = {
    firstRow: round * BOOKINGS_A_ROUND,
    rows: BOOKINGS_A_ROUND,
    firstRider: round * RIDERS_A_ROUND,
    riders: RIDERS_A_ROUND,
  };
  await prepareNumberedQuotes(client, numbered, model);
  const answersBefore = await countAnswers(client);
  const { perSecond } = await runPgbench(pgbench, {
    dataFolder: server.dataFolder,
    script,
    clients: CALLERS,
    transactionsPerClient: BOOKINGS_A_ROUND / CALLERS,
    variables: roundVariables(numbered, CALLERS),
  });
  await expectWritten(client, {
    riders: Array.from({ length: RIDERS_A_ROUND }, (_, index) => numberedRider(numbered.firstRider + index)),
    bookings: BOOKINGS_A_ROUND,
    answersBefore,
  });
  return perSecond;
}

const named = { name: 'booking', unit: 'bookings/s' };

async function measure(
  measured: MeasuredServer,
  { log, pgbench, profile }: { log: (line: string) => void; pgbench: string; profile: ServerProfile },
) {
  const prepared = await prepare(measured);
  const { server, client, model } = prepared;
  await expectChecks(prepared);
  const { script, statements } = await captureScript(prepared);
  log(`a booking sends ${statements} statements`);
  const postsOf = (round: number) =>
    prepareBookings(client, { riders: ridersOf(prepared, round), count: BOOKINGS_A_ROUND, model });
  let answersBefore = 0;
  const { report, answers } = await compareWithPgbench({
    benchmark: named,
    log,
    origin: server.origin,
    async prepare(round) {
      const posts = await postsOf(round);
      answersBefore = await countAnswers(client);
      return posts;
    },
    status: 201,
    expectWritten: (round) =>
      expectWritten(client, {
        riders: ridersOf(prepared, round).map(({ uid }) => uid),
        bookings: BOOKINGS_A_ROUND,
        answersBefore,
      }),
    limit: (round) => runLimit(prepared, { pgbench, script }, round),
  });
  const posts = await postsOf(0);
  await profile.draw(server, 'POST of bookings by their riders', () =>
    sendPosts(server.origin, posts, { connections: CALLERS, isExpected: (status) => status === 201 }),
  );
  return { ...report, more: { callers: CALLERS, statements, ...answers } };
}

export const benchmark: Benchmark = {
  ...named,
  about: `POST of bookings by ${CALLERS} riders at once; the limit is pgbench sending the same SQL statements`,
  options: profileOptions,
  async run(log, options: OptionValues) {
    const pgbench = findPgbench();
    const profile = await serverProfile(options);
    const work = (measured: MeasuredServer) => measure(measured, { log, pgbench, profile });
    return withMeasuredServer(named.name, work, profile.serverOptions);
  },
};
