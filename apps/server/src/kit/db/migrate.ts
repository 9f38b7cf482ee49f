// Applies the plain-SQL migrations in order, once each, under a lock, and refuses a changed history.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { serverRoot } from '../package-root.ts';

/** Any fixed number: the advisory lock that one migrating server holds. */
export const MIGRATION_LOCK = 5_263_001;

export interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
}

export class MigrationError extends Error {
  override name = 'MigrationError';
}

export const defaultMigrationsFolder = (): string => join(serverRoot(), 'db', 'migrations');

/** The migrations of a folder, by number. Two files with one number are an error. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
    const match = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file);
    if (!match) throw new MigrationError(`${file}: a migration is named NNNN_module_words.sql`);
    const sql = await readFile(join(folder, file), 'utf8');
    const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
    migrations.push({ number: Number(match[1]), name: file, sql, checksum });
  }
  for (const [index, migration] of migrations.entries()) {
    if (migrations[index + 1]?.number === migration.number)
      throw new MigrationError(`${migration.name} and ${migrations[index + 1]?.name} have the same number`);
  }
  return migrations;
}

async function appliedChecksums(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`create table if not exists kerb_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from kerb_migration',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

function checkHistory(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const known = new Set(migrations.map((migration) => migration.name));
  for (const name of applied.keys()) {
    if (!known.has(name))
      throw new MigrationError(
        `The database was migrated by a newer Kerb: it has ${name}, this program does not.`,
      );
  }
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum !== undefined && checksum !== migration.checksum)
      throw new MigrationError(
        `${migration.name} was changed after it was applied. Put it back and write a new migration.`,
      );
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into kerb_migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new MigrationError(`${migration.name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Brings the database to the newest migration; returns the names it applied. Safe to run from many servers. */
export async function migrate(
  connectionString: string,
  folder = defaultMigrationsFolder(),
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString, application_name: 'kerb-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await appliedChecksums(client);
    checkHistory(migrations, applied);
    const pending = migrations.filter((migration) => !applied.has(migration.name));
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** True when every migration this program knows is applied. */
export async function isMigrated(pool: pg.Pool, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await pool.query<{ name: string }>('select name from kerb_migration');
  const applied = new Set(rows.map((row) => row.name));
  return migrations.every((migration) => applied.has(migration.name));
}
