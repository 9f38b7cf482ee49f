// Starts programs of a proof in child processes. Each gets its task as JSON in its only argument, and may send
// messages.
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { workspaceRoot } from '../../apps/server/src/kit/package-root.ts';

const loader = pathToFileURL(join(workspaceRoot(), 'node_modules', 'tsx', 'dist', 'loader.mjs')).href;

function spawnProgram(file: string, task: object, stdio: StdioOptions): ChildProcess {
  // A bundle needs no loader for TypeScript.
  const loading = file.endsWith('.ts') ? ['--import', loader] : [];
  return spawn(process.execPath, ['--expose-gc', ...loading, file, JSON.stringify(task)], { stdio });
}

/** Starts the program at this absolute path, with inherited output. */
export const startProgram = (file: string, task: object): ChildProcess =>
  spawnProgram(file, task, ['ignore', 'inherit', 'inherit', 'ipc']);

/** Resolves with the next message; rejects when the process ends before. */
export function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`A process of the proof ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });
}

/** Kills the process, and waits until it has ended; does nothing when it has already. */
export async function killProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Runs a program that kills itself at some point; false when it ended in another way. */
export function runUntilKilled(file: string, task: object): Promise<boolean> {
  const child = spawnProgram(file, task, ['ignore', 'ignore', 'inherit']);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (_, signal) => resolve(signal === 'SIGKILL'));
  });
}
