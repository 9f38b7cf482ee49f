// Spreads the leases of several cities over the servers: a server waits before it takes a free one, for each that it has.
import { setTimeout as pause } from 'node:timers/promises';
import { atMost } from '../../kit/at-most.ts';

/** For each lease that this server has; longer than another server needs to take one. */
const WAIT_FOR_EACH_MS = 200;
/** However many it has: a city waits no longer for a search. */
const WAIT_AT_MOST_MS = 2_000;
/** The database of one city that does not answer holds no other city up for longer. */
const ONE_BY_ONE_MS = 500;

/** One for each server program, shared by its cities. */
export interface SearchShare {
  /** Counts a lease while `isHeld`; returns what ends that. */
  join(isHeld: () => boolean): () => void;
  /** How many leases this server has. */
  held(): number;
  /** Calls `take` for a lease that is free once servers with fewer leases had time to take it; one call at a time. */
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

  /** Resolves when enough time has passed for the leases that this server has by then. */
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
        // Another city's lease may have been taken meanwhile.
        await untilTurn(begun);
        return await take();
      } finally {
        end();
      }
    },
  };
}
