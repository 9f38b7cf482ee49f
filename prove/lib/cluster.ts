// PostgreSQL of an experiment with the settings of production, which can be killed and filled up.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Database, ensureAppRole, migrate, openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { migrateJobs } from '../../apps/server/src/kit/jobs/runner.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';
import { becomesTrueWithin } from './wait-for.ts';

const BACK_WITHIN_MS = 10_000;
const START_WITHIN_MS = 60_000;
const RETRY_MS = 100;

export interface Cluster extends Database {
  /** The user that owns the tables. */
  readonly asOwner: pg.Pool;
  readonly folder: string;
  /** Kills PostgreSQL without a checkpoint, as in a crash, and restarts it. */
  restart(): Promise<void>;
  /** Kills PostgreSQL's main process by SIGKILL; its other processes then end by themselves. */
  kill(): Promise<void>;
  /** Starts it after `kill`, with retries while old processes are ending. */
  start(): Promise<void>;
  /** Starts PostgreSQL again if it has stopped or accepts no connections; returns whether that was necessary. */
  startIfStuck(): Promise<boolean>;
  close(): Promise<void>;
}

interface ClusterOptions {
  /** Omitted: a new folder in the folder for temporary files. */
  readonly folder?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startCluster({ folder: given, settings = {} }: ClusterOptions = {}): Promise<Cluster> {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'kerb-proof-cluster-'));
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
    async kill() {
      process.kill(postgres.pid, 'SIGKILL');
      await postgres.stop();
    },
    async start() {
      const deadline = performance.now() + START_WITHIN_MS;
      const attempt = () =>
        startAgain().then(
          () => true,
          (error: unknown) => {
            if (performance.now() > deadline) throw error;
            return false;
          },
        );
      while (!(await attempt())) await pause(RETRY_MS);
    },
    async startIfStuck() {
      const isBack = await becomesTrueWithin(BACK_WITHIN_MS, () =>
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
