// Starts and ends the processes of this proof: the server, and the abusive caller.
import { join } from 'node:path';
import { z } from 'zod';
import { killProgram, nextMessage, startProgram } from '../lib/child-process.ts';
import type { AbuseTask, Answers, BurstReport } from './attacks.ts';

const figures = z.object({ rss: z.number(), unknown: z.number() });
type Figures = z.infer<typeof figures>;

const start = (file: string, task: object) => startProgram(join(import.meta.dirname, file), task);

export interface ServerTask {
  readonly databaseUrl: string;
  readonly role: string;
  readonly dataDir: string;
  readonly fault: string | null;
}

export async function startServer(task: ServerTask) {
  const child = start('server.child.ts', task);
  const { origin } = z.object({ origin: z.string() }).parse(await nextMessage(child));
  return {
    origin,
    /** Returns the server's figures; with `collect` after garbage collection. */
    async figures(how: 'look' | 'collect' = 'look'): Promise<Figures> {
      child.send(how);
      return figures.parse(await nextMessage(child));
    },
    stop: () => killProgram(child),
  };
}
export type FairnessServer = Awaited<ReturnType<typeof startServer>>;

const answers = z.record(z.string(), z.record(z.coerce.number(), z.number()));
const floodReport = z.object({ answers });
const burstReport = z.object({ answers, sockets: z.number(), tookMs: z.number() });

/** Sends calls of all kinds at a client's full rate until it is stopped. */
export async function startFlood(task: AbuseTask) {
  const child = start('abuse.child.ts', task);
  await nextMessage(child);
  child.send('flood');
  return {
    async stop(): Promise<Answers> {
      child.send('stop');
      return floodReport.parse(await nextMessage(child)).answers;
    },
  };
}

export async function runBurst(task: AbuseTask): Promise<BurstReport> {
  const child = start('abuse.child.ts', task);
  await nextMessage(child);
  child.send('burst');
  return burstReport.parse(await nextMessage(child));
}
