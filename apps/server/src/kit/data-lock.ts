// Locks a data folder for one server: a lock file identifies the process, and a lock left by a killed process is
// replaced.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { startMark } from './process-info.ts';
import { StartError } from './start-error.ts';

const noteSchema = z.object({ pid: z.number(), mark: z.string().nullable(), origin: z.string() });
type Note = z.infer<typeof noteSchema>;

export interface DataLock {
  release(): void;
}

function read(file: string): Note | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

const isRunning = ({ pid, mark }: Note): boolean => {
  const now = startMark(pid);
  return now !== null && (mark === null || now === mark);
};

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/** `origin` is shown to the user who starts a second server. Throws StartError while another server uses the folder. */
export function lockData(folder: string, origin: string): DataLock {
  const file = join(folder, 'server.lock');
  const mine = JSON.stringify({ pid: process.pid, mark: startMark(process.pid), origin } satisfies Note);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      writeFileSync(file, mine, { flag: 'wx' });
      return {
        release() {
          if (read(file)?.pid === process.pid) rmSync(file, { force: true });
        },
      };
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
    const holder = read(file);
    if (holder !== null && isRunning(holder))
      throw new StartError(
        `Kerb is already running with this data (process ${holder.pid}, ${holder.origin}). ` +
          'Use that one, stop it first, or set KERB_DATA to another folder.',
      );
    // The holder was killed. The rename uses a name with this process's id, so that only one of two starting servers
    // removes the stale lock.
    const aside = `${file}.${process.pid}`;
    try {
      renameSync(file, aside);
    } catch {
      continue;
    }
    const moved = read(aside);
    // Another process replaced the stale lock in between: restore its lock.
    if (moved !== null && isRunning(moved)) renameSync(aside, file);
    else rmSync(aside, { force: true });
  }
  throw new StartError(`Another Kerb is starting with the data in ${folder}.`);
}
