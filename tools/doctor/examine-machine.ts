// Checks the machine of an installation: Node.js version, disk space, clock, data folder and age of the last backup.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../../apps/server/src/config.ts';
import { workspaceRoot } from '../../apps/server/src/kit/package-root.ts';
import { type LastBackup, readLastBackup } from '../backup/last-backup.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const GIB = 1024 ** 3;
const FEW_BYTES = GIB;
const LITTLE_BYTES = 5 * GIB;
const CLOCK_WITHIN_MS = 3000;
const HOUR_MS = 3_600_000;
/** Maximum age of the last backup: one a day, and two hours for its duration. */
const BACKUP_WITHIN_MS = 26 * HOUR_MS;
const BACKUP_LATE_MS = 7 * 24 * HOUR_MS;

const packageFile = z.object({ engines: z.object({ node: z.string() }) });

/** Returns whether a version such as 20.19.1 is in a range such as "^20.19.0 || >=24.0.0"; supports `^` and `>=`. */
export function isInRange(version: string, range: string): boolean {
  const parts = (text: string): number[] => text.split('.').map(Number);
  const [major = 0, minor = 0] = parts(version);
  return range.split('||').some((one) => {
    const [, kind, from] = /^(\^|>=)(\d+\.\d+)/.exec(one.trim()) ?? [];
    if (from === undefined) return false;
    const [fromMajor = 0, fromMinor = 0] = parts(from);
    const isNewEnough = major > fromMajor || (major === fromMajor && minor >= fromMinor);
    return isNewEnough && (kind === '>=' || major === fromMajor);
  });
}

function examineNode(): Finding {
  const { engines } = packageFile.parse(
    JSON.parse(readFileSync(join(workspaceRoot(), 'package.json'), 'utf8')),
  );
  const version = process.versions.node;
  return isInRange(version, engines.node)
    ? ok('Node.js', version)
    : problem('Node.js', `${version} is not supported`, `Install a version of ${engines.node}.`);
}

/** `free` and `total` in bytes. */
export function judgeDisk(folder: string, free: number, total: number): Finding {
  const found = `${(free / GIB).toFixed(1)} GiB of ${(total / GIB).toFixed(0)} GiB are free for ${folder}`;
  if (free < FEW_BYTES)
    return problem('disk', found, 'Free some space now: a full disk stops the database and every booking.');
  if (free < LITTLE_BYTES)
    return warning('disk', found, 'Free some space, or move KERB_DATA to a larger disk.');
  return ok('disk', found);
}

function examineFolder(folder: string): Finding[] {
  if (!existsSync(folder))
    return [
      problem('data folder', `${folder} does not exist`, 'Set KERB_DATA to the folder of the installation.'),
    ];
  const { bavail, bsize, blocks } = statfsSync(folder);
  const disk = judgeDisk(folder, bavail * bsize, blocks * bsize);
  try {
    accessSync(folder, constants.R_OK | constants.W_OK);
    return [ok('data folder', folder), disk];
  } catch {
    const advice = 'Run this as the user that runs Kerb, or give the folder to that user.';
    return [problem('data folder', `${folder} cannot be written`, advice), disk];
  }
}

/** Returns whether systemd reports a synchronised clock; null where timedatectl is not available. */
function isClockSynchronised(): boolean | null {
  const { status, stdout } = spawnSync('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
    encoding: 'utf8',
    timeout: CLOCK_WITHIN_MS,
  });
  return status === 0 ? stdout.trim() === 'yes' : null;
}

function examineClock(): Finding {
  const isSynchronised = isClockSynchronised();
  const now = new Date().toISOString();
  if (isSynchronised === null)
    return ok('clock', `${now}; this machine does not say whether it is synchronised`);
  return isSynchronised
    ? ok('clock', `${now}, synchronised`)
    : warning(
        'clock',
        `${now} is not synchronised`,
        'Turn on time synchronisation (timedatectl set-ntp true).',
      );
}

export function judgeBackups(last: LastBackup | null, now: number): Finding {
  const name = 'backups';
  const advice = 'Run npm run backup -- --to <folder> every day; docs/operate.md, "Backup and restore".';
  if (last === null) return warning(name, 'no backup has been made with npm run backup', advice);
  const age = now - Date.parse(last.at);
  const found = `the last one is ${Math.round(age / HOUR_MS)} hours old: ${last.folder}`;
  if (!existsSync(join(last.folder, 'manifest.json')))
    return warning(name, `the last one is not in ${last.folder} any more`, advice);
  if (age > BACKUP_LATE_MS) return problem(name, found, advice);
  return age > BACKUP_WITHIN_MS ? warning(name, found, advice) : ok(name, found);
}

export function examineMachine({ dataFolder }: Config): Finding[] {
  return [
    examineNode(),
    examineClock(),
    ...examineFolder(dataFolder),
    judgeBackups(readLastBackup(dataFolder), Date.now()),
  ];
}
