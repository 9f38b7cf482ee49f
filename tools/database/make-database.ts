// Makes a database on the server of another one.
import pg from 'pg';
import { asPgError } from '../../apps/server/src/kit/db/pg-error.ts';
import { withClient } from './client.ts';

const nameIn = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** Nothing happens where it exists. Throws a sentence where the user may not make databases. */
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
