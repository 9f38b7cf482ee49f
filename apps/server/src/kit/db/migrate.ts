// Applies the SQL migrations in order, once each and under a lock; rejects a changed history.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { serverRoot } from '../package-root.ts';

/** Key of the advisory lock held while migrating; an arbitrary constant. */
const MIGRATION_LOCK = 5_263_001;

/**
 * First line of a migration whose statements run one by one outside a transaction: they build indexes and validate
 * constraints while the table is in use.
 */
export const NO_TRANSACTION = '-- no transaction';

export interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
}

export interface MigrateOptions {
  /**
   * Maximum time in ms that a statement of a migration waits for a lock. Meanwhile every call that needs the table
   * waits behind it, so the time is short and the migration is retried.
   */
  lockWaitMs: number;
  /** Time after which a migration without the lock fails, ms. */
  retryForMs: number;
  /** Delay between two attempts, ms. */
  pauseMs: number;
}

const defaultOptions: MigrateOptions = { lockWaitMs: 100, retryForMs: 120_000, pauseMs: 250 };
const LOCK_POLL_MS = 50;
const LOCK_NOT_AVAILABLE = '55P03';

export class MigrationError extends Error {
  override name = 'MigrationError';
}

export const defaultMigrationsFolder = (): string => join(serverRoot(), 'db', 'migrations');

/** Reads the migrations of a folder, in the order of their numbers. Throws when two files have one number. */
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

async function noteApplied(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into kerb_migration (name, checksum) values ($1, $2)', [name, checksum]);
}

async function applyInTransaction(
  client: pg.Client,
  migration: Migration,
  { lockWaitMs }: MigrateOptions,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockWaitMs}`);
    await client.query(migration.sql);
    await noteApplied(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;

/** Retries while another transaction holds a lock that the migration needs. */
async function applyWithRetries(
  client: pg.Client,
  migration: Migration,
  options: MigrateOptions,
): Promise<void> {
  const until = performance.now() + options.retryForMs;
  for (;;) {
    try {
      return await applyInTransaction(client, migration, options);
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > until) throw error;
      await pause(options.pauseMs);
    }
  }
}

/** An interrupted index build leaves an invalid index; it is dropped and built again. */
async function dropInvalidIndex(client: pg.Client, statement: string): Promise<void> {
  const name = /create (?:unique )?index concurrently (?:if not exists )?"?([a-z0-9_]+)/i.exec(
    statement,
  )?.[1];
  if (name === undefined) return;
  const { rowCount } = await client.query(
    'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  );
  if (rowCount !== 0) await client.query(`drop index concurrently ${name}`);
}

/** Every statement must be repeatable, because an interrupted migration starts again from its first statement. */
async function applyOneByOne(client: pg.Client, migration: Migration): Promise<void> {
  const statements = migration.sql
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .filter((statement) => statement.trim() !== '');
  for (const statement of statements) {
    await dropInvalidIndex(client, statement);
    await client.query(statement);
  }
  await noteApplied(client, migration);
}

async function apply(client: pg.Client, migration: Migration, options: MigrateOptions): Promise<void> {
  try {
    if (migration.sql.startsWith(NO_TRANSACTION)) await applyOneByOne(client, migration);
    else await applyWithRetries(client, migration, options);
  } catch (error) {
    throw new MigrationError(`${migration.name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/**
 * Takes the lock until the connection ends. It polls instead of waiting in a statement: a concurrent index build would
 * wait for that statement, which in turn would wait for the build.
 */
export async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.locked) return;
    await pause(LOCK_POLL_MS);
  }
}

/**
 * Migrates the database to the newest version; returns the names of the applied migrations. Several servers may call it
 * at the same time.
 */
export async function migrate(
  connectionString: string,
  folder = defaultMigrationsFolder(),
  options: Partial<MigrateOptions> = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString, application_name: 'kerb-migrate' });
  await client.connect();
  try {
    await lockMigrations(client);
    const applied = await appliedChecksums(client);
    checkHistory(migrations, applied);
    const pending = migrations.filter((migration) => !applied.has(migration.name));
    for (const migration of pending) await apply(client, migration, { ...defaultOptions, ...options });
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** True when every migration known to this program is applied. */
export async function isMigrated(pool: pg.Pool, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await pool.query<{ name: string }>('select name from kerb_migration');
  const applied = new Set(rows.map((row) => row.name));
  return migrations.every((migration) => applied.has(migration.name));
}
