// Starts and ends the processes of this proof: the server, and the clients that load it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { workspaceRoot } from '../../apps/server/src/kit/package-root.ts';
import { type FloodReport, type FloodTask, floodReport } from './flood.ts';

const loader = pathToFileURL(join(workspaceRoot(), 'node_modules', 'tsx', 'dist', 'loader.mjs')).href;

function start(file: string, task: object): ChildProcess {
  return spawn(
    process.execPath,
    ['--expose-gc', '--import', loader, join(import.meta.dirname, file), JSON.stringify(task)],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
}

/** Rejects when the process ends instead. */
function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`A process of the proof ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });
}

export interface ServerTask {
  readonly connectionString: string;
  readonly role: string;
  readonly folder: string;
  readonly fault: string | null;
}

const figures = z.object({ rss: z.number(), limit: z.number(), connections: z.number() });
export type Figures = z.infer<typeof figures>;

export async function startServer(task: ServerTask) {
  const child = start('server.child.ts', task);
  const { origin } = z.object({ origin: z.string() }).parse(await nextMessage(child));
  return {
    origin,
    /** Memory in bytes, the limit of calls in flight, and open connections. */
    async figures(): Promise<Figures> {
      child.send('figures');
      return figures.parse(await nextMessage(child));
    },
    async stop(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

/** Runs to its end, in a process of its own. */
export async function runFlood(task: FloodTask): Promise<FloodReport> {
  return floodReport.parse(await nextMessage(start('flood.child.ts', task)));
}

/** Opens so many idle connections in a process of its own, and leaves them open until it is stopped. */
export async function holdIdle(task: { origin: string; count: number }) {
  const child = start('idle.child.ts', task);
  await nextMessage(child);
  return {
    async stop(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
