// Runs one action on many rows: a few at a time and not too fast, each with its own idempotency key, collecting the
// failures.
import { ApiError } from '@kerb/sdk/client';

export interface BulkFailure<Row> {
  readonly row: Row;
  readonly problem: unknown;
}

export interface BulkResult<Row> {
  readonly done: readonly Row[];
  readonly failed: readonly BulkFailure<Row>[];
  /** Rows that were not started, because the action was stopped. */
  readonly left: readonly Row[];
}

interface BulkWork<Row> {
  readonly rows: readonly Row[];
  /** Rejects with the error of a failure. The idempotency key comes from `keyOf`. */
  readonly act: (row: Row, idempotencyKey: string) => Promise<unknown>;
  readonly keyOf: (row: Row) => string;
  /** Called after each row. */
  readonly onProgress: (result: BulkResult<Row>) => void;
  /** Aborting it stops the action after the rows in progress. */
  readonly signal: AbortSignal;
  readonly atOnce?: number;
}

/** Default number of concurrent requests, low enough to leave capacity for other users. */
const defaultConcurrency = 4;
/**
 * Time between the starts of two rows: 600 a minute, half of the calls that the server accepts from a user, so that the
 * user's other screens go on working.
 */
const START_EVERY_MS = 100;
/** Wait after a rejection for too many calls that does not name one, and the longest that is waited for. */
const DEFAULT_WAIT_SECONDS = 5;
const MAX_WAIT_SECONDS = 120;

/** Seconds to wait before the same call is sent again; null for an error that another attempt does not help. */
function waitOf(problem: unknown): number | null {
  if (!(problem instanceof ApiError) || problem.status !== 429) return null;
  const { retryAfterSeconds = DEFAULT_WAIT_SECONDS } = problem;
  return retryAfterSeconds > MAX_WAIT_SECONDS ? null : retryAfterSeconds;
}

/** Resolves after the time, or at once when the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

/** Spaces the starts of all calls evenly, and holds all of them back after a rejection for too many. */
function createPace(signal: AbortSignal) {
  let next = 0;
  return {
    hold(seconds: number): void {
      next = Math.max(next, Date.now() + seconds * 1000);
    },
    /** Resolves when the next call may start, or the action is stopped. */
    async turn(): Promise<void> {
      while (!signal.aborted && next > Date.now()) await pause(next - Date.now(), signal);
      next = Math.max(next, Date.now() + START_EVERY_MS);
    },
  };
}

/** Resolves when every row was tried or, after a stop, when the rows in progress have finished. */
export async function runBulk<Row>(work: BulkWork<Row>): Promise<BulkResult<Row>> {
  const { rows, act, keyOf, onProgress, signal, atOnce = defaultConcurrency } = work;
  const pace = createPace(signal);
  const done: Row[] = [];
  const failed: BulkFailure<Row>[] = [];
  let next = 0;
  const result = (): BulkResult<Row> => ({ done: [...done], failed: [...failed], left: rows.slice(next) });

  /** Sends the row again, with the same key, while the server asks to wait. */
  async function attempt(row: Row, key: string): Promise<void> {
    try {
      await act(row, key);
    } catch (problem) {
      const seconds = waitOf(problem);
      if (seconds === null) throw problem;
      pace.hold(seconds);
      await pace.turn();
      if (signal.aborted) throw problem;
      await attempt(row, key);
    }
  }

  async function tryRow(row: Row): Promise<void> {
    try {
      await attempt(row, keyOf(row));
      done.push(row);
    } catch (problem) {
      failed.push({ row, problem });
    }
    onProgress(result());
  }

  const underWay = new Set<Promise<void>>();
  while (next < rows.length) {
    if (underWay.size >= atOnce) await Promise.race(underWay);
    await pace.turn();
    if (signal.aborted) break;
    const trying = tryRow(rows[next] as Row).finally(() => underWay.delete(trying));
    next += 1;
    underWay.add(trying);
  }
  await Promise.all(underWay);
  return result();
}
