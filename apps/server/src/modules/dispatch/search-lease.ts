// One server at a time searches for drivers. It has a lease, and what it records is refused once another server has it.
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Queries } from '../../kit/index.ts';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import { type Lease, leasesRepository } from './leases.repository.ts';
import { createSearchShare, type SearchShare } from './search-share.ts';

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
  /**
   * Takes or renews the lease; null while another server has it. A free one is taken at once by a server that has no
   * other city's, and later by those that have some.
   */
  take(): Promise<Lease | null>;
  /** Renews it by the clock while this server has it, also between two runs and during one. */
  start(): void;
  /** Releases it, so that another server can search at once. */
  stop(): Promise<void>;
}

interface SearchLeaseDeps extends Pick<DispatchModuleDeps, 'db' | 'ids' | 'logger'> {
  share?: SearchShare;
  leaseMs?: number;
}

/** Each call is another server as far as the lease is concerned. */
export function createSearchLease({
  db,
  ids,
  logger,
  share = createSearchShare(),
  leaseMs = LEASE_MS,
}: SearchLeaseDeps): SearchLease {
  const holder = ids.next();
  const leases = leasesRepository(db);
  /** By performance.now(): not later than in the database, which counts from the moment of its answer. */
  let heldUntil = 0;
  /** The last answer was that this server has it. */
  let isHolder = false;
  let renewing: NodeJS.Timeout | undefined;
  let renewal: Promise<void> | null = null;
  const isHeld = (): boolean => performance.now() < heldUntil;
  const leaveShare = share.join(isHeld);

  async function takeNow(): Promise<Lease | null> {
    const askedAt = performance.now();
    const lease = await leases.take(REGION, holder, leaseMs);
    isHolder = lease !== null;
    heldUntil = isHolder ? askedAt + leaseMs : 0;
    return lease;
  }

  async function renew(): Promise<void> {
    try {
      await takeNow();
    } catch (error) {
      logger.warn({ err: error }, 'The lease of the search for drivers could not be renewed');
    }
  }

  return {
    async take() {
      if (isHeld()) return takeNow();
      if (await leases.isFree(REGION, holder)) return share.takeInTurn(takeNow);
      isHolder = false;
      return null;
    },
    start() {
      renewing = setInterval(() => {
        // One at a time: a database that does not answer would gather them.
        if (isHolder && renewal === null)
          renewal = renew().finally(() => {
            renewal = null;
          });
      }, RENEW_EVERY_MS);
      renewing.unref();
    },
    async stop() {
      clearInterval(renewing);
      // It would take the lease again after its release.
      await renewal;
      isHolder = false;
      heldUntil = 0;
      leaveShare();
      await leases.release(REGION, holder);
    },
  };
}
