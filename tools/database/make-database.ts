// Creates a database on the same PostgreSQL server as an existing one.
import pg from 'pg';
import { asPgError } from '../../apps/server/src/kit/db/pg-error.ts';
import { withClient } from './client.ts';

const nameIn = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/**
 * Creates the database of `databaseUrl` through a connection to `besideUrl`, unless it exists. Throws an error for the
 * operator when the database user may not create databases.
 */
export async function makeDatabase(besideUrl: string, databaseUrl: string): Promise<void> {
  const name = nameIn(databaseUrl);
  await withClient(besideUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    try {
      await client.query(`create database ${pg.escapeIdentifier(name)}`);
    } catch (error) {
      if (asPgError(error)?.code !== '42501') throw error;
      throw new Error(
        `The database user may not make databases. Make ${name} yourself, owned by that user, and try again.`,
      );
    }
  });
}
