// Limits processes to a share of a core by Linux's control groups (version 1 or 2), which requires root.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PERIOD_US = 20_000;
const REMOVE_ATTEMPTS = 20;
const REMOVE_EVERY_MS = 250;

export interface ProcessorShare {
  /** Share of one core, between 0 and 1; null: no limit. */
  set(share: number | null): void;
  /** Removes the control group; the process runs without a limit again. */
  release(): Promise<void>;
}

interface ControlGroups {
  readonly root: string;
  /** Null: no limit. */
  limit(group: string, quotaUs: number | null): void;
}

const versionOne: ControlGroups = {
  root: '/sys/fs/cgroup/cpu',
  limit(group, quotaUs) {
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quotaUs ?? -1));
  },
};
const versionTwo: ControlGroups = {
  root: '/sys/fs/cgroup',
  limit: (group, quotaUs) => writeFileSync(join(group, 'cpu.max'), `${quotaUs ?? 'max'} ${PERIOD_US}`),
};

function findControlGroups(): ControlGroups {
  if (existsSync(join(versionTwo.root, 'cgroup.controllers'))) return versionTwo;
  if (existsSync(join(versionOne.root, 'cgroup.procs'))) return versionOne;
  throw new Error('The benchmark needs control groups of Linux to hold each server to a share of a core');
}

/** Creates a control group for the process. Throws when this user may not. */
export function createShare(pid: number): ProcessorShare {
  const groups = findControlGroups();
  const group = join(groups.root, `kerb-scale-${pid}`);
  mkdirSync(group, { recursive: true });
  writeFileSync(join(group, 'cgroup.procs'), String(pid));
  return {
    set: (share) => groups.limit(group, share === null ? null : Math.round(PERIOD_US * share)),
    async release() {
      try {
        writeFileSync(join(groups.root, 'cgroup.procs'), String(pid));
      } catch {
        // The process has ended.
      }
      for (let attempt = 1; attempt <= REMOVE_ATTEMPTS; attempt += 1) {
        try {
          rmdirSync(group);
          return;
        } catch (error) {
          if (attempt === REMOVE_ATTEMPTS) throw error;
        }
        await pause(REMOVE_EVERY_MS);
      }
    },
  };
}
