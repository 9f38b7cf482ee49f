// Runs the real server as a process, with its own database and the real city in its own data folder.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../apps/server/src/kit/postgres/free-port.ts';
import { until } from './until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Deadline for the start of the server. The first start imports the city, which is slow on a busy machine. */
const READY_WITHIN_MS = 600_000;

export interface RunningServer {
  readonly origin: string;
  /** Kills the process with SIGKILL, without a clean shutdown. */
  kill(): Promise<void>;
  /** Shuts the server down cleanly with SIGTERM. */
  stop(): Promise<void>;
}

export interface ServerPlace {
  /** The data folder of the server. */
  folder: string;
  port: number;
}

/** Assigns a new port to the database of a copied folder, because the original and other copies may be running. */
async function movePostgres(folder: string): Promise<void> {
  const file = path.join(folder, 'postgres.json');
  const note: unknown = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...Object(note), port: await freePort() }), { mode: 0o600 });
}

/** Creates an empty data folder, or a copy of that of a stopped server; `port` is a free one by default. */
export async function makeServerPlace(original?: ServerPlace, port?: number): Promise<ServerPlace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kerb-server-'));
  // Preserves owners and modes: PostgreSQL requires that only its user can access its folder.
  if (original) await promisify(execFile)('cp', ['-a', `${original.folder}/.`, folder]);
  if (original) await movePostgres(folder);
  return { folder, port: port ?? (await freePort()) };
}

export const removeServerPlace = ({ folder }: ServerPlace): Promise<void> =>
  rm(folder, { recursive: true, force: true });

interface ServerOptions {
  /** Additional environment variables. */
  env?: Readonly<Record<string, string>>;
  /** Path that is polled until it succeeds. Without a city /ready never succeeds, so use /health. */
  answersAt?: '/ready' | '/health';
}

/** Runs the built server when the test runner has built it (KERB_BUILT), otherwise the sources. */
const program = process.env.KERB_BUILT
  ? [path.join('apps', 'server', 'dist', 'main.js')]
  : ['--import', 'tsx', path.join('apps', 'server', 'src', 'main.ts')];

/** Starts the server in demonstration mode; resolves when it is ready. */
export async function startServer(
  { folder, port }: ServerPlace,
  { env = {}, answersAt = '/ready' }: ServerOptions = {},
): Promise<RunningServer> {
  const output: string[] = [];
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      KERB_DATA: folder,
      KERB_MODE: 'demo',
      DATABASE_URL: '',
      // Tests make the bookings that they count.
      KERB_PAST_DAYS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const origin = `http://127.0.0.1:${port}`;
  try {
    await until(
      'The server',
      async () => child.exitCode !== null || (await fetch(`${origin}${answersAt}`)).ok,
      (isDone) => isDone,
      { withinMs: READY_WITHIN_MS, everyMs: 100 },
    );
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`The server did not become ready:\n${output.join('')}`, { cause: error });
  }
  if (child.exitCode !== null) throw new Error(`The server ended at once:\n${output.join('')}`);
  return {
    origin,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  };
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
