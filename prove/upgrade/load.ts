// Reads and writes bookings over several connections; measures the longest duration of a call and the longest wait for
// a lock.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const READERS = 2;
const WRITERS = 2;
/** Pause between two calls of a connection, in ms, for a moderate load. */
const PAUSE_MS = 5;
const POLL_INTERVAL_MS = 10;
/** A call that fails because of the upgrade is a violation; one that waits longer than this, in ms, is aborted. */
const CALL_LIMIT_MS = 900_000;

export interface Waits {
  /** Longest duration of a call, in ms. */
  readonly slowestMs: number;
  /** Longest observed wait of a connection for a lock of the migration, in ms. */
  readonly lockedMs: number;
  readonly calls: number;
  /** Errors of calls. */
  readonly errors: readonly string[];
}

export interface Load {
  /** The measurements since the last call of `take`. */
  take(): Waits;
  close(): Promise<void>;
}

interface Measured {
  slowestMs: number;
  lockedMs: number;
  calls: number;
  errors: string[];
}

const nothing = (): Measured => ({ slowestMs: 0, lockedMs: 0, calls: 0, errors: [] });

const reads = [
  'select id, status, customer, tripdate from bookings where id = $1',
  'select id, status from bookings where customer = (select customer from bookings where id = $1) order by tripdate desc limit 20',
];
const writes = [
  "update bookings set reason = 'upgrade' where id = $1",
  "update bookings set reason = 'upgraded' where id = $1",
];

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'kerb-proof-load' });
  await client.connect();
  await client.query(`set statement_timeout = ${CALL_LIMIT_MS}`);
  return client;
}

export async function startLoad(connectionString: string, ids: readonly string[]): Promise<Load> {
  let measured = nothing();
  let isRunning = true;

  async function callAgain(statements: readonly string[], offset: number): Promise<void> {
    const client = await connect(connectionString);
    for (let call = offset; isRunning; call += 1) {
      const started = performance.now();
      try {
        await client.query(statements[call % statements.length] ?? '', [ids[call % ids.length]]);
      } catch (error) {
        measured.errors.push(error instanceof Error ? error.message : String(error));
      }
      measured.slowestMs = Math.max(measured.slowestMs, performance.now() - started);
      measured.calls += 1;
      await pause(PAUSE_MS);
    }
    await client.end();
  }

  /** Observes calls that wait for a migration, directly or behind another call. */
  async function watchLocks(): Promise<void> {
    const client = await connect(connectionString);
    while (isRunning) {
      const { rows } = await client.query<{ waited: number | null }>(
        `select max(extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float8 as waited
         from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and a.application_name = 'kerb-proof-load'`,
      );
      measured.lockedMs = Math.max(measured.lockedMs, rows[0]?.waited ?? 0);
      await pause(POLL_INTERVAL_MS);
    }
    await client.end();
  }

  const running = [
    watchLocks(),
    ...Array.from({ length: READERS }, (_, at) => callAgain(reads, at * 7)),
    ...Array.from({ length: WRITERS }, (_, at) => callAgain(writes, at * 11 + 3)),
  ];
  return {
    take() {
      const taken = measured;
      measured = nothing();
      return taken;
    },
    async close() {
      isRunning = false;
      await Promise.all(running);
    },
  };
}
