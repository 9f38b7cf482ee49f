// Upgrades a database with many bookings while they are read and written, and measures how long calls wait for the
// migrations.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { blockingStatements, LAST_UNCHECKED } from '../../apps/server/src/kit/db/blocking-migrations.ts';
import {
  defaultMigrationsFolder,
  type MigrateOptions,
  migrate,
} from '../../apps/server/src/kit/db/migrate.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';
import { bookingRow } from '../../apps/server/src/testing/access-environment.ts';
import { insertRow } from '../../apps/server/src/testing/insert-row.ts';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import { type Load, startLoad, type Waits } from './load.ts';
import { allowed, planted, type SampleMigration } from './sample-migrations.ts';

/** Number of migrations in the initial schema, from before the figures, the search and the shared vehicles. */
const FIRST_MIGRATIONS = 106;
const STEP = 50_000;
/** Longest time that a call may wait for a lock of a migration, in ms. */
const LOCKED_MS = 200;
const LISTED_MS = 100;
/** The lock timeout of the migrator, in ms. */
const BOUNDED_WAIT_MS = 100;

type Say = (line: string) => void;

export interface UpgradeOptions {
  readonly bookings: number;
  /** Threshold in ms above which a migration counts as blocking; lower than its duration on the existing rows. */
  readonly lockedMs?: number;
}

const numberOf = (file: string): number => Number(file.slice(0, 4));

/** Drops the indexes that no constraint needs, because building them at the end is much faster. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select quote_ident(indexname) as name, indexdef as definition from pg_indexes
     where tablename = 'bookings' and not exists (select 1 from pg_constraint where conname = indexname)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function insertBookings(client: pg.Client, count: number): Promise<string[]> {
  const carType = '00000000-0000-4000-8000-000000000001';
  const rider = '00000000-0000-4000-8000-000000000002';
  await insertRow(client, 'car_types', {
    id: carType,
    name: 'Upgrade',
    created_at: 1,
    rate_per_unit_distance: 30,
    rate_per_hour: 600,
    min_fare: 100,
  });
  await insertRow(client, 'users', {
    uid: rider,
    usertype: 'rider',
    first_name: 'Ana',
    mobile: '+59894000001',
    referral_id: 'upgrade',
    created_at: 1,
    updated_at: 1,
  });
  const row = {
    ...bookingRow(carType),
    status: 'CANCELLED',
    customer: rider,
    cancelled_by: 'rider',
    reason: 'x',
  };
  await insertRow(client, 'bookings', row);
  const { rows: columns } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_name = 'bookings' and is_generated = 'NEVER' and column_name not in ('id', 'reference', 'quote')`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  const indexes = await dropIndexes(client);
  for (let at = 0; at < count; at += STEP) {
    await client.query(
      `insert into bookings (id, reference, quote, ${names})
       select gen_random_uuid(), translate(upper(lpad(to_hex(n), 6, '0')), '01', 'GH'), gen_random_uuid(), ${names}
       from bookings, generate_series($2::int, $3::int) n where id = $1`,
      [row.id, at, Math.min(count, at + STEP) - 1],
    );
  }
  for (const definition of indexes) await client.query(definition);
  await client.query('analyze bookings');
  const { rows } = await client.query<{ id: string }>(
    'select id from bookings tablesample system (5) limit 200',
  );
  return [row.id, ...rows.map(({ id }) => id)];
}

interface Upgrade {
  readonly url: string;
  readonly folder: string;
  readonly load: Load;
}

/** Applies one more migration under load. */
async function applyOne(
  { url, folder, load }: Upgrade,
  write: () => void,
  options: Partial<MigrateOptions> = {},
): Promise<Waits> {
  load.take();
  write();
  await migrate(url, folder, options);
  return load.take();
}

const applySample = (upgrade: Upgrade, { name, sql }: SampleMigration): Promise<Waits> =>
  applyOne(upgrade, () => writeFileSync(join(upgrade.folder, name), sql));

const blocks = ({ lockedMs, errors }: Waits, mostMs: number): boolean =>
  lockedMs > mostMs || errors.length > 0;

const described = (name: string, { lockedMs, slowestMs, errors }: Waits): string =>
  `${name}: calls waited ${Math.round(lockedMs)} ms for its locks, the slowest took ${Math.round(slowestMs)} ms${errors[0] === undefined ? '' : `, ${errors.length} failed: ${errors[0]}`}`;

/**
 * Runs a report that reads bookings for a second, behind which a migration without a lock timeout would block every
 * call.
 */
async function duringLongRead(upgrade: Upgrade, lockWaitMs: number, sample: SampleMigration): Promise<Waits> {
  const reader = new pg.Client({ connectionString: upgrade.url });
  await reader.connect();
  await reader.query('begin');
  await reader.query('select id from bookings limit 10');
  const read = reader.query('select pg_sleep(1)').then(() => reader.query('commit'));
  try {
    const write = (): void => writeFileSync(join(upgrade.folder, sample.name), sample.sql);
    return await applyOne(upgrade, write, { lockWaitMs, pauseMs: 50 });
  } finally {
    await read;
    await reader.end();
  }
}

const addColumn = (number: number, column: string): SampleMigration => ({
  title: column,
  name: `${number}_upgrade_${column}.sql`,
  sql: `alter table bookings add column ${column} int`,
});

async function tryPlanted(upgrade: Upgrade, mostMs: number, log: Say): Promise<PlantedFault[]> {
  const found: PlantedFault[] = [];
  for (const sample of planted) {
    const isRefused = blockingStatements(sample).length > 0;
    found.push({ fault: `${sample.title}, by the rules`, caught: isRefused });
    const waits = await applySample(upgrade, sample);
    log(described(sample.title, waits));
    found.push({ fault: `${sample.title}, by its locks`, caught: blocks(waits, mostMs) });
  }
  const unbounded = await duringLongRead(upgrade, 60_000, addColumn(9201, 'planted_wait'));
  found.push({
    fault: 'a migration waits for a lock before all calls',
    caught: blocks(unbounded, LOCKED_MS),
  });
  return found;
}

interface Judged {
  tried: number;
  readonly violations: string[];
  /** Older migrations, from before the rules, that block for long: name → ms. */
  readonly released: Record<string, number>;
}

const laterMigrations = (): string[] =>
  readdirSync(defaultMigrationsFolder())
    .filter((file) => numberOf(file) > FIRST_MIGRATIONS)
    .sort();

function copyMigration(file: string, folder: string): void {
  cpSync(join(defaultMigrationsFolder(), file), join(folder, file));
}

/** Checks the migrations of the repository, then samples that the rules allow. */
async function judgeMigrations(upgrade: Upgrade, log: Say): Promise<Judged> {
  const out: Judged = { tried: 0, violations: [], released: {} };
  const judge = (title: string, waits: Waits): void => {
    out.tried += 1;
    log(described(title, waits));
    if (blocks(waits, LOCKED_MS)) out.violations.push(described(title, waits));
  };
  for (const file of laterMigrations()) {
    const waits = await applyOne(upgrade, () => copyMigration(file, upgrade.folder));
    if (numberOf(file) > LAST_UNCHECKED) {
      judge(file, waits);
      continue;
    }
    out.tried += 1;
    if (waits.lockedMs > LISTED_MS) out.released[file] = Math.round(waits.lockedMs);
    if (waits.errors.length > 0) out.violations.push(described(file, waits));
  }
  for (const [file, ms] of Object.entries(out.released)) log(`${file}, from before the rules: ${ms} ms`);
  for (const sample of allowed) judge(sample.title, await applySample(upgrade, sample));
  const column = addColumn(9010, 'upgrade_wait');
  judge('a column while a report reads', await duringLongRead(upgrade, BOUNDED_WAIT_MS, column));
  return out;
}

async function upgradeUnderLoad(
  postgres: { url(): string },
  folder: string,
  { bookings, lockedMs = LOCKED_MS }: UpgradeOptions,
  log: Say,
): Promise<ProofReport> {
  const url = postgres.url();
  const client = new pg.Client({ connectionString: url });
  await migrate(url, folder);
  await client.connect();
  const ids = await insertBookings(client, bookings).finally(() => client.end());
  log(`${bookings} bookings in the schema of migration ${FIRST_MIGRATIONS}`);
  const load = await startLoad(url, ids);
  try {
    const upgrade = { url, folder, load };
    const { tried, violations, released } = await judgeMigrations(upgrade, log);
    const found = await tryPlanted(upgrade, lockedMs, log);
    return { tried, violations, planted: found, more: { bookings, released } };
  } finally {
    await load.close();
  }
}

export async function proveUpgrade(log: Say, options: UpgradeOptions): Promise<ProofReport> {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-proof-upgrade-'));
  try {
    const migrations = join(folder, 'migrations');
    mkdirSync(migrations);
    for (const file of readdirSync(defaultMigrationsFolder()))
      if (numberOf(file) <= FIRST_MIGRATIONS) copyMigration(file, migrations);
    const postgres = await startEmbeddedPostgres({
      folder: join(folder, 'data'),
      disposable: true,
    });
    return await upgradeUnderLoad(postgres, migrations, options, log).finally(() => postgres.stop());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
