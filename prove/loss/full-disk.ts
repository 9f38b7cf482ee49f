// PostgreSQL on a small disk that becomes full: its tables cannot grow, or its write-ahead log has no space.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, startCluster } from '../lib/cluster.ts';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { type LossDatabase, openLossTools } from './tools.ts';
import { tryDatabase } from './try-database.ts';

const DISK_BYTES = 400_000_000;
/** Limits the write-ahead log, so that it does not fill the disk by itself. */
const settings = { max_wal_size: '64MB', min_wal_size: '32MB' };
const FULL_MS = 4_000;
/** More than the number of log segments that are allocated in advance. */
const SEGMENTS = 12;
const BOOKINGS = 60;

/** Writes segments of 16 MB until the next one cannot be created and PostgreSQL stops. */
async function fillWal({ asOwner }: Cluster): Promise<void> {
  for (let segment = 0; segment < SEGMENTS; segment += 1)
    await asOwner
      .query('select pg_switch_wal() from (select pg_logical_emit_message(true, $1, $2)) as written', [
        'proof',
        'x'.repeat(100_000),
      ])
      .catch(() => undefined);
}

function fillable(
  cluster: Cluster,
  disk: SmallDisk,
  onStart: (what: 'tables' | 'log') => void,
): LossDatabase {
  return {
    ...cluster,
    async fill(what) {
      disk.fill();
      if (what === 'log') await fillWal(cluster);
      await pause(FULL_MS);
      disk.free();
      // An operator would restart it.
      if (await cluster.startIfStuck()) onStart(what);
    },
  };
}

export type FullDiskReport = Pick<ProofReport, 'tried' | 'violations' | 'planted'> & {
  readonly recovered_ms: Readonly<Record<string, number>>;
  /** Which of the two required a restart of PostgreSQL. */
  readonly started_again: readonly string[];
};

/** Null when no small disk can be mounted. */
export async function proveFullDisk(log: (line: string) => void): Promise<FullDiskReport | null> {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-proof-disk-'));
  const disk = mountSmallDisk(folder, DISK_BYTES);
  if (disk === null) {
    rmSync(folder, { recursive: true });
    return null;
  }
  const cluster = await startCluster({ folder, settings });
  const started = new Set<string>();
  const fillableCluster = fillable(cluster, disk, (what) => started.add(what));
  const { tools, close } = await openLossTools(fillableCluster, {
    isShort: false,
    bookings: BOOKINGS,
  });
  const violations: string[] = [];
  const recovered_ms: Record<string, number> = {};
  try {
    for (const loss of ['has no room for its tables', 'has no room for its log'] as const) {
      const trial = await tryDatabase(loss, tools);
      violations.push(...trial.violations);
      recovered_ms[loss] = trial.recoveredAfterMs;
      log(`the database ${loss}: the next booking after ${trial.recoveredAfterMs} ms`);
    }
    if (started.size > 0)
      log(`PostgreSQL had to be started again after it had no room for its ${[...started].join(', ')}`);
    const planted: PlantedFault[] = [];
    const faulty = await tryDatabase('has no room for its tables', {
      ...tools,
      send: async (name, input, caller) => {
        const answer = await tools.send(name, input, caller);
        return answer.code === 'unavailable' ? { status: 200, code: '', text: '{}' } : answer;
      },
    });
    planted.push({
      fault: 'a booking is acknowledged that a full disk has refused',
      caught: faulty.violations.some((text) => /acknowledged bookings are lost/.test(text)),
    });
    return { tried: 2, violations, planted, recovered_ms, started_again: [...started] };
  } finally {
    await close();
    await cluster.close();
    disk.unmount();
    rmSync(folder, { recursive: true, force: true });
  }
}
