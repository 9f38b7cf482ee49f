// Opens the connection pool and the query builder on it.
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { underRole } from './app-role.ts';
import { endWhenUnanswered } from './lost-connections.ts';
import { observeStatements, type StatementObserver } from './observe-statements.ts';
import { newPreparation, prepareStatements } from './prepare-statements.ts';
import type { NoTables, Queries } from './tables.ts';

const INT8_OID = 20;
const NUMERIC_OID = 1700;

/** int8 holds times in ms, minor units and outbox positions: all far below 2^53, so numbers are exact. */
const types = new pg.TypeOverrides();
types.setTypeParser(INT8_OID, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a JavaScript number`);
  return value;
});
types.setTypeParser(NUMERIC_OID, Number);

export interface DatabaseOptions {
  connectionString: string;
  applicationName?: string;
  /** Every connection works under this role, which the user of the address may take on. */
  role?: string | undefined;
  maxConnections?: number;
  /** A statement that runs longer is cancelled by PostgreSQL. */
  statementTimeoutMs?: number;
  /**
   * A connection on which nothing comes back for so long after a statement is given up, ms: the database, or the network
   * to it, is gone without a word. Longer than `statementTimeoutMs`.
   */
  answerWithinMs?: number;
  onError?: (error: Error) => void;
  /** False where a pooler gives each transaction another connection, and cannot prepare statements on them. */
  prepares?: boolean;
  /** Left out, nothing observes the statements. */
  observer?: StatementObserver | undefined;
}

export interface Database {
  readonly queries: Queries;
  readonly pool: pg.Pool;
  /** Of the user that owns the tables. */
  readonly connectionString: string;
  close(): Promise<void>;
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: underRole(options.connectionString, options.role),
    application_name: options.applicationName ?? 'kerb',
    max: options.maxConnections ?? 20,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    query_timeout: options.answerWithinMs ?? 20_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    types,
  });
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  let isClosing = false;
  const preparation = newPreparation();
  const onError = (error: Error) => {
    if (!isClosing) options.onError?.(error);
  };
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    if (options.prepares !== false) prepareStatements(client, preparation);
    endWhenUnanswered(client);
    if (options.observer) observeStatements(client, options.observer);
  });
  const queries = new Kysely<NoTables>({
    dialect: new PostgresDialect({ pool }),
  });
  return {
    queries,
    pool,
    connectionString: options.connectionString,
    close: () => {
      isClosing = true;
      return queries.destroy();
    },
  };
}
