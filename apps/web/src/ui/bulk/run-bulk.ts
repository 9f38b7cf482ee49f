// One action on many rows: a few at a time, each with an idempotency key of its own, and an account of what failed.

export interface BulkFailure<Row> {
  readonly row: Row;
  readonly problem: unknown;
}

export interface BulkResult<Row> {
  readonly done: readonly Row[];
  readonly failed: readonly BulkFailure<Row>[];
  /** Not begun, because the action was stopped. */
  readonly left: readonly Row[];
}

interface BulkWork<Row> {
  readonly rows: readonly Row[];
  /** Rejects with the reason of a failure. The same row has the same key whenever it is tried again. */
  readonly act: (row: Row, idempotencyKey: string) => Promise<unknown>;
  readonly keyOf: (row: Row) => string;
  /** Called after each row. */
  readonly onProgress: (result: BulkResult<Row>) => void;
  /** Ends it after the rows that are under way. */
  readonly signal: AbortSignal;
  readonly atOnce?: number;
}

/** Few enough to leave room for the calls of colleagues. */
const usuallyAtOnce = 4;

/** Resolves when every row was tried or, after a stop, when those under way have ended. */
export async function runBulk<Row>(work: BulkWork<Row>): Promise<BulkResult<Row>> {
  const { rows, act, keyOf, onProgress, signal, atOnce = usuallyAtOnce } = work;
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
