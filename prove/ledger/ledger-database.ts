// Databases of this proof with the server's tables and its role, copied from one template.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Database, ensureAppRole, migrate, openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { migrateJobs } from '../../apps/server/src/kit/jobs/runner.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';

export interface LedgerDatabase extends Database {
  /** The user that owns the tables and can switch their triggers off. */
  readonly asOwner: pg.Pool;
  readonly url: string;
}

export interface LedgerDatabases {
  /** Creates a new empty database. */
  open(): Promise<LedgerDatabase>;
  close(): Promise<void>;
}

const TEMPLATE = 'ledger_template';

/** Ignores errors of connections that are idle when PostgreSQL stops. */
function poolOf(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4 });
  return pool.on('error', () => undefined);
}

export function openLedgerDatabase(url: string, role: string, close?: () => Promise<void>): LedgerDatabase {
  const options = { connectionString: url, applicationName: 'kerb-ledger-proof', maxConnections: 24, role };
  const database = openDatabase(options);
  const asOwner = poolOf(url);
  return {
    ...database,
    asOwner,
    url,
    close: async () => {
      await database.close();
      await asOwner.end();
      await close?.();
    },
  };
}

/** Starts PostgreSQL with the durability of production, in a folder that is removed afterwards. */
export async function startLedgerDatabases({ disposable = true } = {}): Promise<LedgerDatabases> {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-proof-ledger-'));
  const postgres = await startEmbeddedPostgres({ folder, disposable });
  const admin = poolOf(postgres.url());
  await admin.query(`create database ${TEMPLATE}`);
  await migrate(postgres.url(TEMPLATE));
  await migrateJobs(postgres.url(TEMPLATE));
  const role = await ensureAppRole(postgres.url(TEMPLATE));
  if (!role.separated) throw new Error(role.reason);
  let count = 0;
  return {
    async open() {
      count += 1;
      await admin.query(`create database ledger_${count} template ${TEMPLATE}`);
      return openLedgerDatabase(postgres.url(`ledger_${count}`), role.role);
    },
    async close() {
      await admin.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
