// The locks of running jobs as leases. The library frees the jobs of a killed server after four hours only.
import type { Logger } from '../observe/logger.ts';
import { createSerialLoop } from '../serial-loop.ts';
import type { jobLeasesRepository } from './job-leases.repository.ts';

/** All in ms. */
export interface LeaseTimes {
  /** A job whose lock is older is taken to be of a server that ended, and is run again. */
  readonly leaseMs: number;
  /** How often the locks of running jobs are renewed and those of others are looked at. */
  readonly renewMs: number;
}

export interface RenewLeasesDeps {
  leases: ReturnType<typeof jobLeasesRepository>;
  /** The ids of the jobs that this server runs. */
  running: ReadonlySet<string>;
  times: LeaseTimes;
  logger: Pick<Logger, 'warn' | 'error'>;
}

/**
 * A job that was running on a server that ended, or whose end could not be stored, runs again once its lease is over.
 * After an outage, which all servers may have seen, the others are first given the time to renew theirs.
 */
export function renewLeases({ leases, running, times: { leaseMs, renewMs }, logger }: RenewLeasesDeps) {
  let steadySince = performance.now();
  let renewedAt = steadySince;
  const loop = createSerialLoop(
    async () => {
      if (running.size > 0) await leases.renew([...running]);
      const now = performance.now();
      if (now - renewedAt > 2 * renewMs) steadySince = now;
      renewedAt = now;
      if (now - steadySince < leaseMs) return;
      const released = await leases.release(leaseMs);
      if (released > 0) logger.warn({ released }, 'Jobs of a server that ended are run again');
    },
    (error) => logger.error({ err: error }, 'The leases of jobs were not renewed'),
  );
  loop.wake();
  const timer = setInterval(loop.wake, renewMs);
  return {
    stop(): Promise<void> {
      clearInterval(timer);
      return loop.stop();
    },
  };
}
