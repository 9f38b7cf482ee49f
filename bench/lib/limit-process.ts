// Starts and stops the server that is a benchmark's limit, in its own process: a program that prints its port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface LimitServer {
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** `program` is a TypeScript file. Rejects when it ends before it is ready. */
export async function startLimitServer(program: URL, args: readonly string[] = []): Promise<LimitServer> {
  const loader = import.meta.resolve('tsx');
  const child = spawn(process.execPath, ['--import', loader, fileURLToPath(program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const kill = () => child.kill('SIGTERM');
  // The process also ends when the benchmark throws before it can stop the server.
  process.once('exit', kill);
  const [port] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`${program.pathname} ended with ${code}`))),
  ]);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      kill();
      await ended;
      process.off('exit', kill);
    },
  };
}
