// Hourly job that removes old events and expired idempotency keys.
import type { Queries } from './db/tables.ts';
import { idempotencyRepository } from './http/idempotency.repository.ts';
import type { Logger } from './observe/logger.ts';
import { outboxRepository } from './outbox/outbox.repository.ts';

const EVENT_RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;
/** Rows per statement, so that each ends within the statement timeout, however many rows have accumulated. */
const BATCH = 10_000;

export interface RemoveOldRowsDeps {
  queries: Queries;
  logger: Pick<Logger, 'info'>;
  /** Names of the subscribers that must have passed an event before it is removed. */
  subscribers: readonly string[];
  batch?: number;
}

/** Returns the number of rows that were removed. */
async function removeAll(batch: number, remove: (limit: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const removed = await remove(batch);
    total += removed;
    if (removed < batch) return total;
  }
}

export function createRemoveOldRows({ queries, logger, subscribers, batch = BATCH }: RemoveOldRowsDeps) {
  return async function removeOldRows(): Promise<void> {
    const before = new Date(Date.now() - EVENT_RETENTION_DAYS * DAY_MS);
    const outbox = outboxRepository(queries);
    const keys = idempotencyRepository(queries);
    const parts = {
      events: () => removeAll(batch, (limit) => outbox.removeOld(before, subscribers, limit)),
      answers: () => removeAll(batch, (limit) => keys.removeExpired(limit)),
    };
    const removed: Record<string, number> = {};
    const errors: unknown[] = [];
    // A failure of one part must not keep the rows of the others.
    for (const [name, part] of Object.entries(parts)) {
      try {
        removed[name] = await part();
      } catch (error) {
        errors.push(error);
      }
    }
    logger.info(removed, 'Removed old events and answers');
    if (errors.length > 0) throw new AggregateError(errors, 'Some old rows could not be removed');
  };
}
