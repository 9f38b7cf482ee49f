// Reads that a replica answers when it has everything that was committed before them, and the primary otherwise.
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresCursor, PostgresPool, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { reasonOf } from '../reason-of.ts';
import { asPgError } from './pg-error.ts';

/** How long a read waits for the replica to replay what was committed before it, ms. */
const REPLAYED_WITHIN_MS = 200;
const LOOK_EVERY_MS = 5;
/** A replica that was away or behind is tried again so long after, ms, while reads go to the primary. */
const TRY_AGAIN_MS = 1_000;

export interface ReplicaState {
  /** False while all reads go to the primary. */
  isInUse(): boolean;
  /** How many statements each has answered. */
  answered(): { readonly replica: number; readonly primary: number };
}

export interface ReplicaReads extends ReplicaState {
  /** For a query builder that only reads: each statement is answered by itself, and no transaction can be begun. */
  readonly pool: PostgresPool;
}

export interface ReplicaReadsDeps {
  primary: Pick<pg.Pool, 'query'>;
  /** Closed by its owner. */
  replica: pg.Pool;
  /** Called when reads begin to go elsewhere; with the reason when it is to the primary, null when the replica is back. */
  onChange: (reason: string | null) => void;
}

/** True for a statement that says nothing of the replica: it would fail on the primary too. */
function isOwnFault(error: unknown): boolean {
  const code = asPgError(error)?.code;
  // Connections lost or refused, a server that stops, a query that replay cancelled, and a write.
  return code !== undefined && !/^(08|57P|40|25006)/.test(code);
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
  /** Positions in the WAL of another cluster say nothing. */
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
      await pause(LOOK_EVERY_MS);
    }
  }

  /** Runs the work on a connection that has replayed the WAL up to the position. */
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

/** For Kysely: a connection whose statements are answered one by one. */
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
  /** By performance.now(). */
  let tryAgainAt = 0;

  function leave(error: unknown): void {
    tryAgainAt = performance.now() + TRY_AGAIN_MS;
    if (!isInUse) return;
    isInUse = false;
    onChange(reasonOf(error));
  }
  /** What the primary has acknowledged is flushed. */
  async function positionOfPrimary(): Promise<string> {
    const text = 'select pg_current_wal_flush_lsn()::text as position';
    const { rows } = await primary.query<{ position: string }>(text);
    return rows[0]?.position ?? '';
  }
  /** Beside the reads: none of them waits for a replica that is away. */
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
    try {
      const result = await onReplica(position, (client) => client.query(text, [...values]));
      answered.replica += 1;
      return result;
    } catch (error) {
      if (isOwnFault(error)) throw error;
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
