// Samples the server's tables every half second: due jobs that are waiting, and the commit times of the first offers of
// each booking.
import { openDatabase } from '../lib/server-database.ts';

const EVERY_MS = 500;

export interface QueueSample {
  /** ms since the epoch. */
  at: number;
  /** Number of jobs that are due and not running. */
  waitingJobs: number;
  /** Age of the oldest due job; 0 without one. */
  oldestJobMs: number;
  /** Number of bookings for now without any offer. */
  withoutOffers: number;
}

/** ms since the epoch. */
export interface BookingTimes {
  created: number;
  /** `requested_at` of the first offers; null without offers. */
  requested: number | null;
  /** Commit time of the transaction with the first offers; null without offers. */
  offered: number | null;
}

export interface DispatchSampler {
  readonly samples: readonly QueueSample[];
  /** By booking, including bookings without offers. */
  readonly bookings: ReadonlyMap<string, BookingTimes>;
  rowCounts(): Promise<{ offers: number; candidates: number }>;
  /** Ends the sampling. */
  stop(): Promise<void>;
}

const jobsSql = `
  select count(*)::int as waiting,
    coalesce(extract(epoch from clock_timestamp() - min(run_at)) * 1000, 0)::float8 as oldest
  from graphile_worker.jobs where run_at <= now() and locked_at is null and attempts < max_attempts`;

/** One offer is enough, because all offers of a round share their transaction. */
const bookingsSql = `
  select b.id, b.booking_date::float8 as created, first.requested_at::float8 as requested,
    extract(epoch from first.committed)::float8 * 1000 as offered
  from bookings b left join lateral (
    select requested_at, pg_xact_commit_timestamp(xmin) as committed from booking_requests where booking = b.id limit 1
  ) first on true
  where not b.book_later and b.id <> all($1::uuid[])`;

/** Counts only bookings for now. */
export async function sampleDispatch(dataFolder: string): Promise<DispatchSampler> {
  const client = await openDatabase(dataFolder);
  const samples: QueueSample[] = [];
  const bookings = new Map<string, BookingTimes>();
  const offered: string[] = [];
  let stopped = false;

  async function sample(): Promise<void> {
    const jobs = await client.query<{ waiting: number; oldest: number }>(jobsSql);
    const { rows } = await client.query<BookingTimes & { id: string }>(bookingsSql, [offered]);
    for (const { id, ...times } of rows) {
      bookings.set(id, times);
      if (times.offered !== null) offered.push(id);
    }
    samples.push({
      at: Date.now(),
      waitingJobs: jobs.rows[0]?.waiting ?? 0,
      oldestJobMs: Math.max(0, jobs.rows[0]?.oldest ?? 0),
      withoutOffers: rows.filter((row) => row.offered === null).length,
    });
  }

  async function sampleUntilStopped(): Promise<void> {
    while (!stopped) {
      const next = performance.now() + EVERY_MS;
      await sample();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
    }
  }

  const done = sampleUntilStopped();
  // Reported by stop(); without a listener, the error would end the process first.
  done.catch(() => undefined);
  return {
    samples,
    bookings,
    async rowCounts() {
      const own = await openDatabase(dataFolder);
      try {
        const { rows } = await own.query<{ offers: number; candidates: number }>(
          `select (select count(*)::int from booking_requests) as offers,
             (select count(*)::int from dispatch_candidates) as candidates`,
        );
        return rows[0] ?? { offers: 0, candidates: 0 };
      } finally {
        await own.end();
      }
    },
    async stop() {
      stopped = true;
      try {
        await done;
      } finally {
        await client.end();
      }
    },
  };
}
