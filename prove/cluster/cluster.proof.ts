// npm run prove -- cluster [--calls <number>] [--sockets <number>] [--only <fault>]: three servers and all that they share, while parts fail.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../../apps/server/src/kit/package-root.ts';
import { writeOneStreetCity } from '../../apps/server/src/kit/testing/one-street-city.ts';
import { buildPrograms } from '../../tools/build/build.mjs';
import { startCluster } from '../../tools/cluster/start-cluster.ts';
import { prepareCluster } from '../../tools/testing/prepare.mjs';
import type { Proof } from '../lib/proof.ts';
import { proveCluster } from './prove-cluster.ts';

export const proof: Proof = {
  name: 'cluster',
  about:
    'while servers restart, are killed or hang, Redis is away and PostgreSQL fails over, nothing acknowledged is lost, nothing is accepted or offered twice, and sockets miss nothing',
  async run(say, { isShort, calls, sockets, only }) {
    Object.assign(process.env, prepareCluster(workspaceRoot()));
    await buildPrograms();
    const folder = mkdtempSync(join(tmpdir(), 'kerb-proof-'));
    const cityFile = join(folder, 'one-street.osm.pbf');
    writeOneStreetCity(cityFile);
    const variables = { KERB_CITY: cityFile, KERB_PAST_DAYS: '0', KERB_SIM_DRIVERS: '0' };
    const cluster = await startCluster({ variables, onStep: (name, detail) => say(`${name}: ${detail}`) });
    try {
      return await proveCluster(cluster, say, isShort ? null : { calls, sockets, only });
    } finally {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
