// The bookings of one round: riders with quotes to book, and the same for pgbench by number.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Caller, Post } from '../lib/posts.ts';
import { copyRow } from './copy-rows.ts';
import { FIRST_NUMBER, numberedId } from './pgbench-script.ts';

const DAY_MS = 86_400_000;
const RIDER_KIND = 1;
const QUOTE_KIND = 2;
const BOOKING_KIND = 3;

/** A quote made by the server, from which others are copied, with the trip that books it. */
export interface QuotedModel {
  readonly quote: string;
  readonly trip: object;
}

/** A booking for tomorrow, so that dispatch, which has its own benchmark, does not start. */
const bookingPost = (caller: Caller, quote: string, trip: object, tripdate: number): Post => ({
  path: '/api/v1/bookings',
  body: {
    ...trip,
    estimate: quote,
    bookLater: true,
    tripdate,
    paymentPacket: { payment_mode: 'cash' },
  },
  caller,
  key: randomUUID(),
});

const quoteOf = (id: string, rider: string) => ({
  id,
  made_for: rider,
  expires_at: Date.now() + DAY_MS,
});

/** This number of bookings, by the riders in turn. */
export async function prepareBookings(
  client: pg.Client,
  { riders, count, model }: { riders: readonly Caller[]; count: number; model: QuotedModel },
): Promise<Post[]> {
  const tripdate = Date.now() + DAY_MS;
  const posts = Array.from({ length: count }, (_, index) => {
    const rider = riders[index % riders.length];
    if (rider === undefined) throw new Error('There are no riders');
    return bookingPost(rider, randomUUID(), model.trip, tripdate);
  });
  const copies = posts.map(({ body, caller }) => ({
    ...quoteOf(String(Reflect.get(Object(body), 'estimate')), caller.uid),
    departs_at: tripdate,
  }));
  await copyRow(client, 'quotes', { id: model.quote, copies });
  return posts;
}

/** Ids of pgbench's riders; those of a round have consecutive numbers. */
export const numberedRider = (number: number): string => numberedId(RIDER_KIND, FIRST_NUMBER + number);

const DIGEST_DIGITS = 64;

/** A round of pgbench; its transactions and riders have consecutive numbers. */
export interface NumberedRound {
  readonly firstRow: number;
  readonly rows: number;
  readonly firstRider: number;
  readonly riders: number;
}

/**
 * Inserts the quotes that pgbench's transactions book. Removes a booking with a random reference that they will use.
 */
export async function prepareNumberedQuotes(
  client: pg.Client,
  { firstRow, rows, firstRider, riders }: NumberedRound,
  model: QuotedModel,
): Promise<void> {
  const copies = Array.from({ length: rows }, (_, index) =>
    quoteOf(
      numberedId(QUOTE_KIND, FIRST_NUMBER + firstRow + index),
      numberedRider(firstRider + (index % riders)),
    ),
  );
  await copyRow(client, 'quotes', { id: model.quote, copies });
  await client.query('delete from bookings where reference ~ $1 and id::text not like $2', [
    `^${REFERENCE_PREFIX}[2-9]{4}$`,
    numberedId(BOOKING_KIND, '%'),
  ]);
}

/** Number of successful calls whose response is stored for a repeated key. */
export async function countAnswers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from idempotency_keys
     where took_effect and status between 200 and 299 and answer is not null`,
  );
  return rows[0]?.count ?? 0;
}

/** Throws unless each booking of the riders has its event and its job, and as many responses were stored. */
export async function expectWritten(
  client: pg.Client,
  { riders, bookings, answersBefore }: { riders: readonly string[]; bookings: number; answersBefore: number },
): Promise<void> {
  const { rowCount } = await client.query(
    `select from bookings b where b.customer = any($1::uuid[])
       and exists (select from outbox_events where name = 'booking.created' and data ->> 'booking_id' = b.id::text)
       and exists (select from graphile_worker.jobs where key = 'booking.due:' || b.id)`,
    [riders],
  );
  const answers = (await countAnswers(client)) - answersBefore;
  if (rowCount !== bookings || answers !== bookings)
    throw new Error(
      `A check is missing: of ${bookings} bookings ${rowCount} have their event and job, ${answers} a stored answer`,
    );
}

/** Reference from a number: the letters ZZ and its octal digits, written as 2 to 9. */
const REFERENCE =
  '\\set kerb_reference 2222 + :kerb_row % 8 + 10 * (:kerb_row / 8 % 8) + 100 * (:kerb_row / 64 % 8) + 1000 * (:kerb_row / 512 % 8)';
const REFERENCE_PREFIX = 'ZZ';

/** Variables of a round; `kerb_turn` counts the transactions of a client. */
export const roundVariables = (
  { firstRow, rows, firstRider, riders }: NumberedRound,
  clients: number,
): Record<string, number> => ({
  kerb_turn: 0,
  kerb_turns: rows / clients,
  kerb_first: firstRow,
  kerb_first_rider: firstRider,
  kerb_riders: riders,
});

/** Variables of a transaction: the number of its row over all rounds, and values derived from it. */
export const bookingVariables = [
  '\\set kerb_turn :kerb_turn + 1',
  '\\set kerb_row :kerb_first + :client_id * :kerb_turns + :kerb_turn - 1',
  `\\set kerb_number ${FIRST_NUMBER} + :kerb_row`,
  `\\set kerb_rider ${FIRST_NUMBER} + :kerb_first_rider + (:kerb_row - :kerb_first) % :kerb_riders`,
  REFERENCE,
];

export const numberedBooking = {
  rider: numberedId(RIDER_KIND, ':kerb_rider'),
  quote: numberedId(QUOTE_KIND, ':kerb_number'),
  booking: numberedId(BOOKING_KIND, ':kerb_number'),
  reference: `${REFERENCE_PREFIX}:kerb_reference`,
  /** A hash of 32 bytes in hexadecimal digits. */
  keyHash: `${'0'.repeat(DIGEST_DIGITS - 12)}:kerb_number`,
} as const;
