// npm start: installs, builds and runs a demonstration from a fresh clone, printing each step; Ctrl-C stops everything.
import { SERVER_STOP_MS, startChild, stopChildren, stopOnSignals, stopping } from './children.mjs';
import { printSummary, startSimulator } from './demonstration.mjs';
import { installIfNeeded } from './install.mjs';
import { serverProgram, simulatorProgram } from './paths.mjs';
import { endWith, printStep } from './steps.mjs';

/** Builds the web app while the server boots, then notifies the server, which is not ready before. */
async function buildBrowserAppFor(server) {
  const { buildBrowserApp } = await import('../build/build.mjs');
  const beganAt = performance.now();
  await buildBrowserApp();
  if (stopping() || !server.child.connected) return;
  printStep('web', 'built', beganAt);
  server.child.send('web-ready');
}

/** Prints the summary only after the simulated drivers are on duty, so that a ride can be booked at once. */
async function announce(origin) {
  await startSimulator(origin, simulatorProgram);
  if (!stopping()) await printSummary(origin);
}

/** Browsers render all pages until the renderer is built, which is not worth a longer start. */
async function buildRendererLater() {
  const { browserAppIsBuilt, buildRenderer } = await import('../build/build.mjs');
  // Of sources that were changed meanwhile, the renderer would not fit the app.
  if (stopping() || !browserAppIsBuilt()) return;
  await buildRenderer().catch((error) => {
    if (!stopping()) process.stderr.write(`\nBrowsers render all pages: ${error.message}\n`);
  });
}

async function start() {
  process.stdout.write('\n  Kerb\n\n');
  await installIfNeeded();
  const { browserAppIsBuilt, buildPrograms } = await import('../build/build.mjs');
  const beganAt = performance.now();
  const hasBuilt = await buildPrograms();
  printStep('build', hasBuilt ? 'ready' : 'nothing has changed', beganAt);

  const isWebBuilt = browserAppIsBuilt();
  const server = startChild(serverProgram, isWebBuilt ? [] : ['--wait-for-web'], {
    env: { KERB_MODE: 'demo', UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '8' },
    stopMs: SERVER_STOP_MS,
    ipc: true,
  });
  server.child.on('message', ({ kind, origin }) => {
    if (kind !== 'ready' || stopping()) return;
    announce(origin).then(buildRendererLater).catch(endAll);
  });
  void server.ended.then(async (code) => {
    if (stopping()) return;
    await stopChildren();
    process.exit(code);
  });
  if (!isWebBuilt) await buildBrowserAppFor(server);
}

async function endAll(error) {
  await stopChildren();
  endWith(error);
}

stopOnSignals();
start().catch(endAll);
