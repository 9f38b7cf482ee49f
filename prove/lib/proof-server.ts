// The whole product on a PostgreSQL of its own, as proofs try it: nothing in it is replaced.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../apps/server/src/app.ts';
import { type Config, parseConfig } from '../../apps/server/src/config.ts';
import { ensureAppRole, openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { migrate } from '../../apps/server/src/kit/db/migrate.ts';
import { migrateJobs } from '../../apps/server/src/kit/jobs/runner.ts';
import { createLogger } from '../../apps/server/src/kit/observe/logger.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';

export async function startProofServer(
  env: Readonly<Record<string, string>>,
  /** What a proof plants in the configuration. */
  change: (config: Config) => Config = (config) => config,
) {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-proof-'));
  const postgres = await startEmbeddedPostgres({ folder, disposable: true });
  await migrate(postgres.url());
  await migrateJobs(postgres.url());
  const role = await ensureAppRole(postgres.url());
  if (!role.separated) throw new Error(role.reason);
  const database = openDatabase({
    connectionString: postgres.url(),
    applicationName: 'kerb-proof',
    role: role.role,
  });
  const config = change(parseConfig({ KERB_DATA: folder, PORT: '0', KERB_PAST_DAYS: '0', ...env }));
  const app = await createApp({
    config: { ...config, secret: 'secret of the proofs' },
    database,
    logger: createLogger('error'),
    version: '0.0.0-proof',
  });
  await app.seedDemonstration();
  const { server } = await app.start();
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  return {
    server,
    origin,
    pool: database.pool,
    modules: app.modules,
    async close() {
      await app.close();
      await database.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
