// npm start: from a fresh clone to a running city, printing each step; Ctrl-C stops everything it started.
import { startChild, stopChildren, stopOnSignals, stopping } from './children.mjs';
import { printSummary, startSimulator } from './demonstration.mjs';
import { installIfNeeded } from './install.mjs';
import { serverProgram, simulatorProgram } from './paths.mjs';
import { endWith, printStep } from './steps.mjs';

/** The server shuts its database down, which may take a while. */
const SERVER_STOP_MS = 30_000;

/** Builds the web app while the server boots; the server waits for it before it is ready. */
async function buildWebFor(server) {
  const { buildWeb } = await import('../build/build.mjs');
  const beganAt = performance.now();
  await buildWeb();
  if (stopping() || !server.child.connected) return;
  printStep('web', 'built', beganAt);
  server.child.send('web-ready');
}

/** A visitor reads that the city runs once they can book a ride in it. */
async function announce(origin) {
  await startSimulator(origin, simulatorProgram);
  if (!stopping()) await printSummary(origin);
}

async function start() {
  process.stdout.write('\n  Kerb\n\n');
  await installIfNeeded();
  const { buildPrograms, webIsBuilt } = await import('../build/build.mjs');
  const beganAt = performance.now();
  const hasBuilt = await buildPrograms();
  printStep('build', hasBuilt ? 'ready' : 'nothing has changed', beganAt);

  const isWebBuilt = webIsBuilt();
  const server = startChild(serverProgram, isWebBuilt ? [] : ['--wait-for-web'], {
    env: { KERB_MODE: 'demo', UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '8' },
    stopMs: SERVER_STOP_MS,
    ipc: true,
  });
  server.child.on('message', ({ kind, origin }) => {
    if (kind !== 'ready' || stopping()) return;
    announce(origin).catch(endAll);
  });
  void server.ended.then(async (code) => {
    if (stopping()) return;
    await stopChildren();
    process.exit(code);
  });
  if (!isWebBuilt) await buildWebFor(server);
}

async function endAll(error) {
  await stopChildren();
  endWith(error);
}

stopOnSignals();
start().catch(endAll);
