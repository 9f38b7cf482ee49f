// Runs one action on many rows: a few at a time, each with its own idempotency key, collecting the failures.

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

/** Resolves when every row was tried or, after a stop, when the rows in progress have finished. */
export async function runBulk<Row>(work: BulkWork<Row>): Promise<BulkResult<Row>> {
  const { rows, act, keyOf, onProgress, signal, atOnce = defaultConcurrency } = work;
  const done: Row[] = [];
  const failed: BulkFailure<Row>[] = [];
  let next = 0;
  const result = (): BulkResult<Row> => ({ done: [...done], failed: [...failed], left: rows.slice(next) });
  const worker = async () => {
    while (next < rows.length && !signal.aborted) {
      const row = rows[next] as Row;
      next += 1;
      try {
        await act(row, keyOf(row));
        done.push(row);
      } catch (problem) {
        failed.push({ row, problem });
      }
      onProgress(result());
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, rows.length) }, worker));
  return result();
}
