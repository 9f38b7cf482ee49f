// withTx: one unit of work, one transaction; tried again when PostgreSQL asks for it.
import type { IsolationLevel } from 'kysely';
import { recordedSecurity, type SecurityLog } from '../observe/security-log.ts';
import { enableDeferred, runDeferred } from './before-commit.ts';
import { isRetryable } from './pg-error.ts';
import type { Queries, Tx } from './tables.ts';

export interface TxOptions {
  isolation?: IsolationLevel;
  /**
   * The transaction only prepares the work of a call, such as a job that removes a file which nothing comes to use:
   * with its commit alone the call has not taken effect, and may be repeated.
   */
  prepares?: boolean;
}

/**
 * Runs the work in one transaction: it commits when the work returns and rolls back when it throws. After
 * a deadlock or serialisation failure the whole work runs again, so it must do nothing but database work.
 */
export type WithTx = <T>(work: (tx: Tx) => Promise<T>, options?: TxOptions) => Promise<T>;

const MAX_ATTEMPTS = 5;

export interface TransactorOptions {
  /** Runs in each transaction after its work, just before the commit. */
  beforeCommit?: (tx: Tx) => Promise<void>;
  /** Where the security events recorded with a transaction are written after its commit; left out, nowhere. */
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
        const builder = queries.transaction();
        const isolated = options.isolation ? builder.setIsolationLevel(options.isolation) : builder;
        const { result, events } = await isolated.execute(async (tx) => {
          enableDeferred(tx);
          const result = await work(tx);
          await runDeferred(tx);
          if (!options.prepares) await beforeCommit?.(tx);
          return { result, events: recordedSecurity(tx) };
        });
        for (const event of events) security?.write(event);
        return result;
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
        // Spread the contenders; they met once already.
        await wait(2 ** attempt * (2 + Math.random() * 6));
      }
    }
  };
}

/**
 * The same, with the repositories a module works on already bound to the transaction:
 * `const withRepos = bindRepositories(withTx, (tx) => ({ bookings: bookingRepository(tx) }))`.
 */
export function bindRepositories<Repos>(
  withTx: WithTx,
  repositories: (tx: Tx) => Repos,
): <T>(work: (repos: Repos, tx: Tx) => Promise<T>, options?: TxOptions) => Promise<T> {
  return (work, options) => withTx((tx) => work(repositories(tx), tx), options);
}
