// The template database of the tests: migrated once, then copied for each test file.
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { migrate } from '../db/migrate.ts';

export const TEMPLATE = 'kerb_test_template';

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

export async function makeTemplate(adminUrl: string): Promise<void> {
  await withAdmin(adminUrl, async (client) => {
    await client.query(`drop database if exists ${TEMPLATE} with (force)`);
    await client.query(`create database ${TEMPLATE}`);
  });
  const url = urlOf(adminUrl, TEMPLATE);
  await migrate(url);
  await runMigrations({ connectionString: url });
}
