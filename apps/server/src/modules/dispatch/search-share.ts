// Distributes the leases of several cities over the servers: a server that holds leases waits before it takes another.
import { setTimeout as pause } from 'node:timers/promises';
import { atMost } from '../../kit/at-most.ts';

/** Waiting time for each lease that this server holds, ms; longer than another server needs to take a lease. */
const WAIT_FOR_EACH_MS = 200;
/** Maximum waiting time for any number of leases, ms, so that a city does not stay without a search for longer. */
const WAIT_AT_MOST_MS = 2_000;
/** Maximum time to wait for the previous call, ms: its city's database may not respond. */
const ONE_BY_ONE_MS = 500;

/** Counts the leases of one server process; all its cities use the same instance. */
export interface SearchShare {
  /** Adds a lease, which is counted while `isHeld` returns true. Returns a function that removes it. */
  join(isHeld: () => boolean): () => void;
  /** Number of leases that this server holds. */
  held(): number;
  /** Waits so that servers with fewer leases can take a free lease first, then calls `take`; one call at a time. */
  takeInTurn<Lease>(take: () => Promise<Lease>): Promise<Lease>;
}

export function createSearchShare(): SearchShare {
  const members = new Set<() => boolean>();
  let last: Promise<unknown> = Promise.resolve();

  function held(): number {
    let count = 0;
    for (const isHeld of members) if (isHeld()) count += 1;
    return count;
  }
  const waitMs = (): number => Math.min(WAIT_AT_MOST_MS, held() * WAIT_FOR_EACH_MS);

  /** Resolves when the waiting time since `begun` has passed; it grows if this server takes leases meanwhile. */
  async function untilTurn(begun: number): Promise<void> {
    for (;;) {
      const rest = begun + waitMs() - performance.now();
      if (rest <= 0) return;
      await pause(rest);
    }
  }
  return {
    join(isHeld) {
      members.add(isHeld);
      return () => members.delete(isHeld);
    },
    held,
    async takeInTurn(take) {
      const begun = performance.now();
      await untilTurn(begun);
      const before = last;
      let end: () => void = () => undefined;
      last = new Promise<void>((resolve) => {
        end = resolve;
      });
      try {
        await atMost(ONE_BY_ONE_MS, before);
        // This server may have taken another city's lease meanwhile, which extends the waiting time.
        await untilTurn(begun);
        return await take();
      } finally {
        end();
      }
    },
  };
}
