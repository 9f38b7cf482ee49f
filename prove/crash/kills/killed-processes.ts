// Kills the server process and PostgreSQL by SIGKILL and restarts them.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../apps/server/src/kit/postgres/free-port.ts';
import type { Caller } from '../../../apps/server/src/testing/send-to.ts';
import { bundleServerProgram } from '../../../tools/build/build.mjs';
import { killProgram, nextMessage, startProgram } from '../../lib/child-process.ts';
import type { Cluster } from '../../lib/cluster.ts';
import type { Clients } from './clients.ts';

export const victims = ['server', 'PostgreSQL', 'both'] as const;
export type Victim = (typeof victims)[number];

const POLL_INTERVAL_MS = 20;
const BACK_WITHIN_MS = 90_000;

export async function startKillable(cluster: Cluster, folder: string) {
  const port = await freePort();
  const program = await bundleServerProgram('prove-kills', 'prove/crash/kills/server.child.ts');
  const start = (): ChildProcess =>
    startProgram(program, {
      connectionString: cluster.connectionString,
      folder,
      port,
    });
  let server = start();
  await nextMessage(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Kills the process, runs `meanwhile`, and starts it again without waiting until it is ready. */
    async killAndStart(
      victim: Victim,
      meanwhile: () => Promise<void> = async () => undefined,
    ): Promise<number> {
      const kills: Promise<void>[] = [];
      if (victim !== 'PostgreSQL') kills.push(killProgram(server));
      if (victim !== 'server') kills.push(cluster.kill());
      await Promise.all(kills);
      await meanwhile();
      const begun = performance.now();
      if (victim !== 'PostgreSQL') server = start();
      if (victim !== 'server') await cluster.start();
      return begun;
    },
    stop: () => killProgram(server),
  };
}
export type Killable = Awaited<ReturnType<typeof startKillable>>;

/** Time from `begun` to the first successful call, in ms; null when no call succeeds in time. */
export async function timeToSuccess(clients: Clients, caller: Caller, begun: number): Promise<number | null> {
  while (performance.now() - begun < BACK_WITHIN_MS) {
    const { status } = await clients.send('getMe', {}, caller);
    if (status === 200) return Math.round(performance.now() - begun);
    await pause(POLL_INTERVAL_MS);
  }
  return null;
}
