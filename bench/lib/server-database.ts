// Direct access to the database of a benchmark's server, to insert rows, sample tables and count statements.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Connection settings of the running server's database. */
export function readDatabaseNote(dataFolder: string): { port: number; password: string } {
  const note: unknown = JSON.parse(readFileSync(join(dataFolder, 'postgres.json'), 'utf8'));
  if (typeof note !== 'object' || note === null || !('port' in note) || !('password' in note))
    throw new Error('postgres.json has no port and password');
  return { port: Number(note.port), password: String(note.password) };
}

/** Host with which PostgreSQL's programs reach the running server's database: its socket directory, if it has one. */
export function hostOf(dataFolder: string): string {
  const socket = join(dataFolder, 'postgres.socket');
  return existsSync(socket) ? socket : '127.0.0.1';
}

/** Connection string of a database of the running server, over its socket if it has one. */
export function urlOf(dataFolder: string, database: string): string {
  const { port, password } = readDatabaseNote(dataFolder);
  return `postgres://kerb:${password}@127.0.0.1:${port}/${database}?host=${encodeURIComponent(hostOf(dataFolder))}`;
}

/** Opens a database of the running server. Statements of this connection are not counted. */
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
 * Enables pg_stat_statements and commit timestamps from the next start of the database on. Statements with different
 * numbers of rows are different entries, so the limit of entries is raised.
 */
export async function enableStatistics(client: pg.Client): Promise<void> {
  await client.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
  await client.query('alter system set pg_stat_statements.max = 50000');
  await client.query('alter system set pg_stat_statements.save = off');
  await client.query('alter system set track_commit_timestamp = on');
}

export interface StatementCounter {
  /** Number of statements that the server has sent since the database started, including `begin` and `commit`. */
  count(): Promise<number>;
  /** The same by statement; statements that differ only in their number of values are added up. */
  byStatement(): Promise<ReadonlyMap<string, number>>;
  /** Number of times that entries were evicted, which loses their counts. */
  dropped(): Promise<number>;
  close(): Promise<void>;
}

/** Normalises spaces and lists of parameters, because each number of rows is an entry of its own. */
const withoutValues = (query: string): string =>
  query
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+(, ?\$\d+)+/g, '$…')
    .replaceAll(/\(\$…\)(, ?\(\$…\))+/g, '($…)')
    .slice(0, 160);

export async function countStatements(dataFolder: string): Promise<StatementCounter> {
  // Not in the server's own database, because the server verifies its objects.
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
