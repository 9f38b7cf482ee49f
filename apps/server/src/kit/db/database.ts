// Opens the connection pools of the database and the query builders on them.
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { underRole } from './app-role.ts';
import { closeLostConnections, IdleConnectionClosed } from './lost-connections.ts';
import { observeStatements, type StatementObserver } from './observe-statements.ts';
import { pipelineStatements } from './pipeline-statements.ts';
import { newPreparation, prepareStatements } from './prepare-statements.ts';
import { createReplicaReads, type ReplicaState } from './replica.ts';
import type { NoTables, Queries } from './tables.ts';

const INT8_OID = 20;
const NUMERIC_OID = 1700;

/**
 * int8 columns contain times in ms, minor units and outbox positions, all far below 2^53, so JavaScript numbers are
 * exact.
 */
const types = new pg.TypeOverrides();
types.setTypeParser(INT8_OID, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a JavaScript number`);
  return value;
});
types.setTypeParser(NUMERIC_OID, Number);

/** PostgreSQL cancels a statement that runs longer. */
export const STATEMENT_TIMEOUT_MS = 15_000;
/** PostgreSQL ends the session of a transaction that sends no statement for so long. */
export const IDLE_TRANSACTION_MS = 30_000;
/** Size of the session pool beside a pooler: one connection for LISTEN, and one for each job that ends. */
const SESSION_CONNECTIONS = 5;
const CONNECT_WITHIN_MS = 10_000;
/** Short, because the primary can answer what the replica cannot. */
const REPLICA_CONNECT_WITHIN_MS = 1_000;

export interface DatabaseOptions {
  connectionString: string;
  /** Direct address of PostgreSQL, when `connectionString` is that of a pooler. */
  directUrl?: string | undefined;
  /**
   * Address of a replica. With `directUrl`, the user of this address must already have the server's role, as with the
   * pooler's address.
   */
  replicaUrl?: string | undefined;
  /** Called with the reason when reads move from the replica to the primary, and with null when they move back. */
  onReplica?: (reason: string | null) => void;
  applicationName?: string;
  /**
   * Role that every connection takes on; the user of the address must be allowed to. Behind a pooler the user already
   * has the role (`requirePooledRole`).
   */
  role?: string | undefined;
  maxConnections?: number;
  statementTimeoutMs?: number;
  /**
   * Time in ms after which a connection with an unanswered statement is closed, because the database or the network to
   * it was lost silently. Longer than `statementTimeoutMs`. Statements that were sent together wait for each other
   * within this time.
   */
  answerWithinMs?: number;
  onError?: (error: Error) => void;
  /** False behind a pooler that assigns connections per transaction and cannot prepare statements on them. */
  prepares?: boolean;
  /** When left out, statements are not observed. */
  observer?: StatementObserver | undefined;
}

export interface Database {
  readonly queries: Queries;
  /**
   * Query builder for lists, reports and exports: it only reads, and uses the replica when there is one (replica.ts).
   */
  readonly reads: Queries;
  /** Null without a replica. */
  readonly replica: ReplicaState | null;
  readonly pool: pg.Pool;
  /**
   * Connections that keep their session between transactions, as LISTEN requires. Same as `pool` when there is no
   * pooler.
   */
  readonly sessionPool: pg.Pool;
  /** Direct address of PostgreSQL without a pooler, for the user that owns the tables. */
  readonly connectionString: string;
  close(): Promise<void>;
}

/** Connection parameters for PostgreSQL; poolers reject or ignore them. */
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
  // The pool replaces a broken idle connection, but without a listener the error event would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    pipelineStatements(client);
    if (prepares) prepareStatements(client, preparation);
    if (options.observer) observeStatements(client, options.observer);
  });
  closeLostConnections(pool);
  return pool;
}

export function openDatabase(options: DatabaseOptions): Database {
  const { connectionString, directUrl = connectionString } = options;
  const isPooler = directUrl !== connectionString;
  let isClosing = false;
  const onError = (error: Error) => {
    if (!isClosing && !(error instanceof IdleConnectionClosed)) options.onError?.(error);
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

/** Null when no replica address is given. */
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
