// React hook that loads the cars around the pickup, and refreshes them while the page is visible.
import type { RouteAnswer, Routes } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';

export type Nearby = RouteAnswer<Routes['nearbyDrivers']>;

const refreshMs = 5_000;
/** Age in ms after which an answer is dropped, such as after three failed refreshes. */
const maxAgeMs = 15_000;

/**
 * `around` null loads nothing. Null until the cars around the current point are known, and again when the last answer is
 * too old; the server then decides about availability.
 */
export function useNearby(around: LatLng | null): Nearby | null {
  const [nearby, setNearby] = useState<Nearby | null>(null);
  const lat = around?.lat ?? null;
  const lng = around?.lng ?? null;

  useEffect(() => {
    // The cars around the previous point say nothing about this one.
    setNearby(null);
    if (lat === null || lng === null) return;
    const running = new AbortController();
    let answeredAt = Date.now();
    const ask = async () => {
      if (Date.now() - answeredAt >= maxAgeMs) setNearby(null);
      if (document.visibilityState !== 'visible') return;
      try {
        const answer = await client.nearbyDrivers(
          { query: { lat: String(lat), lng: String(lng) } },
          { signal: running.signal },
        );
        if (running.signal.aborted) return;
        answeredAt = Date.now();
        setNearby(answer);
      } catch {
        // Ignored: the last answer stays until it is too old.
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), refreshMs);
    return () => {
      clearInterval(timer);
      running.abort();
    };
  }, [lat, lng]);

  return nearby;
}
