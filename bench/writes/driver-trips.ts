// Trips that drivers accept or finish: copies of one that was booked through the API, with their offers.
import { randomUUID } from 'node:crypto';
import { seededRandom } from '@kerb/testing';
import type pg from 'pg';
import { bookTrip, quoteRandomTrip } from '../dispatch/trips.ts';
import { firstCarType } from '../lib/car-type.ts';
import { createHttpCaller } from '../lib/http-caller.ts';
import { runPgbench } from '../lib/pgbench.ts';
import type { Caller, Post } from '../lib/posts.ts';
import { copyRow } from './copy-rows.ts';
import type { MeasuredServer } from './measured-server.ts';
import { insertDriversWithIds, insertRidersWithIds } from './people.ts';
import { FIRST_NUMBER, numberedId } from './pgbench-script.ts';

const DAY_MS = 86_400_000;
const BOOKING_KIND = 4;
const DRIVER_KIND = 5;
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const REFERENCE_LENGTH = 6;

/** Consecutive references, used by the benchmark only. */
function referenceOf(number: number): string {
  let rest = number;
  let text = '';
  while (text.length < REFERENCE_LENGTH) {
    text = `${LETTERS[rest % LETTERS.length]}${text}`;
    rest = Math.floor(rest / LETTERS.length);
  }
  return text;
}

/** The ids that pgbench derives from the number of a row. */
export const numberedBooking = (number: number): string => numberedId(BOOKING_KIND, FIRST_NUMBER + number);
export const numberedDriver = (number: number): string => numberedId(DRIVER_KIND, FIRST_NUMBER + number);

export const numberedTrip = {
  booking: numberedId(BOOKING_KIND, ':kerb_number'),
  driver: numberedId(DRIVER_KIND, ':kerb_number'),
} as const;

/** Variables of a transaction: the number of its row over all rounds. */
export const tripVariables = [
  '\\set kerb_turn :kerb_turn + 1',
  `\\set kerb_number ${FIRST_NUMBER} + :kerb_first + :client_id * :kerb_turns + :kerb_turn - 1`,
];

/** The booking that is copied, and the number of the first unused reference. */
export interface TripModel {
  readonly booking: string;
  nextReference: number;
}

/** Inserts copies with these ids, each with its own reference and quote. */
export async function insertTrips(
  client: pg.Client,
  model: TripModel,
  trips: readonly { id: string; changes?: Readonly<Record<string, string | number | boolean | null>> }[],
): Promise<void> {
  const first = model.nextReference;
  model.nextReference += trips.length;
  const copies = trips.map(({ id, changes = {} }, index) => ({
    ...changes,
    id,
    quote: randomUUID(),
    reference: referenceOf(first + index),
  }));
  await copyRow(client, 'bookings', { id: model.booking, copies });
}

export interface Offer {
  readonly booking: string;
  readonly driver: string;
}

/** The offers stay open until tomorrow. */
export async function insertOffers(client: pg.Client, offers: readonly Offer[]): Promise<void> {
  await client.query(
    `insert into booking_requests (booking, driver, requested_at, expires_at)
     select booking, driver, $3, $4 from unnest($1::uuid[], $2::uuid[]) as offer (booking, driver)`,
    [
      offers.map(({ booking }) => booking),
      offers.map(({ driver }) => driver),
      Date.now(),
      Date.now() + DAY_MS,
    ],
  );
}

/** A step of a driver's trip. */
export const stepPost = (step: 'accept' | 'collect', booking: string, caller: Caller): Post => ({
  path: `/api/v1/bookings/${booking}/${step}`,
  body: {},
  caller,
  key: randomUUID(),
});

/** Id of the booking in the address of a step. */
export const bookingOf = ({ path }: Post): string => path.split('/').at(-2) ?? '';

/** Takes the next drivers without a trip. */
function createTaker(drivers: readonly Caller[]): (count: number) => Caller[] {
  let taken = 0;
  return (count) => {
    taken += count;
    if (taken > drivers.length) throw new Error('There are too few drivers');
    return drivers.slice(taken - count, taken);
  };
}

export interface DriverTrips extends MeasuredServer {
  readonly model: TripModel;
  readonly rider: Caller;
  readonly uids: readonly string[];
  readonly take: (count: number) => Caller[];
}

/** A rider with the trip that is copied, and this number of drivers on duty. */
export async function prepareDrivers(measured: MeasuredServer, count: number): Promise<DriverTrips> {
  const { server, client } = measured;
  const [rider] = await insertRidersWithIds(client, [randomUUID()]);
  if (rider === undefined) throw new Error('There is no rider');
  const model = await bookModel(server.origin, rider);
  const uids = Array.from({ length: count }, () => randomUUID());
  const drivers = await insertDriversWithIds(client, uids, model.carType);
  return { ...measured, model, rider, uids, take: createTaker(drivers) };
}

/** Numbers of the rows of a round of pgbench. */
export const numbersOf = (round: number, rows: number): number[] =>
  Array.from({ length: rows }, (_, index) => round * rows + index);

/** Runs the script once for each number of the round; returns transactions per second. */
export async function runNumbered(
  { server }: MeasuredServer,
  { pgbench, script }: { pgbench: string; script: string },
  { round, rows, clients }: { round: number; rows: number; clients: number },
): Promise<number> {
  const { perSecond } = await runPgbench(pgbench, {
    dataFolder: server.dataFolder,
    script,
    clients,
    transactionsPerClient: rows / clients,
    variables: { kerb_turn: 0, kerb_turns: rows / clients, kerb_first: round * rows },
  });
  return perSecond;
}

/** Books a trip for tomorrow, from which the others are copied, so that dispatch ignores it and its copies. */
async function bookModel(origin: string, rider: Caller): Promise<TripModel & { carType: string }> {
  const carType = await firstCarType(origin);
  const caller = createHttpCaller(origin, rider.token);
  try {
    const quoted = await quoteRandomTrip(caller, seededRandom(7), carType, Date.now() + DAY_MS);
    const booking = await bookTrip(quoted);
    return { booking, nextReference: 0, carType };
  } finally {
    caller.close();
  }
}
