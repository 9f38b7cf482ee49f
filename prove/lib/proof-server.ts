// The whole product on its own PostgreSQL, without replaced parts, for proofs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { buildRoadGraph } from '../../apps/server/src/adapters/maps/valhalla/build-road-graph.ts';
import { type AppDeps, createApp } from '../../apps/server/src/app.ts';
import { type Config, parseConfig } from '../../apps/server/src/config.ts';
import { type Database, ensureAppRole, openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { migrate } from '../../apps/server/src/kit/db/migrate.ts';
import { migrateJobs } from '../../apps/server/src/kit/jobs/runner.ts';
import { workspaceRoot } from '../../apps/server/src/kit/package-root.ts';
import { DATABASE_NAME, startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';
import { importCity } from '../../apps/server/src/modules/maps/index.ts';
import type { ProofReport } from './proof.ts';
import { createProofLogger } from './proof-logger.ts';

export interface ProofDatabase extends Database {
  /** The user that owns the tables, who can add triggers to them. */
  readonly asOwner: pg.Pool;
  /** Folder of the server's own files. */
  readonly folder: string;
}

interface ProofDatabaseOptions {
  /** With the imported city. */
  readonly city?: boolean;
  /** The data folder of a stopped server to copy; empty when omitted. */
  readonly folder?: string;
}

/** A migrated database with the server's own role, in a folder that is removed at the end. */
async function startProofDatabase({
  city = false,
  folder: copied,
}: ProofDatabaseOptions = {}): Promise<ProofDatabase> {
  const folder = copied ?? mkdtempSync(join(tmpdir(), 'kerb-proof-'));
  // With autovacuum, because a long proof makes many rows, and without statistics PostgreSQL plans their queries badly.
  const postgres = await startEmbeddedPostgres({ folder, disposable: true, settings: { autovacuum: 'on' } });
  // A server has its tables in a database of this name.
  const url = copied === undefined ? postgres.url() : postgres.url(DATABASE_NAME);
  await migrate(url);
  await migrateJobs(url);
  const role = await ensureAppRole(url);
  if (!role.separated) throw new Error(role.reason);
  const pbfPath = join(workspaceRoot(), 'data', 'montevideo.osm.pbf');
  if (city) await importCity({ pbfPath, dataDir: folder, databaseUrl: url, buildRoadGraph });
  const database = openDatabase({
    connectionString: url,
    applicationName: 'kerb-proof',
    role: role.role,
  });
  const asOwner = new pg.Pool({ connectionString: url, max: 2 });
  // Idle connections report an error when PostgreSQL stops, which is expected.
  asOwner.on('error', () => undefined);
  return {
    ...database,
    asOwner,
    folder,
    async close() {
      await database.close();
      await asOwner.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs the experiment on its own database, which is removed afterwards. */
export async function proveOnDatabase(
  prove: (database: ProofDatabase) => Promise<ProofReport>,
  options?: ProofDatabaseOptions,
): Promise<ProofReport> {
  const database = await startProofDatabase(options);
  try {
    return await prove(database);
  } finally {
    await database.close();
  }
}

export async function startProofServer(
  env: Readonly<Record<string, string>>,
  /** Changes the configuration, for a planted fault. */
  change: (config: Config) => Config = (config) => config,
  http: NonNullable<AppDeps['http']> = {},
) {
  const database = await startProofDatabase();
  const { folder } = database;
  const config = change(parseConfig({ KERB_DATA: folder, PORT: '0', KERB_PAST_DAYS: '0', ...env }));
  const app = await createApp({
    config: { ...config, secret: 'secret of the proofs' },
    database,
    logger: createProofLogger(),
    version: '0.0.0-proof',
    http,
  });
  await app.seedDemonstration();
  const { server } = await app.start();
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  return {
    server,
    origin,
    pool: database.pool,
    asOwner: database.asOwner,
    modules: app.modules,
    async close() {
      await app.close();
      await database.close();
    },
  };
}
