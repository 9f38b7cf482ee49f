// One server at a time searches for drivers. It has a lease, and what it records is refused once another server has it.
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Queries } from '../../kit/index.ts';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import { type Lease, leasesRepository } from './leases.repository.ts';

/** Another server searches this long after one has died or stopped, at its next run. */
const LEASE_MS = 4 * MS_PER_SECOND;
const RENEW_EVERY_MS = MS_PER_SECOND;

const REGION = 'all';

/** Another server took the lease while this one planned; that one plans the same requests again. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
  constructor() {
    super('Another server has taken over the search for drivers');
  }
}

/** Throws LeaseLostError unless the lease is still held; then it stays so until the transaction ends. */
export async function holdLease(tx: Queries, lease: Lease): Promise<void> {
  if (!(await leasesRepository(tx).hold(lease))) throw new LeaseLostError();
}

export interface SearchLease {
  /** Takes or renews the lease; null while another server has it. */
  take(): Promise<Lease | null>;
  /** Renews it by the clock while this server has it, also between two runs and during one. */
  start(): void;
  /** Releases it, so that another server can search at once. */
  stop(): Promise<void>;
}

/** Each call is another server as far as the lease is concerned. */
export function createSearchLease({
  db,
  ids,
  logger,
  leaseMs = LEASE_MS,
}: Pick<DispatchModuleDeps, 'db' | 'ids' | 'logger'> & { leaseMs?: number }): SearchLease {
  const holder = ids.next();
  const leases = leasesRepository(db);
  let isHeld = false;
  let renewing: NodeJS.Timeout | undefined;

  async function take(): Promise<Lease | null> {
    const lease = await leases.take(REGION, holder, leaseMs);
    isHeld = lease !== null;
    return lease;
  }

  async function renew(): Promise<void> {
    if (!isHeld) return;
    try {
      await take();
    } catch (error) {
      logger.warn({ err: error }, 'The lease of the search for drivers could not be renewed');
    }
  }

  return {
    take,
    start() {
      renewing = setInterval(() => void renew(), RENEW_EVERY_MS);
      renewing.unref();
    },
    async stop() {
      clearInterval(renewing);
      isHeld = false;
      await leases.release(REGION, holder);
    },
  };
}
