// npm run cluster: runs three servers behind HAProxy on this machine, with PgBouncer, PostgreSQL and a replica, a Redis
// cluster, a city and simulated traffic. PORT sets the port of HAProxy (default 3000). Ctrl-C stops all programs and
// removes their data.
import { stopChildren, stopOnSignals } from '../bootstrap/children.mjs';
import { printSummary, startSimulator } from '../bootstrap/demonstration.mjs';
import { root, simulatorProgram } from '../bootstrap/paths.mjs';
import { endWith, printStep } from '../bootstrap/steps.mjs';
import { buildPrograms, buildWeb } from '../build/build.mjs';
import { prepareCluster } from '../testing/prepare.mjs';
import { startCluster } from './start-cluster.ts';

const DEFAULT_PORT = 3000;
/** Resolves with the cluster; null before it is started. */
let starting = null;

/** Waits for a start in progress before it stops the cluster. */
async function stopCluster() {
  const cluster = await starting?.catch(() => null);
  await cluster?.stop();
}

async function start() {
  process.stdout.write('\n  Kerb on three servers\n\n');
  Object.assign(process.env, prepareCluster(root));
  const beganAt = performance.now();
  await Promise.all([buildPrograms(), buildWeb()]);
  printStep('build', 'ready', beganAt);
  starting = startCluster({ port: Number(process.env.PORT || DEFAULT_PORT), onStep: printStep });
  const { origin, servers, folder } = await starting;
  await startSimulator(origin, simulatorProgram);
  const addresses = servers.map((server, index) => `Server ${index + 1} is at ${server.origin}`);
  await printSummary(origin, [...addresses, `The logs are in ${folder}`]);
}

stopOnSignals(() => void stopCluster().finally(() => process.exit(0)));
start().catch(async (error) => {
  await stopChildren();
  await stopCluster();
  endWith(error);
});
