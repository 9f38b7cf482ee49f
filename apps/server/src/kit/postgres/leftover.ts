// Cleans up after a killed run: stops a PostgreSQL that still runs, and removes a stale pid file.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf, isAlive, waitForExit } from '../process-info.ts';
import { StartError } from '../start-error.ts';

export type Leftover = 'none' | 'stale-note' | 'stopped';

function postmasterPid(dataFolder: string): number | null {
  const file = join(dataFolder, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  // A single-user backend writes its process id negated.
  return Number.isInteger(pid) && pid !== 0 ? Math.abs(pid) : 0;
}

/** When it resolves, PostgreSQL can be started safely on the folder. */
export async function clearLeftover(dataFolder: string): Promise<Leftover> {
  const pid = postmasterPid(dataFolder);
  if (pid === null) return 'none';
  const isOurs = pid > 0 && isAlive(pid) && commandOf(pid).includes(dataFolder);
  if (isOurs) {
    // SIGINT requests PostgreSQL's fast shutdown, which ends the sessions, writes all data and stops.
    process.kill(pid, 'SIGINT');
    if (!(await waitForExit(pid, 20_000))) {
      process.kill(pid, 'SIGQUIT');
      if (!(await waitForExit(pid, 10_000)))
        throw new StartError(
          `An earlier PostgreSQL (process ${pid}) still uses ${dataFolder} and does not stop.`,
        );
    }
    return 'stopped';
  }
  rmSync(join(dataFolder, 'postmaster.pid'), { force: true });
  return 'stale-note';
}
