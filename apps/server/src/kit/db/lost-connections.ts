// Connections of the query builder that are closed when the database no longer answers on them.
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/** Of pg, when a statement was not answered within its `query_timeout`. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/** The commands of which the query builder reads the number of rows. */
const countedCommands = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'] as const;

const nothing: PostgresQueryResult<never> = { command: 'SELECT', rowCount: 0, rows: [] };

class WatchedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  #isLost = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    return typeof statement === 'string' ? this.#run(statement, parameters) : statement;
  }

  /**
   * A ROLLBACK that fails is no error of its own: the connection is lost, and the transaction with it. The caller gets
   * the error that led to it.
   */
  async #run<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const isRollback = sql === 'rollback';
    // What is sent after an unanswered statement would wait behind it.
    if (isRollback && this.#isLost) return nothing;
    try {
      const result = await this.#client.query(sql, [...parameters]);
      const command = countedCommands.find((counted) => counted === result.command) ?? 'SELECT';
      return { command, rowCount: result.rowCount ?? 0, rows: result.rows };
    } catch (error) {
      this.#isLost ||= isRollback || isUnanswered(error);
      if (!isRollback) throw error;
      return nothing;
    }
  }

  /** The pool closes the socket of a lost one at once. */
  release(): void {
    this.#client.release(this.#isLost);
  }
}

export function closeWhenSilent(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => new WatchedClient(await pool.connect()),
    end: () => pool.end(),
  };
}

/**
 * Ends a connection on which a statement was not answered, by any user of the pool: given back to the pool, the next user would
 * wait behind that statement.
 */
export function endWhenUnanswered(client: pg.ClientBase): void {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') throw new Error('The client has no query');
  const watched = (...args: unknown[]): unknown => {
    const result: unknown = Reflect.apply(query, client, args);
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        if (isUnanswered(error)) void end(client);
      });
    return result;
  };
  Object.assign(client, { query: watched });
}

/** The types of a pooled client leave `end` out; with a statement under way it closes the socket at once. */
async function end(client: pg.ClientBase): Promise<void> {
  if ('end' in client && typeof client.end === 'function') await client.end();
}
