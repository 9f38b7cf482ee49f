// How far this phone's clock is from the server's: steps and positions are dated as if it were right.
import { useSyncExternalStore } from 'react';

/** Seconds are cut off in a Date header, and answers take their time: a clock this near is right, ms. */
const rightWithinMs = 5_000;
/** Over a longer way it is not known when the server looked at its clock, ms. */
const surestWithinMs = 4_000;

const storageKey = 'kerb.clock';

function readOffset(): number {
  try {
    const stored = Number(localStorage.getItem(storageKey));
    return Number.isSafeInteger(stored) ? stored : 0;
  } catch {
    return 0;
  }
}

/** Stored over reloads, because a phone that starts without a network cannot measure it. */
function keepOffset(ms: number): void {
  try {
    if (ms === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, String(ms));
  } catch {
    // Private windows may block storage; the next response measures it again.
  }
}

export interface ServerClock {
  /** Added to a time of this phone (ms); 0 while its clock is right, or the offset is unknown. */
  readonly offset: () => number;
  readonly subscribe: (listener: () => void) => () => void;
  /** A response with its Date header, and when it was requested and received by this phone's clock (ms since the epoch). */
  readonly observe: (date: string | null, sentAt: number, receivedAt: number) => void;
}

export function createServerClock(): ServerClock {
  let offset = readOffset();
  const listeners = new Set<() => void>();
  return {
    offset: () => offset,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    observe(date, sentAt, receivedAt) {
      const serverTime = date === null ? Number.NaN : Date.parse(date);
      const took = receivedAt - sentAt;
      // A clock that was set between the two moments says nothing.
      if (Number.isNaN(serverTime) || took < 0 || took > surestWithinMs) return;
      // Half a second is cut off on average, and the server looked at its clock about half way.
      const off = Math.round(serverTime + 500 - (sentAt + took / 2));
      const next = Math.abs(off) <= rightWithinMs ? 0 : off;
      // Small differences from one answer to the next are those of the way: times stay in their order.
      if (next !== 0 && Math.abs(next - offset) <= rightWithinMs) return;
      if (next === offset) return;
      offset = next;
      keepOffset(offset);
      for (const listener of [...listeners]) listener();
    },
  };
}

export const serverClock = createServerClock();

/** Its offset, ms, for what the server gave a time to answer. */
export const useClockOffset = (): number => useSyncExternalStore(serverClock.subscribe, serverClock.offset);

/** As `fetch`, and listens to the server's clock. Of answers that no cache keeps: an old one has an old date. */
export async function fetchWithClock(address: string, init: RequestInit): Promise<Response> {
  const asked = Date.now();
  const response = await fetch(address, { ...init, cache: 'no-store' });
  serverClock.observe(response.headers.get('date'), asked, Date.now());
  return response;
}
