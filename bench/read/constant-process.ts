// Starts and stops the server with the constant answer, in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ConstantServer {
  readonly origin: string;
  stop(): Promise<void>;
}

export async function startConstantServer(bytes: number): Promise<ConstantServer> {
  const file = fileURLToPath(new URL('./constant-server.ts', import.meta.url));
  const loader = import.meta.resolve('tsx');
  const child = spawn(process.execPath, ['--import', loader, file, String(bytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [port] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(([code]) =>
      Promise.reject(new Error(`The server with the constant answer ended with ${code}`)),
    ),
  ]);
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
