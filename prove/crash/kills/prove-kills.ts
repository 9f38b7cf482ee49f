// Proof of random kills: checks planted faults first, then kills as often as requested or as time allows.
import type { ProofReport } from '../../lib/proof.ts';
import { plantKillFaults } from './planted.ts';
import { type KillSize, openKillTools, runKills } from './run-kills.ts';

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function summary(times: readonly number[]) {
  const sorted = [...times].sort((one, other) => one - other);
  return {
    kills: sorted.length,
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    max: sorted.at(-1) ?? 0,
  };
}

export async function proveKills(size: KillSize, log: (line: string) => void): Promise<ProofReport> {
  // On a database of their own, because they leave events that no subscriber handles.
  const planting = await openKillTools();
  const planted = await plantKillFaults(planting).finally(planting.close);
  log(`${planted.length} faults planted`);
  const tools = await openKillTools();
  try {
    const { violations, figures } = await runKills(tools, size, { log });
    const { restarts, acknowledged, repeats } = figures;
    const all = Object.values(restarts).flat();
    return {
      tried: all.length,
      violations: [...new Set(violations)],
      planted,
      more: {
        seed: size.seed,
        acknowledged,
        repeats,
        restart_ms: {
          all: summary(all),
          server: summary(restarts.server),
          postgres: summary(restarts.PostgreSQL),
          both: summary(restarts.both),
        },
      },
    };
  } finally {
    await tools.close();
  }
}
