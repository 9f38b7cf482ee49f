// npm start: from a fresh clone to a running city, telling each step; Ctrl-C ends everything it started.
import { startChild, stopChildren, stopOnSignals, stopping } from './children.mjs';
import { installIfNeeded } from './install.mjs';
import { serverProgram, simulatorProgram } from './paths.mjs';
import { endWith, tell } from './steps.mjs';

/** The server stops its database in order, which may take a while; the simulator has nothing to keep. */
const SERVER_PATIENCE_MS = 30_000;
const SIMULATOR_PATIENCE_MS = 5_000;

const counted = (name, otherwise) => Number(process.env[name] || otherwise);
const simulation = {
  KERB_SIM_DRIVERS: String(counted('KERB_SIM_DRIVERS', 40)),
  KERB_SIM_RIDERS: String(counted('KERB_SIM_RIDERS', 3)),
  KERB_SIM_SPEED: String(counted('KERB_SIM_SPEED', 1)),
};

async function signIns(origin) {
  const answer = await fetch(`${origin}/api/v1/settings`);
  const { demo } = await answer.json();
  return demo?.signIns ?? [];
}

async function greet(origin) {
  const lines = (await signIns(origin)).map(
    ({ mobile, name, usertype, note }) => `    ${mobile}  ${usertype.padEnd(10)} ${name.padEnd(22)} ${note}`,
  );
  const people =
    lines.length > 0
      ? `\n  Sign in with one of these numbers; the code is shown there:\n${lines.join('\n')}\n`
      : '';
  process.stdout.write(`\n  Kerb is running at ${origin}\n${people}\n  Ctrl-C stops it.\n\n`);
}

function simulate(origin) {
  const { KERB_SIM_DRIVERS, KERB_SIM_RIDERS } = simulation;
  if (Number(KERB_SIM_DRIVERS) + Number(KERB_SIM_RIDERS) === 0) return;
  const { ended } = startChild(simulatorProgram, [], {
    env: { ...simulation, KERB_SIM_URL: origin },
    patienceMs: SIMULATOR_PATIENCE_MS,
  });
  void ended.then((code) => {
    if (!stopping()) tell('simulator', `ended (exit ${code}); the city goes on without simulated people`);
  });
}

/** Built beside the server's own steps; the server waits for it before it is ready. */
async function buildWebFor(server) {
  const { buildWeb } = await import('../build/build.mjs');
  const beganAt = performance.now();
  await buildWeb();
  if (stopping() || !server.child.connected) return;
  tell('web', 'built', beganAt);
  server.child.send('web-ready');
}

async function start() {
  process.stdout.write('\n  Kerb\n\n');
  await installIfNeeded();
  const { buildPrograms, webIsBuilt } = await import('../build/build.mjs');
  const beganAt = performance.now();
  const hasBuilt = await buildPrograms();
  tell('build', hasBuilt ? 'ready' : 'nothing has changed', beganAt);

  const isWebBuilt = webIsBuilt();
  const server = startChild(serverProgram, isWebBuilt ? [] : ['--wait-for-web'], {
    env: { KERB_MODE: 'demo', UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '8' },
    patienceMs: SERVER_PATIENCE_MS,
    ipc: true,
  });
  server.child.on('message', ({ kind, origin }) => {
    if (kind !== 'ready' || stopping()) return;
    simulate(origin);
    greet(origin).catch(endAll);
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
