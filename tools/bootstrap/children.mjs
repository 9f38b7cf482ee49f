// Starts child programs and stops all of them when this program stops.
import { spawn } from 'node:child_process';
import { inRoot } from './paths.mjs';

/**
 * Time in ms between SIGTERM and SIGKILL of the server. It is a little more than the server takes at most: it closes its
 * live sockets and its embedded database.
 */
export const SERVER_STOP_MS = 55_000;

const running = new Map();
let isStopping = false;

export const stopping = () => isStopping;

/** Starts a Node.js program. `stopMs` is the time in ms between SIGTERM and SIGKILL when it is stopped. */
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

/** Stops all children in reverse order of their start, because later ones use earlier ones. */
export async function stopChildren() {
  isStopping = true;
  for (const [child, details] of [...running].reverse()) await stopChild(child, details);
}

/** Stops all children on the first signal. Ctrl-C arrives twice, from the terminal and from npm. */
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
