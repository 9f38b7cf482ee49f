// Starts child programs and stops all of them when this program stops.
import { spawn } from 'node:child_process';
import { inRoot } from './paths.mjs';

const running = new Map();
let isStopping = false;

export const stopping = () => isStopping;

/** `stopMs`: how long it may take to stop before it is killed. */
export function startChild(program, args, { env = {}, stopMs, ipc = false, nodeArgs = [] }) {
  const child = spawn(process.execPath, [...nodeArgs, program, ...args], {
    cwd: inRoot(),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', ...(ipc ? ['ipc'] : [])],
  });
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
  running.set(child, { ended, stopMs });
  void ended.then(() => running.delete(child));
  return { child, ended };
}

async function stopChild(child, { ended, stopMs }) {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await ended;
  clearTimeout(timer);
}

/** In reverse order of their start: later ones use earlier ones. */
export async function stopChildren() {
  isStopping = true;
  for (const [child, details] of [...running].reverse()) await stopChild(child, details);
}

/** Ctrl-C reaches this program from the terminal and again from npm; the first one counts. */
export function stopOnSignals(afterwards = () => process.exit(0)) {
  let hasBegun = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (hasBegun) return;
      hasBegun = true;
      void stopChildren().then(afterwards);
    });
  }
}
