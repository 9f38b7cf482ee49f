// withTx: runs a unit of work in one transaction, and retries it after serialisation failures and deadlocks.
import type { IsolationLevel } from 'kysely';
import { recordedSecurity, type SecurityLog } from '../observe/security-log.ts';
import { enableDeferred, runDeferred } from './before-commit.ts';
import { isRetryable } from './pg-error.ts';
import type { Queries, Tx } from './tables.ts';
import { runTransaction } from './transaction.ts';

export interface TxOptions {
  isolation?: IsolationLevel;
  /**
   * The transaction only prepares the work of a call, for example adds a job that removes an unused file. Its commit
   * does not make the call's idempotency key take effect, so the call may be repeated.
   */
  prepares?: boolean;
}

/**
 * Runs the work in one transaction, which commits when the work returns and rolls back when it throws. After a deadlock
 * or serialisation failure the whole work runs again, so it must contain nothing but database work.
 */
export type WithTx = <T>(work: (tx: Tx) => Promise<T>, options?: TxOptions) => Promise<T>;

const MAX_ATTEMPTS = 5;

export interface TransactorOptions {
  /** Runs in each transaction after its work, directly before the commit. */
  beforeCommit?: (tx: Tx) => Promise<void>;
  /** Writes the security events recorded in a transaction after its commit; when left out, they are not written. */
  security?: Pick<SecurityLog, 'write'>;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function createTransactor(
  queries: Queries,
  { beforeCommit, security }: TransactorOptions = {},
): WithTx {
  return async function transactor(work, options = {}) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { result, events } = await runTransaction(queries, options.isolation, async (tx) => {
          enableDeferred(tx);
          const result = await work(tx);
          await Promise.all([runDeferred(tx), options.prepares ? undefined : beforeCommit?.(tx)]);
          return { result, events: recordedSecurity(tx) };
        });
        for (const event of events) security?.write(event);
        return result;
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
        // A random back-off keeps transactions that have collided once from colliding again.
        await wait(2 ** attempt * (2 + Math.random() * 6));
      }
    }
  };
}

/**
 * Binds a module's repositories to each transaction: `const withRepos = bindRepositories(withTx, (tx) => ({ bookings:
 * bookingRepository(tx) }))`.
 */
export function bindRepositories<Repos>(
  withTx: WithTx,
  repositories: (tx: Tx) => Repos,
): <T>(work: (repos: Repos, tx: Tx) => Promise<T>, options?: TxOptions) => Promise<T> {
  return (work, options) => withTx((tx) => work(repositories(tx), tx), options);
}
