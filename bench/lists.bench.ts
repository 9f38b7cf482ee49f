// Benchmark of the console's lists and reports with a long history, compared with the same calls with a short one that
// has as many bookings per day.
import { createClient } from '@kerb/sdk/client';
import { type Random, seededRandom } from '@kerb/testing';
import { insertAdminSession } from './dispatch/insert-people.ts';
import { type Benchmark, type OptionValues, runPairs } from './lib/benchmark.ts';
import { createHttpCaller, type HttpCaller } from './lib/http-caller.ts';
import { startServer, temporaryFolder } from './lib/server.ts';
import { openDatabase } from './lib/server-database.ts';
import { median } from './lib/statistics.ts';
import { type CaseName, type ListCase, listCases } from './lists/list-cases.ts';
import { insertBookings } from './search/insert-bookings.ts';

const LONG = 5_000_000;
const SHORT = 50_000;
/** The short history covers two months, so that every case reads as many bookings in both. */
const BOOKINGS_A_DAY = 800;
const PAST_DAYS = 90;
const SUMMED_AFTER_MS = 3 * 86_400_000;
const PAIRS = 5;
/** Calls of each case in a round. */
const CALLS = 4;

type Say = (line: string) => void;

function optionsOf(values: OptionValues): { bookings: number } {
  const bookings = Number(values.bookings ?? LONG);
  if (!Number.isInteger(bookings) || bookings <= SHORT)
    throw new Error(`--bookings takes a number above ${SHORT}`);
  return { bookings };
}

interface History {
  readonly caller: HttpCaller;
  readonly cases: readonly ListCase[];
}

/** Runs the work with this number of bookings on its own server and database, which are removed afterwards. */
async function withHistory<Result>(
  bookings: number,
  log: Say,
  work: (history: History) => Promise<Result>,
): Promise<Result> {
  const folder = temporaryFolder('lists');
  const endings: (() => unknown)[] = [folder.remove];
  try {
    const server = await startServer(folder.path, { pastDays: PAST_DAYS });
    endings.push(server.stop);
    const client = await openDatabase(folder.path);
    endings.push(() => client.end());
    await insertBookings(client, { count: bookings, days: bookings / BOOKINGS_A_DAY, log });
    // As the hourly job does; see reports.repository.ts.
    await client.query('select earned_fees_move_on($1::bigint)', [Date.now() - SUMMED_AFTER_MS]);
    const token = await insertAdminSession(client);
    const { timezone } = await createClient({ baseUrl: server.origin, token }).getSettings();
    const caller = createHttpCaller(server.origin, token);
    endings.push(caller.close);
    return await work({ caller, cases: await listCases(caller, client, timezone) });
  } finally {
    for (const end of endings.reverse()) await end();
  }
}

type Times = Map<CaseName, number[]>;

/** Adds the times of each case to `times`; returns those of this round, in ms. */
async function measure({ caller, cases }: History, times: Times, random: Random): Promise<number[]> {
  const round: number[] = [];
  for (const { name, path } of cases) {
    for (let call = 0; call < CALLS; call += 1) {
      const begun = performance.now();
      await caller.get(path(random));
      const took = performance.now() - begun;
      times.set(name, [...(times.get(name) ?? []), took]);
      round.push(took);
    }
  }
  return round;
}

const inMs = (value: number): number => Number(value.toPrecision(3));

/** The medians of each case in ms, with the long and the short history, and their ratio. */
const byCase = (long: Times, short: Times) =>
  Object.fromEntries(
    [...long].map(([name, times]) => {
      const ours = median(times);
      const limit = median(short.get(name) ?? []);
      return [name, { ours: inMs(ours), limit: inMs(limit), ratio: inMs(ours / limit) }];
    }),
  );

async function compare(bookings: number, { long, short }: Record<'long' | 'short', History>, log: Say) {
  const longTimes: Times = new Map();
  const shortTimes: Times = new Map();
  await measure(long, new Map(), seededRandom(1));
  await measure(short, new Map(), seededRandom(1));
  const report = await runPairs({
    name: 'lists',
    unit: 'ms',
    pairs: PAIRS,
    log,
    ours: (pair) => measure(long, longTimes, seededRandom(pair)),
    limit: (pair) => measure(short, shortTimes, seededRandom(pair)),
  });
  return { ...report, more: { bookings, by_case: byCase(longTimes, shortTimes) } };
}

export const benchmark: Benchmark = {
  name: 'lists',
  unit: 'ms',
  about: `lists, search and reports over a long history of bookings, beside the newest ${SHORT}`,
  options: { bookings: `how many bookings the long history has, ${LONG} unless given` },
  async run(log, values) {
    const { bookings } = optionsOf(values);
    return withHistory(SHORT, log, (short) =>
      withHistory(bookings, log, (long) => compare(bookings, { long, short }, log)),
    );
  },
};
