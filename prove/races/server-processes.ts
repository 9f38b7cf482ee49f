// Starts server processes on one database, and sends acceptances to each of them in turn.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { workspaceRoot } from '../../apps/server/src/kit/package-root.ts';
import { callOf, codeOf, type Send } from '../../apps/server/src/testing/send-to.ts';

const loader = pathToFileURL(join(workspaceRoot(), 'node_modules', 'tsx', 'dist', 'loader.mjs')).href;

async function start(task: {
  url: string;
  folder: string;
}): Promise<{ origin: string; child: ChildProcess }> {
  const file = join(import.meta.dirname, 'server.child.ts');
  const child = spawn(process.execPath, ['--import', loader, file, JSON.stringify(task)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('A server of the proof ended'))),
  ]);
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
      await Promise.all(
        servers.map(async ({ child }) => {
          const ended = once(child, 'exit');
          child.kill('SIGKILL');
          await ended;
        }),
      );
    },
  };
}
