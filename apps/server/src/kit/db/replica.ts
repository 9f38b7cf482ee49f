// Runs reads on a replica that has replayed everything committed before them, and on the primary otherwise.
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresCursor, PostgresPool, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { reasonOf } from '../reason-of.ts';
import { asPgError } from './pg-error.ts';

/** Maximum time a read waits for the replica to replay earlier commits, ms. */
const REPLAYED_WITHIN_MS = 200;
const POLL_INTERVAL_MS = 5;
/** Delay before an unavailable or lagging replica is tried again, ms; reads go to the primary meanwhile. */
const TRY_AGAIN_MS = 1_000;

export interface ReplicaState {
  /** False while all reads go to the primary. */
  isInUse(): boolean;
  /** Number of statements answered by each. */
  answered(): { readonly replica: number; readonly primary: number };
}

export interface ReplicaReads extends ReplicaState {
  /**
   * Connection pool for a query builder that only reads: each statement runs by itself, and beginning a transaction
   * throws.
   */
  readonly pool: PostgresPool;
}

export interface ReplicaReadsDeps {
  primary: Pick<pg.Pool, 'query'>;
  /** The caller closes it. */
  replica: pg.Pool;
  /**
   * Called when the target of the reads changes: with the reason when it is now the primary, with null when the replica
   * is used again.
   */
  onChange: (reason: string | null) => void;
}

/** True when the statement itself is at fault, so that it would fail on the primary too. */
function isOwnFault(error: unknown): boolean {
  const code = asPgError(error)?.code;
  // Excludes lost connections, a stopping server, a query cancelled by replay, a write, and a server without resources,
  // with a damaged disk or with an internal error.
  return code !== undefined && !/^(08|57P|40|25006|53|58|XX)/.test(code);
}

type Values = readonly unknown[];

type Run = (text: string, values: Values) => Promise<pg.QueryResult>;

function createReplica({ primary, replica }: ReplicaReadsDeps) {
  const verified = new WeakSet<pg.ClientBase>();
  let cluster: string | undefined;

  const clusterOf = async (connection: Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>) => {
    const text = 'select system_identifier::text as cluster from pg_control_system()';
    const { rows } = await connection.query<{ cluster: string }>(text);
    return rows[0]?.cluster;
  };
  /** Rejects a replica of another cluster, because WAL positions of different clusters cannot be compared. */
  async function verify(client: pg.PoolClient): Promise<void> {
    if (verified.has(client)) return;
    cluster ??= await clusterOf(primary);
    if ((await clusterOf(client)) !== cluster) throw new Error('it is of another database cluster');
    verified.add(client);
  }
  async function untilReplayed(client: pg.PoolClient, position: string): Promise<void> {
    const deadline = performance.now() + REPLAYED_WITHIN_MS;
    for (;;) {
      const { rows } = await client.query<{ follows: boolean; replayed: boolean }>(
        `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed`,
        [position],
      );
      if (!rows[0]?.follows) throw new Error('it is not a replica any more');
      if (rows[0].replayed) return;
      if (performance.now() > deadline)
        throw new Error(`it is more than ${REPLAYED_WITHIN_MS} ms behind the primary`);
      await pause(POLL_INTERVAL_MS);
    }
  }

  /** Runs the work on a replica connection that has replayed the WAL up to the position. */
  return async function onReplica<T>(
    position: string,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await replica.connect();
    try {
      await verify(client);
      await untilReplayed(client, position);
      return await work(client);
    } finally {
      client.release();
    }
  };
}

/** Minimal pool for Kysely: its connections run each statement separately. */
function poolOf(read: Run): PostgresPool {
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(text: string, values: Values): Promise<PostgresQueryResult<R>>;
  function query(text: unknown, values: Values = []): unknown {
    if (typeof text !== 'string') throw new Error('A reader has no cursors');
    if (/^(begin|start transaction)/i.test(text)) throw new Error('A reader begins no transaction');
    return read(text, values);
  }
  const client = { query, release: () => undefined };
  return { connect: async () => client, end: async () => undefined };
}

export function createReplicaReads(deps: ReplicaReadsDeps): ReplicaReads {
  const { primary, onChange } = deps;
  const onReplica = createReplica(deps);
  const answered = { replica: 0, primary: 0 };
  let isInUse = true;
  /** Time in ms of performance.now(). */
  let tryAgainAt = 0;

  function leave(error: unknown): void {
    tryAgainAt = performance.now() + TRY_AGAIN_MS;
    if (!isInUse) return;
    isInUse = false;
    onChange(reasonOf(error));
  }
  /** The flush position contains every commit that the primary has acknowledged. */
  async function positionOfPrimary(): Promise<string> {
    const text = 'select pg_current_wal_flush_lsn()::text as position';
    const { rows } = await primary.query<{ position: string }>(text);
    return rows[0]?.position ?? '';
  }
  /** Runs in the background, so that no read waits for an unavailable replica. */
  async function tryAgain(): Promise<void> {
    tryAgainAt = Number.POSITIVE_INFINITY;
    try {
      await onReplica(await positionOfPrimary(), async () => undefined);
      isInUse = true;
      onChange(null);
    } catch (error) {
      leave(error);
    }
  }

  const onPrimary: Run = (text, values) => {
    answered.primary += 1;
    return primary.query(text, [...values]);
  };
  const read: Run = async (text, values) => {
    if (!isInUse) {
      if (performance.now() > tryAgainAt) void tryAgain();
      return onPrimary(text, values);
    }
    const position = await positionOfPrimary();
    // An error before that is the replica's, such as a rejected password or a missing database.
    let wasSent = false;
    try {
      const result = await onReplica(position, (client) => {
        wasSent = true;
        return client.query(text, [...values]);
      });
      answered.replica += 1;
      return result;
    } catch (error) {
      if (wasSent && isOwnFault(error)) throw error;
      leave(error);
      return onPrimary(text, values);
    }
  };
  return {
    pool: poolOf(read),
    isInUse: () => isInUse,
    answered: () => ({ ...answered }),
  };
}
