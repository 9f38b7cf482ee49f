// A PostgreSQL of the experiment with the settings of production, which can be killed and filled.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureAppRole, migrate, openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { migrateJobs } from '../../apps/server/src/kit/jobs/runner.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';
import type { LossDatabase } from './tools.ts';
import { holdsWithin } from './wait-for.ts';

const BACK_WITHIN_MS = 10_000;

export interface Cluster extends LossDatabase {
  /** Starts PostgreSQL again when it ended by itself or takes no connections; returns whether that was needed. */
  startIfStuck(): Promise<boolean>;
  close(): Promise<void>;
}

interface ClusterOptions {
  /** A new one in the folder for temporary files when left out. */
  readonly folder?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startCluster({ folder: given, settings = {} }: ClusterOptions = {}): Promise<Cluster> {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'kerb-proof-loss-'));
  let hasEnded = false;
  const start = () =>
    startEmbeddedPostgres({
      folder,
      settings,
      onUnexpectedExit() {
        hasEnded = true;
      },
    });
  let postgres = await start();
  const url = postgres.url();
  await migrate(url);
  await migrateJobs(url);
  const role = await ensureAppRole(url);
  if (!role.separated) throw new Error(role.reason);
  const database = openDatabase({ connectionString: url, applicationName: 'kerb-proof', role: role.role });
  const asOwner = new pg.Pool({ connectionString: url, max: 3 });
  asOwner.on('error', () => undefined);
  const startAgain = async (): Promise<void> => {
    postgres = await start();
    hasEnded = false;
    if (postgres.url() !== url) throw new Error('PostgreSQL came back at another port');
  };
  const killAll = (): Promise<void> => {
    process.kill(postgres.pid, 'SIGQUIT');
    return postgres.stop();
  };
  return {
    ...database,
    asOwner,
    folder,
    async restart() {
      await killAll();
      await startAgain();
    },
    async startIfStuck() {
      const isBack = await holdsWithin(BACK_WITHIN_MS, () =>
        asOwner.query('select 1').then(
          () => true,
          () => hasEnded,
        ),
      );
      if (isBack && !hasEnded) return false;
      if (!hasEnded) await killAll();
      await startAgain();
      return true;
    },
    async close() {
      await database.close();
      await asOwner.end();
      await postgres.stop();
      if (given === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
