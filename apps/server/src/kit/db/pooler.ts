// Checks the configured database addresses at the start when a pooler such as PgBouncer is between the server and
// PostgreSQL.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { reasonOf } from '../reason-of.ts';
import { StartError } from '../start-error.ts';
import { APP_ROLE } from './app-role.ts';
import { IDLE_TRANSACTION_MS, STATEMENT_TIMEOUT_MS } from './database.ts';
import { lockMigrations } from './migrate.ts';
import { asPgError } from './pg-error.ts';

const PROBE_CHANNEL = 'kerb_session_probe';
/** Time limit of a test notification, ms. It normally takes milliseconds, and never arrives through a pooler. */
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

/** PostgreSQL sends the id of its backend process on connection; a pooler sends an invented one. */
async function isPostgresItself(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // pg has this property, but its types do not.
  return rows[0]?.pid === Reflect.get(client, 'processID');
}

/** True when a notification from another connection arrives: the session then lasts between statements. */
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
 * Throws a StartError when the address belongs to a pooler that assigns connections per transaction: locks would stay
 * on other clients' connections, and notifications would be lost. `variable` is the name of the variable with the
 * address.
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
  /** User that the statements run as. */
  readonly user: string;
  /** Identifies the cluster and the database; a replica has the identity of its primary. */
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

/** Connects to an address and reads its user and identity. */
export const databaseAt = (connectionString: string): Promise<ReachedDatabase> =>
  withClient(connectionString, reached);

/**
 * Sets the role's timeouts as its defaults in this database, because a pooler does not pass on connection parameters. A
 * role may set its own defaults, regardless of which user created it. Returns the database's identity.
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
 * Ensures that the pooler's connections work under the server's own role. A role cannot be chosen when connecting
 * through a pooler, so the user in the pooler's address must be that role. Throws a StartError with instructions.
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
