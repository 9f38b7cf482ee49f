// Prepares and opens the database of a city: runs the migrations, ensures the server's role, and applies the
// configuration.
import type { Config } from './config.ts';
import {
  type AppRole,
  type Database,
  ensureAppRole,
  migrate,
  openDatabase,
  requirePooledRole,
} from './kit/db/index.ts';
import type { StatementObserver } from './kit/db/observe-statements.ts';
import { currentCall } from './kit/http/current-call.ts';
import { migrateJobs } from './kit/jobs/runner.ts';
import type { Logger } from './kit/observe/logger.ts';
import type { Tracing } from './kit/observe/tracing.ts';

/** The server's own role; undefined when the server works as the database's user. */
function roleOf(role: AppRole, logger: Logger): string | undefined {
  if (role.separated) return role.role;
  logger.warn(
    { reason: role.reason },
    'The database user may change the ledger: only triggers guard it. docs/operate.md, "The ledger", says how to separate them',
  );
  return undefined;
}

/**
 * Migrates the database and returns the role to work under. `directUrl` is the address of PostgreSQL itself, without a
 * pooler.
 */
export async function prepareDatabase(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  directUrl: string,
  logger: Logger,
): Promise<string | undefined> {
  await migrate(directUrl);
  await migrateJobs(directUrl);
  const role = roleOf(await ensureAppRole(directUrl), logger);
  if (databaseUrl !== undefined && databaseUrl !== directUrl) await requirePooledRole(databaseUrl, directUrl);
  return role;
}

/** Undefined when neither traces nor SQL comments are configured: statements are then sent unchanged. */
function observerOf({ sqlComments }: Config, tracing: Tracing | null): StatementObserver | undefined {
  if (!sqlComments && tracing === null) return undefined;
  const callComment = () => {
    const call = currentCall();
    return call ? `request_id='${call.requestId}'` : null;
  };
  return {
    comment: sqlComments ? callComment : () => null,
    begin: (sql) => tracing?.beginQuery(sql) ?? (() => undefined),
  };
}

function reportReplica(reason: string | null, logger: Logger): void {
  if (reason === null) logger.info('Lists and reports are read from the replica again');
  else logger.warn({ reason }, 'Lists and reports are read from the primary: the replica cannot be used');
}

export interface OpenDatabaseDeps {
  config: Config;
  directUrl: string;
  role: string | undefined;
  tracing: Tracing | null;
  logger: Logger;
}

export function openConfiguredDatabase({
  config,
  directUrl,
  role,
  tracing,
  logger,
}: OpenDatabaseDeps): Database {
  return openDatabase({
    connectionString: config.databaseUrl ?? directUrl,
    directUrl,
    replicaUrl: config.databaseReplicaUrl,
    onReplica: (reason) => reportReplica(reason, logger),
    observer: observerOf(config, tracing),
    role,
    maxConnections: config.databasePool,
    prepares: config.databasePrepares,
    onError: ({ message }) => logger.warn({ reason: message }, 'A database connection was lost'),
  });
}
