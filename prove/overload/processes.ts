// Starts and ends the child processes of this proof: the server, and the clients that load it.
import { join } from 'node:path';
import { z } from 'zod';
import { killProgram, nextMessage, startProgram } from '../lib/child-process.ts';
import { type FloodReport, type FloodTask, floodReport } from './flood.ts';

const start = (file: string, task: object) => startProgram(join(import.meta.dirname, file), task);

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
    stop: () => killProgram(child),
  };
}
export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

/** Runs the flood to its end, in a child process. */
export async function runFlood(task: FloodTask): Promise<FloodReport> {
  return floodReport.parse(await nextMessage(start('flood.child.ts', task)));
}

/** Opens idle connections in a child process, and leaves them open until it is stopped. */
export async function holdIdle(task: { origin: string; count: number }) {
  const child = start('idle.child.ts', task);
  await nextMessage(child);
  return {
    stop: () => killProgram(child),
  };
}
