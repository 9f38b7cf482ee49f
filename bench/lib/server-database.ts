// The database of a benchmark's server, opened directly: to insert rows, to sample tables, and to count statements.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** How the running server's database is reached. */
export function readDatabaseNote(dataFolder: string): { port: number; password: string } {
  const note: unknown = JSON.parse(readFileSync(join(dataFolder, 'postgres.json'), 'utf8'));
  if (typeof note !== 'object' || note === null || !('port' in note) || !('password' in note))
    throw new Error('postgres.json has no port and password');
  return { port: Number(note.port), password: String(note.password) };
}

/** The host by which PostgreSQL's programs reach the running server's database: its socket, where it has one. */
export function hostOf(dataFolder: string): string {
  const socket = join(dataFolder, 'postgres.socket');
  return existsSync(socket) ? socket : '127.0.0.1';
}

/** The address of a database of the running server, by its socket where it has one. */
export function urlOf(dataFolder: string, database: string): string {
  const { port, password } = readDatabaseNote(dataFolder);
  return `postgres://kerb:${password}@127.0.0.1:${port}/${database}?host=${encodeURIComponent(hostOf(dataFolder))}`;
}

/** Opens a database of the running server. Its own statements are not counted. */
export async function openDatabase(dataFolder: string, database = 'kerb'): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    ...readDatabaseNote(dataFolder),
    user: 'kerb',
    database,
  });
  await client.connect();
  await client.query("set pg_stat_statements.track = 'none'");
  return client;
}

/**
 * Loads pg_stat_statements and records commit times from the next start of the database on. Statements with different
 * numbers of rows are different entries, so the extension stores many of them.
 */
export async function enableStatistics(client: pg.Client): Promise<void> {
  await client.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
  await client.query('alter system set pg_stat_statements.max = 50000');
  await client.query('alter system set pg_stat_statements.save = off');
  await client.query('alter system set track_commit_timestamp = on');
}

export interface StatementCounter {
  /** Statements that the server has sent since the database started, `begin` and `commit` included. */
  count(): Promise<number>;
  /** The same by statement; those that differ only in their numbers of values are added together. */
  byStatement(): Promise<ReadonlyMap<string, number>>;
  /** How many times entries were dropped to make room, and their counts lost. */
  dropped(): Promise<number>;
  close(): Promise<void>;
}

/** Spaces and lists of parameters are shortened: each number of rows is an entry of its own. */
const withoutValues = (query: string): string =>
  query
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+(, ?\$\d+)+/g, '$…')
    .replaceAll(/\(\$…\)(, ?\(\$…\))+/g, '($…)')
    .slice(0, 160);

export async function countStatements(dataFolder: string): Promise<StatementCounter> {
  // Not in the server's own database, whose objects the server checks.
  const client = await openDatabase(dataFolder, 'postgres');
  await client.query('create extension if not exists pg_stat_statements');
  const read = async (sql: string): Promise<number> => {
    const { rows } = await client.query<{ value: string }>(sql);
    return Number(rows[0]?.value);
  };
  return {
    count: () => read('select sum(calls) as value from pg_stat_statements(false)'),
    async byStatement() {
      const { rows } = await client.query<{ query: string; calls: string }>(
        'select query, calls from pg_stat_statements(true)',
      );
      const counts = new Map<string, number>();
      for (const { query, calls } of rows) {
        const statement = withoutValues(query);
        counts.set(statement, (counts.get(statement) ?? 0) + Number(calls));
      }
      return counts;
    },
    dropped: () => read('select dealloc as value from pg_stat_statements_info'),
    close: () => client.end(),
  };
}
