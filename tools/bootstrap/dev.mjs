// npm run dev: the demonstration with hot reload of web and server in one terminal; Ctrl-C stops everything.
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { offerCommitHook } from '../hooks/offer-hook.mjs';
import { SERVER_STOP_MS, startChild, stopChildren, stopOnSignals, stopping } from './children.mjs';
import { printSummary, startSimulator } from './demonstration.mjs';
import { installIfNeeded } from './install.mjs';
import { inRoot } from './paths.mjs';
import { endWith, printStep, Refusal } from './steps.mjs';

const WEB_STOP_MS = 5_000;
const HOST = '127.0.0.1';

const port = Number(process.env.PORT || 3000);
/** Port of the Node.js debugger; 0 selects a free one. */
const debugPort = Number(process.env.KERB_DEBUG_PORT || 9229);
const tsx = inRoot('node_modules', 'tsx', 'dist', 'cli.mjs');
const tsxLoader = new URL('node_modules/tsx/dist/loader.mjs', `file://${inRoot()}`).href;
const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, HOST, () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}

/** Starts Vite, which serves the pages on PORT and proxies API calls and the live socket to the server. */
function startWeb(api) {
  return startChild(vite, [inRoot('apps', 'web'), '--host', HOST, '--port', String(port), '--strictPort'], {
    env: { KERB_API: api },
    stopMs: WEB_STOP_MS,
  });
}

function startServer(apiPort) {
  const args = [
    'watch',
    '--clear-screen=false',
    `--inspect=${HOST}:${debugPort}`,
    inRoot('apps', 'server', 'src', 'main.ts'),
  ];
  return startChild(tsx, args, {
    env: {
      KERB_MODE: 'demo',
      PORT: String(apiPort),
      HOST,
      UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '8',
    },
    stopMs: SERVER_STOP_MS,
  });
}

async function isAnswering(address) {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}

async function untilAnswering(address) {
  while (!stopping() && !(await isAnswering(address))) await delay(200);
}

async function stopWhenEnded(name, { ended }) {
  const code = await ended;
  if (stopping()) return;
  printStep(name, `ended (exit ${code})`);
  await stopChildren();
  process.exit(1);
}

async function dev() {
  process.stdout.write('\n  Kerb, development\n\n');
  await installIfNeeded();
  await offerCommitHook();
  if (await isAnswering(`http://${HOST}:${port}`))
    throw new Refusal(`Port ${port} is in use. Stop the program that uses it, or set PORT.`);
  const apiPort = await freePort();
  const api = `http://${HOST}:${apiPort}`;
  void stopWhenEnded('server', startServer(apiPort));
  void stopWhenEnded('web', startWeb(api));
  await Promise.all([untilAnswering(`${api}/ready`), untilAnswering(`http://${HOST}:${port}/`)]);
  if (stopping()) return;
  await startSimulator(api, inRoot('apps', 'simulator', 'src', 'main.ts'), ['--import', tsxLoader]);
  if (stopping()) return;
  await printSummary(`http://${HOST}:${port}`, [
    'Web and server reload when a file changes.',
    debugPort === 0
      ? 'Debugger: on the port printed above'
      : `Debugger: port ${debugPort}, see docs/debugging.md`,
  ]);
}

stopOnSignals();
dev().catch(async (error) => {
  await stopChildren();
  endWith(error);
});
