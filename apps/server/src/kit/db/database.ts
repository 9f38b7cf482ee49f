// Opens the connection pool and the query builder on it.
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { underRole } from './app-role.ts';
import { endWhenUnanswered } from './lost-connections.ts';
import { observeStatements, type StatementObserver } from './observe-statements.ts';
import { newPreparation, prepareStatements } from './prepare-statements.ts';
import { createReplicaReads, type ReplicaState } from './replica.ts';
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

/** A statement that runs longer is cancelled by PostgreSQL. */
export const STATEMENT_TIMEOUT_MS = 15_000;
/** A transaction that is left open without a statement for so long is ended by PostgreSQL. */
export const IDLE_TRANSACTION_MS = 30_000;
/** Of the connections that keep their session beside a pooler: one that listens, and one for each job that ends. */
const SESSION_CONNECTIONS = 5;
const CONNECT_WITHIN_MS = 10_000;
/** The primary answers what a replica cannot, so it is not waited for. */
const REPLICA_CONNECT_WITHIN_MS = 1_000;

export interface DatabaseOptions {
  connectionString: string;
  /** The address of PostgreSQL itself, where `connectionString` leads to a pooler. */
  directUrl?: string | undefined;
  /** The address of a replica. With `directUrl` its user has the role already, like that of the pooler. */
  replicaUrl?: string | undefined;
  /** Called with the reason when reads go to the primary instead of the replica, and with null when they go back. */
  onReplica?: (reason: string | null) => void;
  applicationName?: string;
  /**
   * Every connection works under this role, which the user of the address may take on. The user of a pooler's address
   * has it already (`requirePooledRole`).
   */
  role?: string | undefined;
  maxConnections?: number;
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
  /** For lists, reports and exports, which only read: a replica answers where there is one (replica.ts). */
  readonly reads: Queries;
  /** Null where there is no replica. */
  readonly replica: ReplicaState | null;
  readonly pool: pg.Pool;
  /** Connections that keep their session between transactions, as LISTEN needs. Without a pooler the same as `pool`. */
  readonly sessionPool: pg.Pool;
  /** Of PostgreSQL itself, without a pooler; of the user that owns the tables. */
  readonly connectionString: string;
  close(): Promise<void>;
}

/** Parameters that PostgreSQL takes from a client that connects; a pooler refuses them, or ignores them. */
const sessionSettings = ({ statementTimeoutMs = STATEMENT_TIMEOUT_MS }: DatabaseOptions) => ({
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
});

interface PoolAddress {
  readonly connectionString: string;
  readonly isPooler: boolean;
  readonly maxConnections: number;
  readonly prepares: boolean;
  readonly connectWithinMs: number;
}

function openPool(address: PoolAddress, options: DatabaseOptions, onError: (error: Error) => void): pg.Pool {
  const { connectionString, isPooler, maxConnections, prepares, connectWithinMs } = address;
  const pool = new pg.Pool({
    connectionString: isPooler ? connectionString : underRole(connectionString, options.role),
    application_name: options.applicationName ?? 'kerb',
    max: maxConnections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: options.answerWithinMs ?? 20_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
    ...(isPooler ? {} : sessionSettings(options)),
  });
  const preparation = newPreparation();
  // An idle connection that breaks is replaced by the pool; without a listener, the event would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    if (prepares) prepareStatements(client, preparation);
    endWhenUnanswered(client);
    if (options.observer) observeStatements(client, options.observer);
  });
  return pool;
}

export function openDatabase(options: DatabaseOptions): Database {
  const { connectionString, directUrl = connectionString } = options;
  const isPooler = directUrl !== connectionString;
  let isClosing = false;
  const onError = (error: Error) => {
    if (!isClosing) options.onError?.(error);
  };
  const address: PoolAddress = {
    connectionString,
    isPooler,
    maxConnections: options.maxConnections ?? 20,
    prepares: options.prepares !== false,
    connectWithinMs: CONNECT_WITHIN_MS,
  };
  const direct: PoolAddress = {
    ...address,
    connectionString: directUrl,
    isPooler: false,
    maxConnections: SESSION_CONNECTIONS,
    prepares: true,
  };
  const pool = openPool(address, options, onError);
  const sessionPool = isPooler ? openPool(direct, options, onError) : pool;
  const queries = queriesOn(pool);
  const replica = openReplica(address, options, { primary: pool, onError });
  return {
    queries,
    reads: replica?.queries ?? queries,
    replica: replica?.state ?? null,
    pool,
    sessionPool,
    connectionString: directUrl,
    async close() {
      isClosing = true;
      await queries.destroy();
      await replica?.close();
      if (isPooler) await sessionPool.end();
    },
  };
}

const queriesOn = (pool: PostgresPool): Queries =>
  new Kysely<NoTables>({ dialect: new PostgresDialect({ pool }) });

/** Null without an address of a replica. */
function openReplica(
  address: PoolAddress,
  options: DatabaseOptions,
  { primary, onError }: { primary: pg.Pool; onError: (error: Error) => void },
) {
  const { replicaUrl, onReplica = () => undefined } = options;
  if (replicaUrl === undefined) return null;
  const replica = openPool(
    { ...address, connectionString: replicaUrl, connectWithinMs: REPLICA_CONNECT_WITHIN_MS },
    options,
    onError,
  );
  const reads = createReplicaReads({ primary, replica, onChange: onReplica });
  return { queries: queriesOn(reads.pool), state: reads, close: () => replica.end() };
}
