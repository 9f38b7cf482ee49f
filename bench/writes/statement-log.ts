// Reads the statements that the server sends for one request, with their values, from PostgreSQL's log.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Enables JSON log files from the next start of the database on. */
export async function enableStatementLog(client: pg.Client): Promise<void> {
  await client.query('alter system set logging_collector = on');
  await client.query("alter system set log_destination = 'jsonlog'");
  await client.query("alter system set log_rotation_size = '0'");
}

async function setLogging(client: pg.Client, statements: 'all' | 'none'): Promise<void> {
  await client.query(`alter system set log_statement = '${statements}'`);
  await client.query('select pg_reload_conf()');
}

/** A statement and its values as the log shows them. */
export interface LoggedStatement {
  readonly sql: string;
  /** SQL literals in the order of their numbers. */
  readonly values: readonly string[];
}

function field(entry: object, name: string): string {
  const value: unknown = Reflect.get(entry, name);
  return typeof value === 'string' ? value : '';
}

/** `Parameters: $1 = 'it''s', $2 = NULL` */
function parseValues(detail: string): string[] {
  return [...detail.matchAll(/\$\d+ = (NULL|'(?:[^']|'')*')/g)].map(([, literal]) => literal ?? 'NULL');
}

/** Parses the statement of a log line; null for other lines. */
export function parseLogLine(line: string): LoggedStatement | null {
  const entry: unknown = JSON.parse(line);
  if (typeof entry !== 'object' || entry === null) return null;
  if (field(entry, 'dbname') !== 'kerb' || !field(entry, 'application_name').startsWith('kerb')) return null;
  const sql = /^(?:statement|execute [^:]+): ([\s\S]+)$/.exec(field(entry, 'message'))?.[1];
  return sql === undefined ? null : { sql: sql.trim(), values: parseValues(field(entry, 'detail')) };
}

/** Statements that the server sends in the background, without a request. */
const background = [
  'sequence_outbox_batch',
  'outbox_heads',
  'outbox_cursors',
  'pg_try_advisory_lock',
  '_private_',
  'from "outbox_events"',
];

const isBackground = ({ sql }: LoggedStatement): boolean => background.some((part) => sql.includes(part));

/** Number of bytes of the log so far. */
function readLog(dataFolder: string): string {
  const folder = join(dataFolder, 'postgres', 'log');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('');
}

const READ_EVERY_MS = 20;
const READ_WITHIN_MS = 10_000;
const SAMPLES = 9;

/** Patterns of the first and last statement of a request. */
export interface RequestBounds {
  /** The first statement; earlier ones belong to another request. */
  readonly first: RegExp;
  /** Of the last statement. */
  readonly last: RegExp;
}

/** For a call with an idempotency key: from the look-up of its session to the storing of its response. */
export const keyedCall: RequestBounds = {
  first: /from "sessions"/,
  last: /^update "idempotency_keys" set "status"/,
};

/** From the first to the last statement, without background statements; null while the last one is missing. */
export function statementsOf(
  lines: readonly string[],
  { first, last }: RequestBounds,
): LoggedStatement[] | null {
  const logged = lines.flatMap((line) => parseLogLine(line) ?? []).filter((one) => !isBackground(one));
  const from = logged.findIndex(({ sql }) => first.test(sql));
  const to = logged.findLastIndex(({ sql }) => last.test(sql));
  return from === -1 || to < from ? null : logged.slice(from, to + 1);
}

async function readNewStatements(
  dataFolder: string,
  from: number,
  bounds: RequestBounds,
): Promise<LoggedStatement[]> {
  const deadline = performance.now() + READ_WITHIN_MS;
  for (;;) {
    const text = readLog(dataFolder).slice(from);
    const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
    const found = statementsOf(
      lines.filter((line) => line !== ''),
      bounds,
    );
    if (found !== null) return found;
    if (performance.now() > deadline)
      throw new Error(`PostgreSQL logged no request:\n${text.slice(0, 2000)}`);
    await pause(READ_EVERY_MS);
  }
}

const QUIET_MS = 400;

/** Waits for the subscribers and jobs of the previous request, because they send statements too. */
async function untilQuiet(dataFolder: string): Promise<void> {
  const deadline = performance.now() + READ_WITHIN_MS;
  const count = () =>
    readLog(dataFolder)
      .split('\n')
      .flatMap((line) => (line === '' || !line.endsWith('}') ? [] : (parseLogLine(line) ?? [])))
      .filter((one) => !isBackground(one)).length;
  let before = -1;
  for (let now = count(); now !== before && performance.now() < deadline; now = count()) {
    before = now;
    await pause(QUIET_MS);
  }
}

export interface Sample<T> {
  readonly request: T;
  readonly statements: readonly LoggedStatement[];
}

/**
 * Sends nine requests one after the other, and returns the statements of the one with the fewest, to which periodic
 * jobs and subscribers have added none.
 */
export async function captureRequest<T>(
  { client, dataFolder, bounds }: { client: pg.Client; dataFolder: string; bounds: RequestBounds },
  send: (sample: number) => Promise<T>,
): Promise<Sample<T>> {
  const samples: Sample<T>[] = [];
  await setLogging(client, 'all');
  try {
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      await untilQuiet(dataFolder);
      const from = readLog(dataFolder).length;
      const request = await send(sample);
      samples.push({ request, statements: await readNewStatements(dataFolder, from, bounds) });
    }
  } finally {
    await setLogging(client, 'none');
  }
  const [fewest] = samples.sort((one, other) => one.statements.length - other.statements.length);
  if (fewest === undefined) throw new Error('No request was captured');
  return fewest;
}
