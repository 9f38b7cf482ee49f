// One run of the dispatch benchmark: a new server with this number of drivers, first idle and then under a load of
// bookings.
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { DispatchPolicy } from '@kerb/domain/settings';
import { createClient } from '@kerb/sdk/client';
import { seededRandom } from '@kerb/testing';
import { timeEach } from '../lib/callers.ts';
import { firstCarType } from '../lib/car-type.ts';
import { createHttpCaller, type HttpCaller } from '../lib/http-caller.ts';
import { type RunningServer, startServer, temporaryFolder } from '../lib/server.ts';
import {
  countStatements,
  enableStatistics,
  openDatabase,
  type StatementCounter,
} from '../lib/server-database.ts';
import { type DispatchSampler, sampleDispatch } from './dispatch-sampler.ts';
import { type Figures, figuresOf, firstAfter, isDrained, type Measurements } from './figures.ts';
import { insertAdminSession, insertDrivers, insertRiders } from './insert-people.ts';
import { readRepeatedly, sendBookings } from './load.ts';
import { bookTrip, type QuotedTrip, quoteRandomTrip } from './trips.ts';

export interface RunOptions {
  drivers: number;
  /** Bookings per second. */
  rate: number;
  seconds: number;
  policy: DispatchPolicy;
  /** Prints the most frequent statements. */
  listsStatements: boolean;
}

/** A rider has at most five open bookings for now. */
const BOOKINGS_PER_RIDER = 5;
const QUOTES_AT_ONCE = 6;
const READERS = 8;
const WARM_UP_READS = 100;
/** Deadline for the queue to become empty. */
const DRAIN_WITHIN_MS = 60_000;
const POLL_MS = 500;
const STATEMENTS_LISTED = 60;
const DAY_MS = 86_400_000;

interface Prepared {
  server: RunningServer;
  riderTokens: string[];
  readerToken: string;
  carType: string;
}

/**
 * Starts a server, inserts drivers and riders, and restarts it, so that it restores the positions and counts
 * statements.
 */
async function prepareServer(dataFolder: string, options: RunOptions): Promise<Prepared> {
  const first = await startServer(dataFolder);
  const riders = Math.ceil((options.rate * options.seconds) / BOOKINGS_PER_RIDER);
  const client = await openDatabase(dataFolder);
  let tokens: string[] = [];
  let carType = '';
  let admin = '';
  try {
    carType = await firstCarType(first.origin);
    await insertDrivers(client, { count: options.drivers, carType, random: seededRandom(options.drivers) });
    tokens = await insertRiders(client, riders + 1);
    admin = await insertAdminSession(client);
    await client.query('analyze');
    await enableStatistics(client);
  } finally {
    await client.end();
    await first.stop();
  }
  const server = await startServer(dataFolder);
  await createClient({ baseUrl: server.origin, token: admin }).editSettings({
    body: { dispatchPolicy: options.policy },
  });
  const [readerToken = '', ...riderTokens] = tokens;
  return { server, riderTokens, readerToken, carType };
}

async function quoteTrips(
  riders: readonly HttpCaller[],
  count: number,
  carType: string,
): Promise<QuotedTrip[]> {
  const quoted: QuotedTrip[] = [];
  const numbers = Array.from({ length: count }, (_, index) => index);
  await timeEach(numbers, QUOTES_AT_ONCE, async (index) => {
    const rider = riders[index % riders.length];
    if (rider) quoted[index] = await quoteRandomTrip(rider, seededRandom(20_262 + index), carType);
  });
  return quoted;
}

/** Waits until no due job is waiting and every booking has offers, for at most a minute. */
async function drain({ samples }: DispatchSampler): Promise<void> {
  const since = Date.now();
  while (Date.now() < since + DRAIN_WITHIN_MS && firstAfter(samples, since, isDrained) === null)
    await pause(POLL_MS);
}

/** The most frequent statements during the load, by their number per booking. */
function mostRepeated(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  bookings: number,
): { statement: string; a_booking: number }[] {
  return [...after]
    .map(([statement, calls]) => ({
      statement,
      a_booking: Number(((calls - (before.get(statement) ?? 0)) / bookings).toPrecision(3)),
    }))
    .sort((one, other) => other.a_booking - one.a_booking)
    .slice(0, STATEMENTS_LISTED);
}

interface Load {
  dataFolder: string;
  trips: readonly QuotedTrip[];
  readers: readonly HttpCaller[];
  /** Id of the booking that is read. */
  booking: string;
  statements: StatementCounter;
}

async function measure(
  { dataFolder, trips, readers, booking, statements }: Load,
  { drivers, rate, seconds }: RunOptions,
  log: (line: string) => void,
): Promise<Measurements> {
  const idleFrom = await statements.count();
  const idleReads = readRepeatedly(readers, booking);
  await pause(seconds * 1000);
  await idleReads.stop();
  const idle = (await statements.count()) - idleFrom;

  log(`${drivers} drivers: ${rate} bookings a second for ${seconds} s`);
  const sampler = await sampleDispatch(dataFolder);
  try {
    const from = await statements.count();
    const fromEach = await statements.byStatement();
    const loadBegan = Date.now();
    const loadReads = readRepeatedly(readers, booking);
    const booked = await sendBookings(trips, rate);
    const lastBookingAt = Date.now();
    await loadReads.stop();
    log(`${drivers} drivers: waiting for the queue to become empty`);
    await drain(sampler);
    const total = (await statements.count()) - from;
    const byStatement = await statements.byStatement();
    const observedUntil = Date.now();
    const loadAverage = loadavg()[0] ?? 0;
    await sampler.stop();
    return {
      drivers,
      loadBegan,
      lastBookingAt,
      observedUntil,
      bookings: sampler.bookings,
      samples: sampler.samples,
      rows: await sampler.rowCounts(),
      statements: {
        total,
        seconds: (observedUntil - loadBegan) / 1000,
        idle,
        idleSeconds: seconds,
        dropped: await statements.dropped(),
        most: mostRepeated(fromEach, byStatement, sampler.bookings.size),
      },
      booked,
      reads: {
        idle: idleReads.answerMs,
        load: loadReads.answerMs,
        rejected: idleReads.rejected + loadReads.rejected,
      },
      loadAverage,
    };
  } finally {
    await sampler.stop();
  }
}

async function measureServer(
  dataFolder: string,
  { server, riderTokens, readerToken, carType }: Prepared,
  options: RunOptions,
  log: (line: string) => void,
): Promise<Figures> {
  const callerOf = (token: string) => createHttpCaller(server.origin, token);
  const riders = riderTokens.map(callerOf);
  const readers = Array.from({ length: READERS }, () => callerOf(readerToken));
  const statements = await countStatements(dataFolder);
  try {
    log(`${options.drivers} drivers: preparing quotes`);
    const trips = await quoteTrips(riders, options.rate * options.seconds, carType);
    const [reader] = readers;
    if (!reader) throw new Error('There is no reader');
    // For tomorrow, so that dispatch does not search a driver for it during the run.
    const ownTrip = await quoteRandomTrip(reader, seededRandom(7), carType, Date.now() + DAY_MS);
    const booking = await bookTrip(ownTrip);
    const warmUp = Array.from({ length: WARM_UP_READS }, () => `/api/v1/bookings/${booking}`);
    await timeEach(warmUp, 1, (path) => reader.get(path));
    const measured = await measure({ dataFolder, trips, readers, booking, statements }, options, log);
    if (measured.booked.firstRejection !== null) log(`rejected: ${measured.booked.firstRejection}`);
    if (options.listsStatements)
      for (const { statement, a_booking } of measured.statements.most)
        log(`${String(a_booking).padStart(6)} ${statement}`);
    return figuresOf(measured);
  } finally {
    await statements.close();
    for (const caller of [...riders, ...readers]) caller.close();
  }
}

/** Starts a server on a new data folder, measures, and stops it. */
export async function runDispatch(options: RunOptions, log: (line: string) => void): Promise<Figures> {
  const folder = temporaryFolder('dispatch');
  try {
    log(`${options.drivers} drivers: starting a server on a new data folder`);
    const prepared = await prepareServer(folder.path, options);
    try {
      return await measureServer(folder.path, prepared, options, log);
    } finally {
      await prepared.server.stop();
    }
  } finally {
    folder.remove();
  }
}
