// Measures the offset of this phone's clock from the server's, to correct the times of steps and positions.
import { useSyncExternalStore } from 'react';
import { deviceStorage } from '../browser-storage.ts';

/**
 * Offsets up to this, in ms, count as 0: a Date header has whole seconds only, and the latency of a response is
 * unknown.
 */
const rightWithinMs = 5_000;
/**
 * Responses that took longer than this, in ms, are ignored: the time at which the server read its clock is too
 * uncertain.
 */
const maxRoundTripMs = 4_000;

const storageKey = 'kerb.clock';

function readOffset(): number {
  const stored = Number(deviceStorage.read(storageKey));
  return Number.isSafeInteger(stored) ? stored : 0;
}

/** Stored across reloads, because a phone that starts without a network cannot measure the offset. */
function storeOffset(ms: number): void {
  deviceStorage.write(storageKey, ms === 0 ? null : String(ms));
}

export interface ServerClock {
  /** Add it to a time of this phone, in ms; 0 while the clock is right or the offset is unknown. */
  readonly offset: () => number;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Measures the offset from a response's Date header, and the times of request and response by this phone's clock (ms
   * since the epoch).
   */
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
      // A clock that was set during the request gives no valid measurement.
      if (Number.isNaN(serverTime) || took < 0 || took > maxRoundTripMs) return;
      // The Date header is truncated by half a second on average, and the server read its clock about half way through
      // the request.
      const off = Math.round(serverTime + 500 - (sentAt + took / 2));
      const next = Math.abs(off) <= rightWithinMs ? 0 : off;
      // Small differences between responses are network jitter; ignoring them preserves the order of times.
      if (next !== 0 && Math.abs(next - offset) <= rightWithinMs) return;
      if (next === offset) return;
      offset = next;
      storeOffset(offset);
      for (const listener of [...listeners]) listener();
    },
  };
}

export const serverClock = createServerClock();

/** The time by the server's clock, ms since the epoch. */
export const serverNow = (): number => Date.now() + serverClock.offset();

/** React hook that returns the offset in ms, for countdowns to a deadline set by the server. */
export const useClockOffset = (): number => useSyncExternalStore(serverClock.subscribe, serverClock.offset);

/**
 * Like `fetch`, and also measures the server's clock. Bypasses the HTTP cache, because a cached response has an old
 * Date header.
 */
export async function fetchWithClock(address: string, init: RequestInit): Promise<Response> {
  const asked = Date.now();
  const response = await fetch(address, { ...init, cache: 'no-store' });
  serverClock.observe(response.headers.get('date'), asked, Date.now());
  return response;
}
