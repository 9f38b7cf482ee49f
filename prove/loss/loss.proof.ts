// npm run prove -- loss: the provider of texts and the database go away and come back.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureAppRole, migrate, openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { migrateJobs } from '../../apps/server/src/kit/jobs/runner.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';
import type { Proof } from '../lib/proof.ts';
import { proveLoss } from './prove-loss.ts';
import type { LossDatabase } from './tools.ts';

/** A cluster with the settings of production, which can be killed. */
async function startCluster(): Promise<LossDatabase & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-proof-loss-'));
  let postgres = await startEmbeddedPostgres({ folder });
  const url = postgres.url();
  await migrate(url);
  await migrateJobs(url);
  const role = await ensureAppRole(url);
  if (!role.separated) throw new Error(role.reason);
  const database = openDatabase({ connectionString: url, applicationName: 'kerb-proof', role: role.role });
  const asOwner = new pg.Pool({ connectionString: url, max: 3 });
  asOwner.on('error', () => undefined);
  return {
    ...database,
    asOwner,
    folder,
    async restart() {
      process.kill(postgres.pid, 'SIGQUIT');
      await postgres.stop();
      postgres = await startEmbeddedPostgres({ folder });
      if (postgres.url() !== url) throw new Error('PostgreSQL came back at another port');
    },
    async close() {
      await database.close();
      await asOwner.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const proof: Proof = {
  name: 'loss',
  about:
    'while texts or the database are away, calls say so in time, the rest goes on, and nothing acknowledged is lost',
  async run(say, { isShort }) {
    const database = await startCluster();
    try {
      return await proveLoss(database, say, { isShort });
    } finally {
      await database.close();
    }
  },
};
