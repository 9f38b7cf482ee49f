// Proves a rolling upgrade: servers of an earlier commit are replaced by this version one by one, under traffic.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BuiltVersion, buildVersion, type SourceChange } from '../../tools/cluster/build-version.ts';
import { type Cluster, presentProgram } from '../../tools/cluster/start-cluster.ts';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import type { ClusterUse } from './cluster-use.ts';
import { type ClusterFault, PROXY_LOOKS_MS } from './faults.ts';
import { isCaught, plantClusterFaults, violationsUnder } from './planted.ts';
import { type ClusterSize, openUse, runUse } from './use-cluster.ts';

const SIZE: Omit<ClusterSize, 'faults'> = { calls: 2_500, sockets: 200, rides: 8, drivers: 12 };
/** Time after each replacement during which both versions run, without the time of the examination, ms. */
const MIXED_MS = 10_000;

/** Renames the message field in both adapters between servers, so that other servers cannot read the messages. */
const unreadable: readonly SourceChange[] = [
  'redis/redis-servers.ts',
  'redis/send-messages.ts',
  'postgres/postgres-servers.ts',
  'postgres/pack-messages.ts',
].map((file) => ({ file: `apps/server/src/adapters/servers/${file}`, from: 'said', to: 'sent' }));

interface Versions {
  readonly earlier: BuiltVersion;
  /** The current commit, changed so that other servers cannot read its messages. */
  readonly unreadable: BuiltVersion;
}

/** Throws when this checkout lacks the commit, or when the commit needs packages in versions not installed here. */
export async function buildVersions(
  ref: string,
  folder: string,
  log: (line: string) => void,
): Promise<Versions> {
  const earlier = await buildVersion(ref, join(folder, 'earlier'));
  log(`earlier version: ${earlier.commit}`);
  return { earlier, unreadable: await buildVersion('HEAD', join(folder, 'unreadable'), unreadable) };
}

const rollingUpgrade = ({ commit }: BuiltVersion): ClusterFault => ({
  name: `a rolling upgrade from ${commit}`,
  isOrderly: true,
  async run({ cluster, check }) {
    await check('with the earlier version');
    for (const [index, server] of cluster.servers.entries()) {
      await server.stop();
      await server.start(presentProgram());
      await pause(PROXY_LOOKS_MS + MIXED_MS);
      await check(`with ${index + 1} of ${cluster.servers.length} servers upgraded`);
    }
  },
});

const unreadableServer = ({ program }: BuiltVersion): ClusterFault => ({
  name: 'a version whose messages other servers cannot read',
  async run({ cluster, check }) {
    const [server] = cluster.servers;
    await server?.stop();
    await server?.start(program);
    await pause(PROXY_LOOKS_MS);
    await check('with an unreadable version');
    await server?.stop();
    await server?.start(presentProgram());
    await pause(PROXY_LOOKS_MS);
  },
});

async function plantUnreadable(use: ClusterUse, version: BuiltVersion): Promise<PlantedFault> {
  const fault = unreadableServer(version);
  const found = await violationsUnder(use, fault);
  const sign = /^with an unreadable version: positions are complete on every server/;
  return { fault: fault.name, caught: isCaught(found, sign) };
}

/** Requires a cluster whose servers run the earlier version and whose tables were created by that version. */
export async function proveTwoVersions(
  cluster: Cluster,
  { earlier, unreadable: unreadableVersion }: Versions,
  log: (line: string) => void,
  { calls, sockets }: { readonly calls: number | null; readonly sockets: number | null },
): Promise<ProofReport> {
  const size: ClusterSize = {
    ...SIZE,
    calls: calls ?? SIZE.calls,
    sockets: sockets ?? SIZE.sockets,
    faults: [rollingUpgrade(earlier)],
  };
  const use = await openUse(cluster, size);
  try {
    const { violations, faults, events } = await runUse(use, size, log);
    const tried = use.calls.sent();
    const planted = [...(await plantClusterFaults(use)), await plantUnreadable(use, unreadableVersion)];
    const acknowledged = use.calls.journal.length;
    return { tried, violations, planted, more: { from: earlier.commit, acknowledged, events, faults } };
  } finally {
    await use.close();
  }
}
