// Renews the locks of running jobs as leases, because the library frees the jobs and queues of a killed server only
// after four hours.
import type { Logger } from '../observe/logger.ts';
import { createSerialLoop } from '../serial-loop.ts';
import type { jobLeasesRepository } from './job-leases.repository.ts';

/** All in ms. */
export interface LeaseTimes {
  /** A lock that was not renewed for so long belongs to a server that ended; its job runs again. */
  readonly leaseMs: number;
  /** Interval at which locks of running jobs are renewed and expired ones are freed. */
  readonly renewMs: number;
}

export interface RenewLeasesDeps {
  leases: ReturnType<typeof jobLeasesRepository>;
  /** Ids of the jobs that run on this server. */
  running: ReadonlySet<string>;
  times: LeaseTimes;
  logger: Pick<Logger, 'warn' | 'error'>;
}

/**
 * Renews the locks of this server's jobs, and frees expired ones: their server ended, or the end of the job could not
 * be stored. After an outage, which may have affected all servers, it waits for one lease time before it frees any, so
 * that other servers can renew theirs.
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
