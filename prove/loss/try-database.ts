// Makes the database unavailable under load: calls must end with a retryable error, and everything must resume
// afterwards.
import { setTimeout as pause } from 'node:timers/promises';
import { becomesTrueWithin } from '../lib/wait-for.ts';
import { book, describeAnswer, type PreparedBooking, prepareBooking } from './book.ts';
import type { LossTools } from './tools.ts';

export const databaseLosses = [
  'ends every connection',
  'is away for half a second',
  'does not answer for 25 seconds',
  'answers on new connections only',
  'is killed and started again',
  'has no room for its tables',
  'has no room for its log',
] as const;
export type DatabaseLoss = (typeof databaseLosses)[number];

const WORKERS = 4;
const LOSE_AFTER = 4;
const REPEAT_EVERY_MS = 50;
/** A statement times out after twenty seconds, after which the call is retried, in ms. */
const ANSWER_WITHIN_MS = 32_000;
/** A call may lose two connections: that of its work, and that on which its key should be released. */
const ANSWER_OVER_LOST_CONNECTIONS_MS = 52_000;
const SILENT_MS = 25_000;
const RECOVERED_WITHIN_MS = 15_000;
/** Statement time limit of background work, which may still wait on lost connections when all bookings have succeeded. */
const STATEMENT_WITHIN_MS = 20_000;
/** How long a key stays claimed by a call whose end could not be stored. */
const KEY_CLAIM_MS = 60_000;
/** Deadline for all bookings together, so that a server that never recovers is found soon. */
const STOP_RETRYING_AFTER_MS = SILENT_MS + ANSWER_OVER_LOST_CONNECTIONS_MS + KEY_CLAIM_MS;

async function lose(loss: DatabaseLoss, { proxy, database }: LossTools): Promise<void> {
  switch (loss) {
    case 'ends every connection':
      await database.asOwner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and application_name in ('kerb', 'kerb-outbox', 'kerb-servers')`,
      );
      return;
    case 'is away for half a second':
      proxy.set('down');
      await pause(500);
      proxy.set('up');
      return;
    case 'does not answer for 25 seconds':
      proxy.set('silent');
      await pause(SILENT_MS);
      // Data in transit is lost.
      proxy.cut();
      proxy.set('up');
      return;
    case 'answers on new connections only':
      proxy.silenceOpen();
      return;
    case 'is killed and started again':
      await database.restart?.();
      return;
    case 'has no room for its tables':
      await database.fill?.('tables');
      return;
    case 'has no room for its log':
      await database.fill?.('log');
  }
}

interface Booked {
  /**
   * The quotes of bookings that were answered with a success, or with `conflict`, which means that they took effect.
   */
  readonly acknowledged: string[];
  /** Every response that is not a success. */
  readonly answers: Set<string>;
  slowestMs: number;
}

const answerWithinMs = (loss: DatabaseLoss): number =>
  loss === 'answers on new connections only' ? ANSWER_OVER_LOST_CONNECTIONS_MS : ANSWER_WITHIN_MS;

/**
 * Repeats the call with its key, like the apps, until it has taken effect. The short form does not wait until the key
 * of an interrupted call is free again.
 */
async function bookAtLast(
  tools: LossTools,
  prepared: PreparedBooking,
  { booked, deadline }: { booked: Booked; deadline: number },
): Promise<void> {
  while (performance.now() < deadline) {
    const begun = performance.now();
    const answer = await book(tools, prepared);
    booked.slowestMs = Math.max(booked.slowestMs, performance.now() - begun);
    if (answer.status >= 300) booked.answers.add(describeAnswer(answer));
    if (answer.status < 300 || answer.code === 'conflict') {
      booked.acknowledged.push(prepared.quote);
      return;
    }
    if (answer.code === 'request_in_progress' && tools.size.isShort) return;
    await pause(REPEAT_EVERY_MS);
  }
  booked.answers.add('no success');
}

const repeatable = ['503 unavailable', '409 request_in_progress', '409 conflict'];

const backgroundWithinMs = (loss: DatabaseLoss): number =>
  loss === 'answers on new connections only'
    ? RECOVERED_WITHIN_MS + STATEMENT_WITHIN_MS
    : RECOVERED_WITHIN_MS;

async function judgeRows(
  loss: DatabaseLoss,
  { database, eventLag, size }: LossTools,
  prepared: readonly PreparedBooking[],
  { acknowledged }: Booked,
): Promise<string[]> {
  const found: string[] = [];
  const quotes = prepared.map(({ quote }) => quote);
  const { rows } = await database.pool.query<{ quote: string; count: number }>(
    'select quote, count(*)::int as count from bookings where quote = any($1) group by quote',
    [quotes],
  );
  const counts = new Map(rows.map(({ quote, count }) => [quote, count]));
  const lost = acknowledged.filter((quote) => !counts.has(quote));
  if (lost.length > 0) found.push(`${lost.length} acknowledged bookings are lost`);
  if (rows.some(({ count }) => count > 1)) found.push('a booking was made twice');
  const isDelivered = await becomesTrueWithin(backgroundWithinMs(loss), async () => {
    const { unsequenced, oldestSeconds } = await eventLag();
    // Idle subscribers store their position only every ten seconds.
    return unsequenced === 0 && (size.isShort || oldestSeconds === 0);
  });
  if (!isDelivered) found.push('events are not delivered afterwards');
  await database.pool.query("select graphile_worker.add_job('kit.clean', job_key := 'proof of the loss')");
  const isRun = await becomesTrueWithin(backgroundWithinMs(loss), async () => {
    const { rowCount } = await database.pool.query(
      "select 1 from graphile_worker.jobs where key = 'proof of the loss'",
    );
    return rowCount === 0;
  });
  if (!isRun) found.push('jobs do not run afterwards');
  return found;
}

export interface DatabaseTrial {
  readonly violations: string[];
  /** Time from the end of the outage to the next acknowledged booking, in ms. */
  readonly recoveredAfterMs: number;
}

/** `meanwhile` plants a fault before the database is available again. */
export async function tryDatabase(
  loss: DatabaseLoss,
  tools: LossTools,
  meanwhile: (acknowledged: readonly string[]) => Promise<void> = async () => undefined,
): Promise<DatabaseTrial> {
  const prepared: PreparedBooking[] = [];
  while (prepared.length < tools.size.bookings) prepared.push(await prepareBooking(tools));
  const last = await prepareBooking(tools);
  const booked: Booked = { acknowledged: [], answers: new Set(), slowestMs: 0 };
  const queue = [...prepared];
  const deadline = performance.now() + STOP_RETRYING_AFTER_MS;
  let isLost: Promise<void> | undefined;
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (queue.length < tools.size.bookings - LOSE_AFTER) isLost ??= lose(loss, tools);
      await bookAtLast(tools, next, { booked, deadline });
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  await isLost;
  const backAt = performance.now();
  await bookAtLast(tools, last, { booked, deadline: backAt + ANSWER_WITHIN_MS + RECOVERED_WITHIN_MS });
  if (!booked.acknowledged.includes(last.quote)) booked.answers.add('no success afterwards');
  const recoveredAfterMs = Math.round(performance.now() - backAt);
  await meanwhile(booked.acknowledged);
  const odd = [...booked.answers].filter((answer) => !repeatable.includes(answer));
  const found = await judgeRows(loss, tools, [...prepared, last], booked);
  if (loss.startsWith('has no room') && !booked.answers.has('503 unavailable'))
    found.push('no call meets the full disk');
  if (odd.length > 0) found.push(`calls are answered ${odd.join(', ')}`);
  if (booked.slowestMs > answerWithinMs(loss))
    found.push(`a call is answered after ${Math.round(booked.slowestMs)} ms`);
  if (recoveredAfterMs > RECOVERED_WITHIN_MS)
    found.push(`the next booking succeeds after ${recoveredAfterMs} ms`);
  return { violations: found.map((text) => `The database ${loss}: ${text}`), recoveredAfterMs };
}
