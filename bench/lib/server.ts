// Starts a server for a benchmark like in production, on a new data folder, and stops it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../apps/server/src/kit/postgres/free-port.ts';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

const READY_WITHIN_MS = 180_000;
/** Longer than the time that `npm start` grants its server, so that it ends its own processes first, in ms. */
const STOP_WITHIN_MS = 60_000;
const POLL_INTERVAL_MS = 25;

export interface RunningServer {
  readonly origin: string;
  readonly dataFolder: string;
  readonly pid: number;
  /** Time from the command to the first ready response. */
  readonly readyAfterMs: number;
  stop(): Promise<void>;
}

export function temporaryFolder(name: string): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `kerb-bench-${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/ready`)).ok;
  } catch {
    return false;
  }
}

async function untilReady(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`);
    if (performance.now() > deadline) throw new Error(`The server was not ready in time:\n${output()}`);
    await pause(POLL_INTERVAL_MS);
  }
}

export interface ServerOptions {
  /** The source tree that is started; this repository by default. */
  tree?: string;
  /** Number of days of past bookings that the first start inserts; 0 by default. */
  pastDays?: number;
  /** Port of the server's inspector once a signal opens it. */
  inspectorPort?: number;
  /** Additional environment variables. */
  variables?: Readonly<Record<string, string>>;
}

/** Runs what `npm start` runs, without npm and without simulated traffic. */
export async function startServer(
  dataFolder: string,
  { tree = repository, pastDays = 0, inspectorPort, variables = {} }: ServerOptions = {},
): Promise<RunningServer> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const child = spawn(process.execPath, ['tools/bootstrap/start.mjs'], {
    cwd: tree,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      KERB_DATA: dataFolder,
      KERB_SIM_DRIVERS: '0',
      KERB_SIM_RIDERS: '0',
      KERB_PAST_DAYS: String(pastDays),
      // Each caller of a benchmark sends its own address, so that the limits for one caller do not apply.
      TRUST_PROXY: 'true',
      ...variables,
      ...(inspectorPort === undefined ? {} : { NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectorPort}` }),
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-20_000);
    });
  }
  const stop = async () => {
    await stopProcess(child);
    endLeftDatabase(dataFolder);
  };
  try {
    await untilReady(origin, child, () => printed);
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin, dataFolder, pid: child.pid ?? 0, readyAfterMs: performance.now() - begun, stop };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(late);
}

/** Stops the database of a server that was killed, which would otherwise keep running. */
function endLeftDatabase(dataFolder: string): void {
  const note = join(dataFolder, 'postgres', 'postmaster.pid');
  if (!existsSync(note)) return;
  const pid = Number(readFileSync(note, 'utf8').split('\n')[0]);
  try {
    if (pid > 0) process.kill(pid, 'SIGQUIT');
  } catch {
    // The process has already ended and only its PID file is left.
  }
}
