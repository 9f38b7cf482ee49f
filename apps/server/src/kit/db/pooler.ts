// Poolers between the server and PostgreSQL, such as PgBouncer: what has to hold of the addresses, checked at the start.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { reasonOf } from '../reason-of.ts';
import { StartError } from '../start-error.ts';
import { APP_ROLE } from './app-role.ts';
import { IDLE_TRANSACTION_MS, STATEMENT_TIMEOUT_MS } from './database.ts';
import { lockMigrations } from './migrate.ts';
import { asPgError } from './pg-error.ts';

const PROBE_CHANNEL = 'kerb_session_probe';
/** A notification takes milliseconds; one that does not come through a pooler never does. */
const NOTIFIED_WITHIN_MS = 3_000;

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString,
    application_name: 'kerb-check',
    connectionTimeoutMillis: 10_000,
    query_timeout: 20_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** PostgreSQL names the number of its process when a client connects; a pooler names one that it made up. */
async function isPostgresItself(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Known to pg and not to its types.
  return rows[0]?.pid === Reflect.get(client, 'processID');
}

/** True when a notification that another connection sends reaches this one: its session is its own between statements. */
async function isNotified(client: pg.Client, connectionString: string): Promise<boolean> {
  const sent = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  const received = new Promise<boolean>((resolve) => {
    client.on('notification', ({ payload }) => {
      if (payload === sent) resolve(true);
    });
    timer = setTimeout(resolve, NOTIFIED_WITHIN_MS, false);
  });
  try {
    await client.query(`listen ${PROBE_CHANNEL}`);
    await withClient(connectionString, (other) =>
      other.query('select pg_notify($1, $2)', [PROBE_CHANNEL, sent]),
    );
    return await received;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Throws a StartError when the address leads to a pooler that gives each transaction another connection: locks would
 * stay on connections of others, and notifications would be lost. `variable` is where the address came from.
 */
export async function requireSessions(connectionString: string, variable: string): Promise<void> {
  const keepsSessions = await withClient(
    connectionString,
    async (client) => (await isPostgresItself(client)) || isNotified(client, connectionString),
  );
  if (keepsSessions) return;
  throw new StartError(
    `${variable} leads to a pooler that gives each transaction another connection. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, for migrations, locks and notifications; docs/operate.md, "Poolers and replicas", says more.`,
  );
}

export interface ReachedDatabase {
  /** Who the statements run as. */
  readonly user: string;
  /** Of the cluster and the database in it; a replica has those of its primary. */
  readonly identity: string;
}

async function reached(client: pg.Client): Promise<ReachedDatabase> {
  const { rows } = await client.query<ReachedDatabase>(
    `select current_user as user, system_identifier || '/' || oid as identity
     from pg_control_system(), pg_database where datname = current_database()`,
  );
  if (rows[0] === undefined) throw new Error('The database does not name itself');
  return rows[0];
}

/** Where an address leads. */
export const databaseAt = (connectionString: string): Promise<ReachedDatabase> =>
  withClient(connectionString, reached);

/**
 * Limits what the role may take when it signs in by itself, as through a pooler, which passes no settings on. A role may
 * set its own defaults, whichever user made it.
 */
async function limitRole(directUrl: string): Promise<string> {
  return withClient(directUrl, async (client) => {
    await lockMigrations(client);
    const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
    const { identity } = await reached(client);
    await client.query(`set role ${APP_ROLE}`);
    const inDatabase = `alter role ${APP_ROLE} in database ${rows[0]?.name} set`;
    await client.query(`${inDatabase} statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    await client.query(`${inDatabase} idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MS}`);
    return identity;
  });
}

/**
 * Makes sure that the pooler's connections work under the server's own role: the role cannot be chosen when a client
 * connects, so the user of the pooler's address has to be the role. Throws a StartError that says what to do.
 */
export async function requirePooledRole(pooledUrl: string, directUrl: string): Promise<void> {
  const directIdentity = await limitRole(directUrl).catch((error: unknown) => {
    if (asPgError(error) === null) throw error;
    throw new StartError(
      `Behind a pooler the server needs its role ${APP_ROLE}: ${reasonOf(error)}. docs/operate.md, "The ledger", says how to make it.`,
      { cause: error },
    );
  });
  const { user, identity } = await databaseAt(pooledUrl).catch((error: unknown) => {
    throw new StartError(`The pooler of DATABASE_URL cannot be used: ${reasonOf(error)}.`, { cause: error });
  });
  if (identity !== directIdentity)
    throw new StartError('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.');
  if (user !== APP_ROLE)
    throw new StartError(
      `Through the pooler of DATABASE_URL the server would work as ${user}, who may change the ledger. Let it sign in as ${APP_ROLE}: alter role ${APP_ROLE} login password '…', and name that user in DATABASE_URL.`,
    );
}
