// How far this phone's clock is from the server's: steps and positions are dated as if it were right.
import { useSyncExternalStore } from 'react';

/** Seconds are cut off in a Date header, and answers take their time: a clock this near is right, ms. */
const rightWithinMs = 5_000;
/** Over a longer way it is not known when the server looked at its clock, ms. */
const surestWithinMs = 4_000;

const storageKey = 'kerb.clock';

function keptOffset(): number {
  try {
    const kept = Number(localStorage.getItem(storageKey));
    return Number.isSafeInteger(kept) ? kept : 0;
  } catch {
    return 0;
  }
}

/** Kept over reloads: a phone that starts without a network has nobody to ask. */
function keepOffset(ms: number): void {
  try {
    if (ms === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, String(ms));
  } catch {
    // Private windows may refuse storage; the next answer tells again.
  }
}

export interface ServerClock {
  /** To be added to a moment of this phone (ms); 0 while its clock is right, or nobody has said otherwise. */
  readonly offset: () => number;
  readonly subscribe: (listener: () => void) => () => void;
  /** An answer with its Date header, asked for and come at these moments of this phone (ms since the epoch). */
  readonly heard: (date: string | null, asked: number, come: number) => void;
}

export function createServerClock(): ServerClock {
  let offset = keptOffset();
  const listeners = new Set<() => void>();
  return {
    offset: () => offset,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    heard(date, asked, come) {
      const told = date === null ? Number.NaN : Date.parse(date);
      const took = come - asked;
      // A clock that was set between the two moments says nothing.
      if (Number.isNaN(told) || took < 0 || took > surestWithinMs) return;
      // Half a second is cut off on average, and the server looked at its clock about half way.
      const off = Math.round(told + 500 - (asked + took / 2));
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
  serverClock.heard(response.headers.get('date'), asked, Date.now());
  return response;
}
