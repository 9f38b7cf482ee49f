// Checks the invariants while processes are killed, and the final state.
import type pg from 'pg';
import { z } from 'zod';
import type { Queries } from '../../../apps/server/src/kit/db/index.ts';
import { verifyLedger } from '../../../apps/server/src/modules/ledger/index.ts';
import type { Acknowledged, Clients, TimedAcknowledged } from './clients.ts';

const noFiles = { put: async () => undefined, get: async () => null, remove: async () => undefined };
/** Ledger checks that are skipped, because the server of the experiment stores its seals in its own folder. */
const uncheckedOfLedger = ['seals signed here'];

const bookedAnswer = z.looseObject({ booking_id: z.string() });
const identified = z.looseObject({ id: z.string() });
const wallet = z.looseObject({ amount: z.number() });

/** Statuses of which a booking must have reached one after the call was acknowledged. */
const statusAfter: Readonly<Record<string, readonly string[]>> = {
  acceptBooking: ['ACCEPTED'],
  arriveBooking: ['ARRIVED'],
  startBooking: ['STARTED'],
  reachBooking: ['REACHED'],
  collectBooking: ['PAID'],
  payBooking: ['PAID'],
  cancelBooking: ['CANCELLED'],
};
/** Statuses in the order of a trip. */
const ranks = ['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE'];

interface BookingRow {
  readonly id: string;
  readonly status: string;
  readonly driver: string | null;
}

function bookingOf({ name, input, answer }: Acknowledged): string | null {
  if (name === 'createBooking') return bookedAnswer.parse(JSON.parse(answer.text)).booking_id;
  return name in statusAfter ? (input.params?.id ?? null) : null;
}

/** Null when the booking shows the effect of the acknowledged call. */
function missingIn(call: Acknowledged, row: BookingRow | undefined): string | null {
  if (row === undefined) return `${call.name} was acknowledged and its booking is lost`;
  const [wanted] = statusAfter[call.name] ?? [];
  if (wanted === undefined || row.status === wanted) return null;
  const isBehind = ranks.indexOf(row.status) < ranks.indexOf(wanted) && row.status !== 'CANCELLED';
  return isBehind || wanted === 'CANCELLED'
    ? `${call.name} was acknowledged and is lost: the booking is ${row.status}`
    : null;
}

async function judgeBookings(
  pool: Pick<pg.Pool, 'query'>,
  calls: readonly Acknowledged[],
): Promise<string[]> {
  const about = calls.flatMap((call) => {
    const id = bookingOf(call);
    return id === null ? [] : [{ call, id }];
  });
  const { rows } = await pool.query<BookingRow>(
    'select id, status, driver from bookings where id = any($1)',
    [about.map(({ id }) => id)],
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return about.flatMap(({ call, id }) => missingIn(call, known.get(id)) ?? []);
}

async function judgeMoney(pool: Pick<pg.Pool, 'query'>, calls: readonly Acknowledged[]): Promise<string[]> {
  const found: string[] = [];
  for (const { input } of calls.filter(({ name }) => name === 'addToWallet')) {
    const cents = Math.round(wallet.parse(input.body).amount * 100);
    const { rows } = await pool.query<{ times: number }>(
      `select count(*)::int as times from ledger_entries e join ledger_accounts a on a.id = e.account
       where a.owner = $1 and e.amount = $2`,
      [input.params?.id, cents],
    );
    if (rows[0]?.times !== 1)
      found.push(`addToWallet was acknowledged and is in the ledger ${rows[0]?.times} times`);
  }
  const withdraws = calls
    .filter(({ name }) => name === 'requestWithdraw')
    .map(({ answer }) => identified.parse(JSON.parse(answer.text)).id);
  const { rowCount } = await pool.query('select 1 from withdraws where id = any($1)', [withdraws]);
  const lost = withdraws.length - (rowCount ?? 0);
  if (lost > 0) found.push(`${lost} requestWithdraw were acknowledged and are lost`);
  return found;
}

/** Checks that the effects of acknowledged calls are stored. */
export async function judgeAcknowledged(
  pool: Pick<pg.Pool, 'query'>,
  calls: readonly Acknowledged[],
): Promise<string[]> {
  return [...(await judgeBookings(pool, calls)), ...(await judgeMoney(pool, calls))];
}

/** Time without PostgreSQL, in ms of performance.now(). */
export interface Outage {
  readonly from: number;
  readonly until: number;
}

/**
 * Checks that the same key gets the same response. A response that could not be stored, because PostgreSQL was killed
 * after the commit, is sent all the same; the repeat of such a call is answered that it took effect.
 */
export async function judgeRepeats(
  clients: Clients,
  calls: readonly TimedAcknowledged[],
  outages: readonly Outage[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, input, caller, key, answer, answeredAt } of calls) {
    const repeat = await clients.repeat(name, input, caller, key);
    // The server was killed again.
    if (repeat.status === 0) continue;
    const isInOutage = outages.some(({ from, until }) => answeredAt >= from && answeredAt <= until);
    if (isInOutage && repeat.code === 'conflict') continue;
    if (repeat.status !== answer.status || repeat.text !== answer.text || !repeat.isReplayed)
      found.push(`a repeat of ${name} with its key is answered ${repeat.status} ${repeat.code}`);
  }
  return found;
}

/** Each query counts rows that must not exist. `ofRun`: only bookings created since $1, in ms since the epoch. */
const rules: readonly { readonly wrong: string; readonly count: string; readonly ofRun?: true }[] = [
  {
    wrong: 'drivers are busy without a trip',
    count: `select count(*) from drivers d where queue and not exists (select from bookings b
            where b.driver = d.uid and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
            and (b.pickup_promised_at is null or b.set_out_at is not null))`,
  },
  {
    wrong: 'drivers have two trips at once',
    count: `select count(*) from (select driver from bookings
            where (pickup_promised_at is null or set_out_at is not null) and status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED') group by driver having count(*) > 1) as twice`,
  },
  {
    wrong: 'offers of bookings that are over are open',
    count: `select count(*) from booking_requests r join bookings b on b.id = r.booking
            where r.outcome is null and b.status <> 'NEW'`,
  },
  {
    wrong: 'estimates were booked twice',
    count: `select count(*) from (select quote from bookings where quote is not null
            group by quote having count(*) > 1) as twice`,
  },
  {
    wrong: 'bookings of which the search began have no offer and no end',
    count: `select count(*) from bookings b where status = 'NEW' and dispatch_at < extract(epoch from now()) * 1000 - 60000
            and not exists (select from booking_requests r where r.booking = b.id)`,
  },
  {
    wrong: 'later bookings whose time came were never offered',
    count: `select count(*) from bookings b where book_later and status = 'NEW'
            and dispatch_at < extract(epoch from now()) * 1000 - 60000
            and not exists (select from booking_requests r where r.booking = b.id)`,
  },
  {
    wrong: 'accepted bookings whose rider was not notified',
    count: `select count(*) from bookings b where driver_accept_time is not null and booking_date >= $1
            and not exists (select from notices n where n.uid = b.customer and n.kind like 'accepted%'
            and n.params->>'bookingId' = b.id::text)`,
    ofRun: true,
  },
  {
    wrong: 'paid bookings whose rider was not notified',
    count: `select count(*) from bookings b where status in ('PAID', 'COMPLETE') and booking_date >= $1 and not exists (select from notices n
            where n.uid = b.customer and n.kind = 'payment_success' and n.params->>'bookingId' = b.id::text)`,
    ofRun: true,
  },
  {
    wrong: 'riders were notified twice of one payment',
    count: `select count(*) from (select 1 from notices where kind = 'payment_success'
            group by uid, params->>'bookingId' having count(*) > 1) as twice`,
  },
  {
    wrong: 'events could not be handled',
    count: 'select count(*) from outbox_failures',
  },
  {
    wrong: 'jobs were given up',
    count:
      'select count(*) from graphile_worker.jobs where attempts >= max_attempts and last_error is not null',
  },
];

/** `since`: beginning of the run, in ms since the epoch. */
export async function judgeRows(
  pool: Pick<pg.Pool, 'query'>,
  queries: Queries,
  since: number,
): Promise<string[]> {
  const found: string[] = [];
  for (const { wrong, count, ofRun } of rules) {
    const { rows } = await pool.query<{ count: string }>(count, ofRun ? [since] : []);
    const times = Number(rows[0]?.count ?? 0);
    if (times > 0) found.push(`${times} ${wrong}`);
  }
  const { checks } = await verifyLedger({ db: queries, storage: noFiles, secret: 'secret of the proofs' });
  for (const { name, differences } of checks)
    if (differences.length > 0 && !uncheckedOfLedger.includes(name))
      found.push(`the ledger differs, ${name}: ${differences[0]}`);
  return found;
}
