// Configures the WAL archive of Kerb's own PostgreSQL: each WAL segment is copied to a folder, so that a backup can be
// restored to any later moment.
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { findBinaries } from './binaries.ts';
import { chooseRunAs, giveTo } from './run-as.ts';

/**
 * Time after which a segment is archived even if it is not full, seconds: the maximum loss when the machine is lost.
 */
const ARCHIVE_TIMEOUT_S = 60;

/** The archive commands run in a shell, so only paths that need no quoting are accepted. */
const PLAIN_PATH = /^\/[\w./-]+$/;

function requirePlainPath(folder: string): void {
  if (!PLAIN_PATH.test(folder))
    throw new StartError(
      `The folder of the WAL archive is an absolute path of letters, digits, dots, hyphens and underscores, not ${folder}.`,
    );
}

/** File in the archive and in the data folder that shows that they belong together. Backups do not contain it. */
const IDENTITY = 'wal-archive.id';

/**
 * Throws StartError when the archive belongs to another data folder: a restored copy writes segments with the same
 * names and different content, so it needs its own archive.
 */
function requireOwnArchive(folder: string, dataFolder: string): void {
  const inArchive = join(folder, IDENTITY);
  const own = join(dataFolder, IDENTITY);
  const read = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null);
  const archived = read(inArchive);
  if (archived !== null && archived === read(own)) return;
  if (readdirSync(folder).length > 0)
    throw new StartError(
      `${folder} has the WAL of another installation, or of the one that this was restored from. Set KERB_WAL_ARCHIVE to an empty folder, and make a backup.`,
    );
  const identity = randomUUID();
  writeFileSync(own, `${identity}\n`);
  writeFileSync(inArchive, `${identity}\n`);
}

/** Name of the newest segment in the archive; null when it is empty. */
export function newestSegment(folder: string): string | null {
  const segments = readdirSync(folder).filter((name) => /^[0-9A-F]{24}$/.test(name));
  return segments.sort().at(-1) ?? null;
}

/**
 * PostgreSQL settings that archive the cluster into the folder, which is created when missing. Throws StartError when
 * the folder cannot be used.
 */
export function archiveSettings(folder: string, dataFolder: string): Record<string, string> {
  requirePlainPath(folder);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new StartError(`The folder of the WAL archive, ${folder}, cannot be written.`, { cause: error });
  }
  requireOwnArchive(folder, dataFolder);
  // PostgreSQL writes to the folder under its own account.
  giveTo(folder, chooseRunAs(findBinaries().postgres, dataFolder).owner);
  const file = `${folder}/%f`;
  return {
    archive_mode: 'on',
    archive_timeout: String(ARCHIVE_TIMEOUT_S),
    // A segment whose copy was interrupted by a crash is archived again; one with different content is never
    // overwritten.
    archive_command: `if test -f ${file}; then cmp -s %p ${file}; else cp %p ${file}.part && sync ${file}.part && mv ${file}.part ${file}; fi`,
  };
}

/** PostgreSQL's settings do not accept the T of ISO 8601. */
const postgresTime = (moment: Date): string => moment.toISOString().replace('T', ' ').replace('Z', '+00');

/**
 * PostgreSQL settings that read the archive during recovery; `until` is the moment to recover to (undefined: the end of
 * the archive).
 */
export function recoverySettings(
  folder: string,
  dataFolder: string,
  until: Date | undefined,
): Record<string, string> {
  requirePlainPath(folder);
  giveTo(folder, chooseRunAs(findBinaries().postgres, dataFolder).owner);
  return {
    restore_command: `cp ${folder}/%f %p`,
    recovery_target_action: 'promote',
    ...(until === undefined ? {} : { recovery_target_time: postgresTime(until) }),
  };
}
