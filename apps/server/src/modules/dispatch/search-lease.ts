// Lease that lets one server at a time search for drivers; a server that lost the lease can no longer write results.
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Queries } from '../../kit/index.ts';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import { type Lease, leasesRepository } from './leases.repository.ts';
import { createSearchShare, type SearchShare } from './search-share.ts';

/** Duration of a lease, ms; when its holder has died, another server searches at its first run after this time. */
const LEASE_MS = 4 * MS_PER_SECOND;
const RENEW_EVERY_MS = MS_PER_SECOND;

const REGION = 'all';

/** Thrown when another server took the lease while this one planned. That server plans the same requests again. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
  constructor() {
    super('Another server has taken over the search for drivers');
  }
}

/** Locks the lease until the transaction ends; throws LeaseLostError when another server has taken it. */
export async function lockLease(tx: Queries, lease: Lease): Promise<void> {
  if (!(await leasesRepository(tx).lock(lease))) throw new LeaseLostError();
}

export interface SearchLease {
  /**
   * Takes or renews the lease; resolves to null while another server holds it. A server without leases of other cities
   * takes a free lease at once; a server that holds some waits first.
   */
  take(): Promise<Lease | null>;
  /** Starts a timer that renews the lease while this server holds it, independently of runs. */
  start(): void;
  /** Stops the timer and releases the lease, so that another server can search at once. */
  stop(): Promise<void>;
}

interface SearchLeaseDeps extends Pick<DispatchModuleDeps, 'db' | 'ids' | 'logger'> {
  share?: SearchShare;
  leaseMs?: number;
}

/** Creates a lease holder with a new id, so that two holders in one process compete like two servers. */
export function createSearchLease({
  db,
  ids,
  logger,
  share = createSearchShare(),
  leaseMs = LEASE_MS,
}: SearchLeaseDeps): SearchLease {
  const holder = ids.next();
  const leases = leasesRepository(db);
  /**
   * Time at which the lease expires, in ms of performance.now(). Counted from before the query, so that it is not later
   * than the expiry in the database.
   */
  let heldUntil = 0;
  /** Whether the last query of the lease found that this server holds it. */
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
        // One renewal at a time: they would accumulate while the database does not respond.
        if (isHolder && renewal === null)
          renewal = renew().finally(() => {
            renewal = null;
          });
      }, RENEW_EVERY_MS);
      renewing.unref();
    },
    async stop() {
      clearInterval(renewing);
      // A renewal that is still running would take the lease again after its release.
      await renewal;
      isHolder = false;
      heldUntil = 0;
      leaveShare();
      await leases.release(REGION, holder);
    },
  };
}
