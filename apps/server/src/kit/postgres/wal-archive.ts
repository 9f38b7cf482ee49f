// The archive of Kerb's own PostgreSQL: each WAL segment is copied to a folder, so that a backup can be brought forward to
// any later moment.
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

/** A segment is archived after so long although it is not full: at most this much is lost with the machine. */
const ARCHIVE_TIMEOUT_S = 60;

/** The commands run in a shell: only names that need no quoting are accepted. */
const PLAIN_PATH = /^\/[\w./-]+$/;

function requirePlainPath(folder: string): void {
  if (!PLAIN_PATH.test(folder))
    throw new StartError(
      `The folder of the WAL archive is an absolute path of letters, digits, dots, hyphens and underscores, not ${folder}.`,
    );
}

/** In the archive and in the data folder: which of them belong together. A backup does not contain it. */
const IDENTITY = 'wal-archive.id';

/**
 * A restored copy goes on with segments of the same names and other content: it needs an archive of its own. Throws
 * StartError for the archive of another data folder.
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

/** The newest segment in the archive; null for an empty one. */
export function newestSegment(folder: string): string | null {
  const segments = readdirSync(folder).filter((name) => /^[0-9A-F]{24}$/.test(name));
  return segments.sort().at(-1) ?? null;
}

/**
 * Settings that archive the cluster of the data folder into the folder, which is made when missing. Throws StartError
 * when it cannot be used.
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
  // PostgreSQL writes it, under its own account.
  giveTo(folder, chooseRunAs(findBinaries().postgres, dataFolder).owner);
  const file = `${folder}/%f`;
  return {
    archive_mode: 'on',
    archive_timeout: String(ARCHIVE_TIMEOUT_S),
    // A segment that a crash interrupted is archived again; one with other content is never replaced.
    archive_command: `if test -f ${file}; then cmp -s %p ${file}; else cp %p ${file}.part && sync ${file}.part && mv ${file}.part ${file}; fi`,
  };
}

/** PostgreSQL does not read the T of ISO 8601 in its settings. */
const postgresTime = (moment: Date): string => moment.toISOString().replace('T', ' ').replace('Z', '+00');

/**
 * Settings that read the archive while the cluster of the data folder recovers; `until` is the moment to recover to, the
 * end of the archive when undefined.
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
