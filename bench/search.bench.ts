// Benchmark of the console's search over a million bookings: the delay for an admin after typing a word, including
// users and promos.
import { createClient } from '@kerb/sdk/client';
import { type Random, seededRandom } from '@kerb/testing';
import type pg from 'pg';
import { insertAdminSession } from './dispatch/insert-people.ts';
import { type Benchmark, type OptionValues, runPairs } from './lib/benchmark.ts';
import { createHttpCaller, type HttpCaller } from './lib/http-caller.ts';
import { type RunningServer, startServer, temporaryFolder } from './lib/server.ts';
import { openDatabase } from './lib/server-database.ts';
import { percentile } from './lib/statistics.ts';
import { insertBookings } from './search/insert-bookings.ts';
import { typedWords } from './search/typed-words.ts';

const BOOKINGS = 1_000_000;
const PAST_DAYS = 90;
const INSERTED_DAYS = 400;
const PAIRS = 5;
/** Number of each kind in a round. */
const WORDS_OF_A_KIND = 8;
const LIMIT_MS = 50;
/** Number of results that the search dialog requests. */
const MOST = 6;

function optionsOf(values: OptionValues): { bookings: number } {
  const bookings = Number(values.bookings ?? BOOKINGS);
  if (!Number.isInteger(bookings) || bookings < 1000)
    throw new Error('--bookings takes a number from 1000 on');
  return { bookings };
}

/** Makes the calls of the dialog after a pause in typing; returns the ms until the last response. */
async function search(caller: HttpCaller, word: string): Promise<number> {
  const query = `q=${encodeURIComponent(word)}&limit=${MOST}`;
  const begun = performance.now();
  await Promise.all(['bookings', 'users', 'promos'].map((list) => caller.get(`/api/v1/${list}?${query}`)));
  return performance.now() - begun;
}

async function measure(caller: HttpCaller, client: pg.Client, random: Random) {
  const byKind = new Map<string, number[]>();
  for (const { kind, word } of await typedWords(client, WORDS_OF_A_KIND, random))
    byKind.set(kind, [...(byKind.get(kind) ?? []), await search(caller, word)]);
  return byKind;
}

async function prepare(
  server: RunningServer,
  client: pg.Client,
  bookings: number,
  log: (line: string) => void,
) {
  await insertBookings(client, { count: bookings, days: INSERTED_DAYS, log });
  const token = await insertAdminSession(client);
  await createClient({ baseUrl: server.origin, token }).getMe();
  return token;
}

export const benchmark: Benchmark = {
  name: 'search',
  unit: 'ms',
  about: `the console's search for what admins type, beside ${LIMIT_MS} ms`,
  options: { bookings: `how many bookings are searched, ${BOOKINGS} unless given` },
  async run(log, values) {
    const { bookings } = optionsOf(values);
    const folder = temporaryFolder('search');
    const server = await startServer(folder.path, { pastDays: PAST_DAYS });
    const client = await openDatabase(folder.path);
    try {
      const token = await prepare(server, client, bookings, log);
      // Each list is requested over its own connection, as in a browser.
      const caller = createHttpCaller(server.origin, token, { connections: 3 });
      const random = seededRandom(18);
      const kinds = new Map<string, number[]>();
      await measure(caller, client, random);
      const report = await runPairs({
        name: 'search',
        unit: 'ms',
        pairs: PAIRS,
        log,
        ours: async () => {
          const round = await measure(caller, client, random);
          for (const [kind, times] of round) kinds.set(kind, [...(kinds.get(kind) ?? []), ...times]);
          return [...round.values()].flat();
        },
        limit: async () => [LIMIT_MS],
      });
      caller.close();
      const p95 = Object.fromEntries(
        [...kinds].map(([kind, times]) => [kind, Number(percentile(times, 95).toPrecision(3))]),
      );
      return { ...report, more: { bookings, p95_by_kind: p95 } };
    } finally {
      await client.end();
      await server.stop();
      folder.remove();
    }
  },
};
