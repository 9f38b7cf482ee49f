// Creates the template database of the tests: migrated once, then copied for each test file.
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { buildRoadGraph } from '../../adapters/maps/valhalla/build-road-graph.ts';
import { importCity } from '../../modules/maps/index.ts';
import { ensureAppRole } from '../db/app-role.ts';
import { migrate } from '../db/migrate.ts';
import { workspaceRoot } from '../package-root.ts';

export const TEMPLATE = 'kerb_test_template';
/** Template with the demonstration city imported; created by the first test that needs it. */
export const CITY_TEMPLATE = 'kerb_test_city_template';
const CITY_LOCK = 5_263_003;

export function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.toString();
}

export async function withAdmin<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Copies files instead of writing each page to the WAL, which takes a quarter of the time for the city's 70 MB. */
export async function copyDatabase(client: pg.Client, name: string, template: string): Promise<void> {
  await client.query(`create database ${name} template ${template} strategy file_copy`);
}

export async function makeTemplate(adminUrl: string): Promise<void> {
  await withAdmin(adminUrl, async (client) => {
    for (const name of [CITY_TEMPLATE, TEMPLATE])
      await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${TEMPLATE}`);
  });
  const url = urlOf(adminUrl, TEMPLATE);
  await migrate(url);
  await runMigrations({ connectionString: url });
  const role = await ensureAppRole(url);
  if (!role.separated) throw new Error(`The tests need the server's own role: ${role.reason}`);
}

/** Imports the demonstration city once per test run; its files are in `dataDir`. */
export async function makeCityTemplate(adminUrl: string, dataDir: string): Promise<void> {
  await withAdmin(adminUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [CITY_LOCK]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [CITY_TEMPLATE]);
    if (rowCount !== 0) return;
    const building = `${CITY_TEMPLATE}_building`;
    await client.query(`drop database if exists ${building} with (force)`);
    await copyDatabase(client, building, TEMPLATE);
    const pbfPath = join(workspaceRoot(), 'data', 'montevideo.osm.pbf');
    await importCity({ pbfPath, dataDir, databaseUrl: urlOf(adminUrl, building), buildRoadGraph });
    await client.query(`alter database ${building} rename to ${CITY_TEMPLATE}`);
  });
}
