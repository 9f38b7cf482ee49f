// The real server as a process of its own, with its own database and the real city, in a folder of its own.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from './until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The first start imports the city; a busy machine takes its time. */
const READY_WITHIN_MS = 600_000;

export interface RunningServer {
  readonly origin: string;
  /** kill -9: no chance to put anything in order. */
  kill(): Promise<void>;
  /** Ends in order, as Ctrl-C does. */
  stop(): Promise<void>;
}

export interface ServerPlace {
  /** Holds everything the server keeps. */
  folder: string;
  port: number;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('No port was given'));
        else resolve(address.port);
      });
    });
  });
}

/** A copy that kept its database's port would be taken for the place it was copied from, or for another copy. */
async function movePostgres(folder: string): Promise<void> {
  const file = path.join(folder, 'postgres.json');
  const note: unknown = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...Object(note), port: await freePort() }), { mode: 0o600 });
}

/** An empty place, or one that begins with everything a server that was stopped has kept. */
export async function makeServerPlace(begun?: ServerPlace): Promise<ServerPlace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kerb-server-'));
  // Owners and modes too: the database's own folder is its user's alone.
  if (begun) await promisify(execFile)('cp', ['-a', `${begun.folder}/.`, folder]);
  if (begun) await movePostgres(folder);
  return { folder, port: await freePort() };
}

export const removeServerPlace = ({ folder }: ServerPlace): Promise<void> =>
  rm(folder, { recursive: true, force: true });

interface ServerOptions {
  /** Variables on top of a demonstration's. */
  env?: Readonly<Record<string, string>>;
  /** What answers once it is there: without a city it is never ready. */
  answersAt?: '/ready' | '/health';
}

/** The tests' runner has built the server; without it the sources are run as they are. */
const program = process.env.KERB_BUILT
  ? ['--enable-source-maps', path.join('apps', 'server', 'dist', 'main.js')]
  : ['--import', 'tsx', path.join('apps', 'server', 'src', 'main.ts')];

/** Starts the server in demonstration mode; resolves when it says that it is ready. */
export async function startServer(
  { folder, port }: ServerPlace,
  { env = {}, answersAt = '/ready' }: ServerOptions = {},
): Promise<RunningServer> {
  const output: string[] = [];
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: {
      ...{ ...process.env, PORT: String(port), KERB_DATA: folder, KERB_MODE: 'demo', DATABASE_URL: '' },
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
