// Starts server processes on one database, and sends acceptances to each of them in turn.
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { callOf, codeOf, type Send } from '../../apps/server/src/testing/send-to.ts';
import { killProgram, nextMessage, startProgram } from '../lib/child-process.ts';

async function start(task: {
  url: string;
  folder: string;
}): Promise<{ origin: string; child: ChildProcess }> {
  const child = startProgram(join(import.meta.dirname, 'server.child.ts'), task);
  const message = await nextMessage(child);
  return { origin: z.object({ origin: z.string() }).parse(message).origin, child };
}

export async function startServers(count: number, task: { url: string; folder: string }) {
  const servers = await Promise.all(Array.from({ length: count }, () => start(task)));
  const sends = servers.map(
    ({ origin }): Send =>
      async (name, input, caller) => {
        const { method, url, headers, payload } = callOf(name, input, caller);
        const response = await fetch(new URL(url, origin), {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(payload ?? {}),
        });
        const text = await response.text();
        return { status: response.status, code: response.ok ? '' : codeOf(text), text };
      },
  );
  return {
    sends,
    async stop(): Promise<void> {
      await Promise.all(servers.map(({ child }) => killProgram(child)));
    },
  };
}
