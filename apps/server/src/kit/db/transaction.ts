// Runs one transaction. Statements that do not wait for each other are sent together: `await Promise.all([first,
// second])` sends both in one write, and PostgreSQL executes them in this order.
import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type IsolationLevel,
  PostgresDialect,
  Transaction,
} from 'kysely';
import { asPgError } from './pg-error.ts';
import type { NoTables, Queries, Tx } from './tables.ts';

/** Kysely requires a dialect of a transaction, whose connection is already open. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('A transaction opens no connection')),
});
const driver = dialect.createDriver();

const IN_FAILED_TRANSACTION = '25P02';
/** After a failed statement, PostgreSQL rejects every statement of the transaction that was sent after it. */
const isConsequence = (error: unknown): boolean => asPgError(error)?.code === IN_FAILED_TRANSACTION;

/** A statement that changes nothing may run even if the transaction could not begin. */
const isRead = ({ query }: CompiledQuery): boolean => query.kind === 'SelectQueryNode';

/**
 * Provides the connection to each statement at once. The provider of Kysely's own transactions makes each wait for the
 * answer to the one before.
 */
class SharedConnection implements ConnectionProvider {
  readonly #connection: DatabaseConnection;
  #isOver = false;
  #firstError: unknown;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (this.#isOver) throw new Error('The transaction is over');
    try {
      return await consumer(this.#connection);
    } catch (error) {
      if (!isConsequence(error)) this.#firstError ??= error;
      throw error;
    }
  }

  end(): void {
    this.#isOver = true;
  }

  /**
   * Returns the error of the statement that failed. One of the rejections after it may be the first that the work has
   * seen. Complete once the rollback is answered, because all statements are answered before it.
   */
  causeOf(error: unknown): unknown {
    return isConsequence(error) ? (this.#firstError ?? error) : error;
  }
}

/**
 * Begins a transaction without waiting for the answer. Only reads are sent before it: a statement that writes would
 * take effect by itself if the transaction failed to begin. Statements keep their order.
 */
function begin(connection: DatabaseConnection, isolation: IsolationLevel | undefined): DatabaseConnection {
  const text = isolation ? `start transaction isolation level ${isolation}` : 'begin';
  let state: 'beginning' | 'writes wait' | 'begun' = 'beginning';
  const begun = connection.executeQuery(CompiledQuery.raw(text)).then(() => {
    state = 'begun';
  });
  // Handled by the statements, which fail with it.
  begun.catch(() => undefined);
  return {
    async executeQuery<R>(statement: CompiledQuery) {
      if (state === 'begun' || (state === 'beginning' && isRead(statement)))
        return connection.executeQuery<R>(statement);
      state = 'writes wait';
      await begun;
      return connection.executeQuery<R>(statement);
    },
    streamQuery: connection.streamQuery.bind(connection),
  };
}

/** Commits when the work returns, and rolls back when it throws. */
export async function runTransaction<T>(
  queries: Queries,
  isolation: IsolationLevel | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const executor = queries.getExecutor();
  return executor.provideConnection(async (pooled) => {
    const connection = begin(pooled, isolation);
    const shared = new SharedConnection(connection);
    const tx = new Transaction<NoTables>({
      config: { dialect },
      dialect,
      driver,
      executor: executor.withConnectionProvider(shared),
    });
    try {
      const result = await work(tx);
      shared.end();
      await connection.executeQuery(CompiledQuery.raw('commit'));
      return result;
    } catch (error) {
      shared.end();
      await connection.executeQuery(CompiledQuery.raw('rollback'));
      throw shared.causeOf(error);
    }
  });
}
