// npm run prove -- cluster [--calls <number>] [--sockets <number>] [--only <fault>] [--from <ref>]: runs three servers
// under traffic while parts of the cluster fail or, with --from, while servers of an earlier version are replaced.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../../apps/server/src/kit/package-root.ts';
import { writeOneStreetCity } from '../../apps/server/src/kit/testing/one-street-city.ts';
import { buildPrograms } from '../../tools/build/build.mjs';
import { startCluster } from '../../tools/cluster/start-cluster.ts';
import { prepareCluster } from '../../tools/testing/prepare.mjs';
import type { Proof } from '../lib/proof.ts';
import { LONG, proveCluster } from './prove-cluster.ts';
import { buildVersions, proveTwoVersions } from './two-versions.ts';

/**
 * Environment variables of servers that use a city with one street, without past bookings and simulated drivers. All
 * sockets come from the address of this machine.
 */
function variablesOf(folder: string, sockets: number): Readonly<Record<string, string>> {
  const cityFile = join(folder, 'one-street.osm.pbf');
  writeOneStreetCity(cityFile);
  return {
    KERB_CITY: cityFile,
    KERB_PAST_DAYS: '0',
    KERB_SIM_DRIVERS: '0',
    LIVE_SOCKETS_PER_ADDRESS: String(sockets + OTHER_SOCKETS),
  };
}

/** A proxy needs two files for each socket; 20,000 are often all that a process may open. */
const SOCKETS_OF_A_PROXY = 7_000;
/** Sockets of the short form, of maps and of checks. */
const OTHER_SOCKETS = 500;

export const proof: Proof = {
  name: 'cluster',
  about:
    'while servers restart, are killed or hang, Redis is away and PostgreSQL fails over, nothing acknowledged is lost, nothing is accepted or offered twice, and sockets miss nothing',
  async run(log, { isShort, calls, sockets, only, from }) {
    Object.assign(process.env, prepareCluster(workspaceRoot()));
    await buildPrograms();
    const folder = mkdtempSync(join(tmpdir(), 'kerb-proof-'));
    try {
      const versions = from === null ? null : await buildVersions(from, folder, log);
      const cluster = await startCluster({
        variables: variablesOf(folder, sockets ?? LONG.sockets),
        proxies: Math.ceil((sockets ?? LONG.sockets) / SOCKETS_OF_A_PROXY),
        ...(versions === null ? {} : { program: versions.earlier.program }),
        onStep: (name, detail) => log(`${name}: ${detail}`),
      });
      try {
        if (versions !== null) return await proveTwoVersions(cluster, versions, log, { calls, sockets });
        return await proveCluster(cluster, log, isShort ? null : { calls, sockets, only });
      } finally {
        await cluster.stop();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
