// The journey's hand in the server's own database, for what no screen does.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '@kerb/domain/settings';
import pg from 'pg';
import type { ServerPlace } from './running-server.ts';

/** While the server runs; exactly one row has to change. */
async function changeOne({ folder }: ServerPlace, sql: string, values: readonly unknown[]): Promise<void> {
  const note: unknown = JSON.parse(await readFile(path.join(folder, 'postgres.json'), 'utf8'));
  if (typeof note !== 'object' || note === null || !('port' in note) || !('password' in note))
    throw new Error('The database has no note of its port and password');
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(note.port),
    user: 'kerb',
    password: String(note.password),
    database: 'kerb',
  });
  await client.connect();
  try {
    const { rowCount } = await client.query(sql, [...values]);
    if (rowCount !== 1) throw new Error(`${rowCount} rows instead of one: ${sql}`);
  } finally {
    await client.end();
  }
}

/** The operator's settings; the server keeps those it knows in mind until it is started again. */
export const changeSettings = (place: ServerPlace, patch: Partial<Settings>): Promise<void> =>
  changeOne(place, 'update settings set value = value || $1::jsonb, version = version + 1', [
    JSON.stringify(patch),
  ]);

/** Puts an account among those that wait to be let in, as signing up with driver_approval on does. */
export const putInQueue = (place: ServerPlace, uid: string): Promise<void> =>
  changeOne(place, `update users set review = 'waiting', approved = false where uid = $1`, [uid]);
