// Runs the proof of the cluster: first a few rides with planted faults, then traffic while parts fail one by one.
import type { Cluster } from '../../tools/cluster/start-cluster.ts';
import type { ProofReport } from '../lib/proof.ts';
import { clusterFaults } from './faults.ts';
import { plantClusterFaults, plantPartFaults } from './planted.ts';
import { type ClusterSize, openUse, runUse } from './use-cluster.ts';

const SHORT: ClusterSize = {
  calls: 150,
  sockets: 24,
  rides: 5,
  drivers: 6,
  faults: clusterFaults.filter(({ isInShortForm }) => isInShortForm),
};
export const LONG: ClusterSize = {
  calls: 100_000,
  sockets: 5_000,
  rides: 12,
  drivers: 16,
  faults: clusterFaults.filter(({ isInShortForm }) => !isInShortForm),
};

/** Size of the long form; null selects the default: 100,000 calls or 5,000 sockets. */
export interface LongSize {
  readonly calls: number | null;
  readonly sockets: number | null;
  /** Names of the faults to run; empty for all. */
  readonly only: readonly string[];
}

/**
 * Runs the short form, and then the long form unless `long` is null. `busyMachineMs`: additional time until positions
 * arrive, for a run beside other programs.
 */
export async function proveCluster(
  cluster: Cluster,
  log: (line: string) => void,
  long: LongSize | null,
  busyMachineMs = 0,
): Promise<ProofReport> {
  const trial = await openUse(cluster, SHORT);
  const short = await runUse(trial, { ...SHORT, busyMachineMs }, log);
  const planted = await plantClusterFaults(trial);
  if (long !== null) planted.push(...(await plantPartFaults(trial)));
  const tried = trial.calls.sent();
  await trial.close();
  log(`${planted.length} faults planted`);
  if (long === null) return { tried, violations: short.violations, planted, more: { faults: short.faults } };
  const { calls = LONG.calls, sockets = LONG.sockets } = {
    ...(long.calls === null ? {} : { calls: long.calls }),
    ...(long.sockets === null ? {} : { sockets: long.sockets }),
  };
  const use = await openUse(cluster, { ...LONG, sockets });
  try {
    const faults = LONG.faults.filter(({ name }) => long.only.length === 0 || long.only.includes(name));
    const run = await runUse(use, { ...LONG, calls, sockets, faults }, log);
    return {
      tried: tried + use.calls.sent(),
      violations: [...short.violations, ...run.violations],
      planted,
      more: {
        sockets,
        calls: use.calls.sent(),
        acknowledged: use.calls.journal.length,
        events: run.events,
        reconnects: use.opened.length - sockets,
        faults: [...short.faults, ...run.faults],
      },
    };
  } finally {
    await use.close();
  }
}
