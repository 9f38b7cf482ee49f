// Database whose statements pass through a function of a proof, which changes, delays or records them.
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Database, Queries } from '../../apps/server/src/kit/db/index.ts';

export interface Statement {
  readonly text: string;
  /** Process id of the connection's PostgreSQL backend. */
  readonly pid: number;
}

/** Sends the statement, possibly changed or delayed. */
export type Intercept = (
  statement: Statement,
  send: (text: string) => Promise<pg.QueryResult>,
) => Promise<pg.QueryResult>;

/** Changes the text of a statement. */
export type Rewrite = (text: string) => string;

export const sameText: Rewrite = (text) => text;

function intercepted(client: pg.PoolClient, intercept: Intercept): pg.PoolClient {
  // A property that pg has but its types lack.
  const pid: number = Number(Reflect.get(client, 'processID'));
  let last: Promise<unknown> = Promise.resolve();
  /** One after another, so that a delayed statement is not overtaken by a later one of its connection. */
  const query = (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    const sent = last.then(() => intercept({ text, pid }, (changed) => client.query(changed, values)));
    last = sent.catch(() => undefined);
    return sent;
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The same database, with the statements of its query builder intercepted. The caller closes the pool. */
export function interceptDatabase<D extends Pick<Database, 'pool' | 'sessionPool' | 'connectionString'>>(
  database: D,
  intercept: Intercept,
): D & Database {
  const clients = new WeakMap<pg.PoolClient, pg.PoolClient>();
  const pool = {
    async connect(): Promise<pg.PoolClient> {
      const client = await database.pool.connect();
      const known = clients.get(client) ?? intercepted(client, intercept);
      clients.set(client, known);
      return known;
    },
    end: async () => undefined,
  };
  const queries: Queries = new Kysely({ dialect: new PostgresDialect({ pool }) });
  return { ...database, queries, reads: queries, replica: null, close: async () => undefined };
}
