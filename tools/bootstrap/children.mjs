// The programs that were started, and their common end: when this one stops, none of them is left.
import { spawn } from 'node:child_process';
import { inRoot } from './paths.mjs';

const running = new Map();
let isStopping = false;

export const stopping = () => isStopping;

/** `patienceMs`: how long it may take to stop before it is killed. */
export function startChild(program, args, { env = {}, patienceMs, ipc = false }) {
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...args], {
    cwd: inRoot(),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', ...(ipc ? ['ipc'] : [])],
  });
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
  running.set(child, { ended, patienceMs });
  void ended.then(() => running.delete(child));
  return { child, ended };
}

async function stopChild(child, { ended, patienceMs }) {
  child.kill('SIGTERM');
  const impatient = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await ended;
  clearTimeout(impatient);
}

/** The youngest first: what was started later uses what was started before. */
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
