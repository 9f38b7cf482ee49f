// Runs the PostgreSQL that npm installed, in the data folder: creates the cluster once, and starts, recovers and stops
// it with the server.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { explainDiskError, explainDiskText, StartError } from '../start-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { freePort } from './free-port.ts';
import { clearLeftover, type Leftover } from './leftover.ts';
import { chooseRunAs, commandOf, giveTo, type RunAs } from './run-as.ts';

export interface EmbeddedOptions {
  /** Contains postgres/, postgres.json and postgres.log; created when missing. */
  folder: string;
  /** Prefers speed over durability, for databases that exist only during a test run. */
  disposable?: boolean;
  /** PostgreSQL settings in addition to Kerb's own, for example for a WAL archive or a recovery. */
  settings?: Readonly<Record<string, string>>;
  /** Time limit of the start, ms; a recovery from an archive may take longer than a minute. */
  startWithinMs?: number;
  /** Called when PostgreSQL ends although `stop` was not called. */
  onUnexpectedExit?: (detail: string) => void;
}

export interface EmbeddedPostgres {
  /** Connection string of a database in this cluster, over TCP. */
  url(database?: string): string;
  /** The same through a Unix socket, which is faster; over TCP when the folder's path is too long for a socket. */
  localUrl(database?: string): string;
  readonly leftover: Leftover;
  readonly pid: number;
  stop(): Promise<void>;
}

const noteSchema = z.object({ port: z.number().int(), password: z.string() });
type Note = z.infer<typeof noteSchema>;

const SUPERUSER = 'kerb';
/** Name of Kerb's own database in the cluster. */
export const DATABASE_NAME = 'kerb';
const START_TIMEOUT_MS = 60_000;
const LARGE_LOG_BYTES = 20_000_000;
/** Maximum length of a socket path on all systems, with its final zero; macOS has the shortest limit. */
const SOCKET_PATH_BYTES = 104;

const durableSettings = { shared_buffers: '96MB', max_wal_size: '512MB', checkpoint_timeout: '5min' };
const disposableSettings = {
  shared_buffers: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  deadlock_timeout: '100ms',
};

const settings = (port: number, socket: string | null, disposable: boolean): Record<string, string> => ({
  port: String(port),
  listen_addresses: '127.0.0.1',
  unix_socket_directories: socket ?? '',
  max_connections: disposable ? '600' : '200',
  // The routes of a city fit in memory, so cost estimates for spinning disks and JIT compilation only slow queries
  // down.
  random_page_cost: '1.1',
  jit: 'off',
  log_line_prefix: '%m ',
  ...(disposable ? disposableSettings : durableSettings),
});

function readNote(folder: string): Note | null {
  const file = join(folder, 'postgres.json');
  return existsSync(file)
    ? (noteSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null)
    : null;
}

function writeNote(folder: string, note: Note): void {
  const next = join(folder, 'postgres.json.next');
  writeFileSync(next, JSON.stringify(note), { mode: 0o600 });
  renameSync(next, join(folder, 'postgres.json'));
}

function runToEnd(runAs: RunAs, program: string, args: readonly string[], input: string): Promise<string> {
  const [command, ...rest] = commandOf(runAs, program, args);
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, { ...runAs.identity, cwd: '/', env: { ...process.env, LC_ALL: 'C' } });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
    child.stdin.end(input);
  });
}

/**
 * Locale with which pg_trgm recognises letters of every script, by its name in the system's C library, which may lack
 * it.
 */
const UTF8_CTYPE = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8';

/**
 * Creates the cluster in a temporary folder and moves it when complete, so that an interrupted attempt leaves nothing
 * behind.
 */
async function makeCluster(options: EmbeddedOptions, binaries: Binaries, runAs: RunAs): Promise<Note> {
  const making = join(options.folder, 'postgres.making');
  const passwordFile = join(making, 'password');
  const note = { port: await freePort(), password: randomBytes(18).toString('base64url') };
  rmSync(making, { recursive: true, force: true });
  mkdirSync(join(making, 'data'), { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, note.password, { mode: 0o600 });
  giveTo(making, runAs.owner);
  try {
    const args = [
      '-D',
      join(making, 'data'),
      '-U',
      SUPERUSER,
      '--pwfile',
      passwordFile,
      '-A',
      'scram-sha-256',
    ];
    const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const extra = ['--no-instructions', ...(options.disposable ? ['--no-sync'] : [])];
    const initialise = (ctype: string) =>
      runToEnd(runAs, binaries.initdb, [...args, ...locale, `--lc-ctype=${ctype}`, ...extra], '');
    await initialise(UTF8_CTYPE).catch((error: unknown) => {
      if (!String(error).includes('invalid locale name')) throw error;
      return initialise('C');
    });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw (
      explainDiskText(text, options.folder) ??
      new StartError(`The database could not be made: ${text.trim()}`)
    );
  }
  writeNote(options.folder, note);
  renameSync(join(making, 'data'), join(options.folder, 'postgres'));
  rmSync(making, { recursive: true, force: true });
  return note;
}

interface Log {
  file: string;
  /** Length of the log from earlier runs, bytes. */
  since: number;
}

/** Appends to the log of earlier runs, which contains the reason why the last one ended. */
function openLog(folder: string): Log {
  const file = join(folder, 'postgres.log');
  const since = existsSync(file) ? statSync(file).size : 0;
  if (since < LARGE_LOG_BYTES) return { file, since };
  renameSync(file, `${file}.1`);
  return { file, since: 0 };
}

/** The last fatal message of this run. */
function lastFatal({ file, since }: Log): string {
  const lines = readFileSync(file).subarray(since).toString('utf8').trim().split('\n');
  return lines.filter((line) => /FATAL|PANIC|ERROR/.test(line)).at(-1) ?? lines.at(-1) ?? '';
}

async function isReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  // A refused connection also emits an error event; it is ignored because the rejection below is handled.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Reads the state of the server of exactly this folder, because a server of another folder may answer at its port. */
function saysReady(folder: string): boolean {
  const file = join(folder, 'postgres', 'postmaster.pid');
  return existsSync(file) && readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready';
}

async function waitUntilReady(
  child: ChildProcess,
  url: string,
  log: Log,
  { folder, startWithinMs = START_TIMEOUT_MS }: EmbeddedOptions,
): Promise<void> {
  const deadline = performance.now() + startWithinMs;
  while (!(saysReady(folder) && (await isReady(url)))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const reason = lastFatal(log);
      throw explainDiskText(reason, folder) ?? new StartError(`PostgreSQL did not start: ${reason}`);
    }
    if (performance.now() > deadline)
      throw new StartError(
        `PostgreSQL did not start in ${Math.round(startWithinMs / 1000)} seconds; see ${log.file}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function launch(
  runAs: RunAs,
  binaries: Binaries,
  options: EmbeddedOptions,
  { port, socket, log }: { port: number; socket: string | null; log: Log },
): ChildProcess {
  const data = join(options.folder, 'postgres');
  const all = { ...settings(port, socket, options.disposable ?? false), ...options.settings };
  const flags = Object.entries(all).flatMap(([k, v]) => ['-c', `${k}=${v}`]);
  const [command, ...args] = commandOf(runAs, binaries.postgres, ['-D', data, ...flags]);
  const output = openSync(log.file, 'a');
  try {
    // Runs in its own process group: Ctrl-C must reach only the server, which then stops PostgreSQL in order.
    return spawn(command, args, {
      ...runAs.identity,
      cwd: '/',
      detached: true,
      stdio: ['ignore', output, output],
      env: { ...process.env, LC_ALL: 'C' },
    });
  } finally {
    closeSync(output);
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT');
  const impatient = setTimeout(() => child.kill('SIGQUIT'), 20_000);
  await gone;
  clearTimeout(impatient);
}

const addressOf = ({ password, port }: Note, database: string): string =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;

/**
 * Creates the folder of the cluster's socket; null when its path would be too long. Removes what a killed run left in
 * it: PostgreSQL does not start while another process has the id in an old lock file.
 */
function makeSocketFolder(folder: string, port: number, { owner }: RunAs): string | null {
  const socket = resolve(folder, 'postgres.socket');
  // PostgreSQL separates several socket folders by commas.
  if (Buffer.byteLength(`${socket}/.s.PGSQL.${port}`) >= SOCKET_PATH_BYTES || socket.includes(','))
    return null;
  rmSync(socket, { recursive: true, force: true });
  mkdirSync(socket, { recursive: true, mode: 0o700 });
  giveTo(socket, owner);
  return socket;
}

/** PostgreSQL clients use the host in the query parameter; the rest of the address is the one over TCP. */
const throughSocket = (address: string, socket: string | null): string =>
  socket === null ? address : `${address}?host=${encodeURIComponent(socket)}`;

/** Address of the folder's running cluster; null while it does not run. */
export async function runningPostgres(folder: string, database: string): Promise<string | null> {
  const note = existsSync(join(folder, 'postgres')) ? readNote(folder) : null;
  if (note === null) return null;
  const address = addressOf(note, database);
  return (await isReady(address)) ? address : null;
}

/** Starts the cluster in the folder, and creates it first when it is missing; resolves when it accepts connections. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { folder } = options;
  try {
    const binaries = findBinaries();
    mkdirSync(folder, { recursive: true });
    const runAs = chooseRunAs(binaries.postgres, folder);
    const data = join(folder, 'postgres');
    const leftover = await clearLeftover(data);
    const note = existsSync(data) ? readNote(folder) : await makeCluster(options, binaries, runAs);
    if (note === null)
      throw new StartError(
        `${join(folder, 'postgres.json')} is missing, so the database beside it cannot be opened.`,
      );
    giveTo(data, runAs.owner);
    const port = await freePort(note.port);
    if (port !== note.port) writeNote(folder, { ...note, port });
    const url = (database = 'postgres') => addressOf({ ...note, port }, database);
    const socket = makeSocketFolder(folder, port, runAs);
    const log = openLog(folder);
    const child = launch(runAs, binaries, options, { port, socket, log });
    let stopping = false;
    child.on('error', () => undefined);
    await waitUntilReady(child, url(), log, options).catch(async (error: unknown) => {
      await stopChild(child);
      throw error;
    });
    child.once('exit', () => {
      if (!stopping) options.onUnexpectedExit?.(lastFatal(log));
    });
    return {
      url,
      localUrl: (database) => throughSocket(url(database), socket),
      leftover,
      pid: child.pid ?? 0,
      stop: () => {
        stopping = true;
        return stopChild(child);
      },
    };
  } catch (error) {
    throw explainDiskError(error, folder);
  }
}
