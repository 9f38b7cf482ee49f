// React hook that loads the cars around the pickup, and refreshes them while the page is visible.
import type { RouteAnswer, Routes } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';

export type Nearby = RouteAnswer<Routes['nearbyDrivers']>;

const refreshMs = 5_000;

/** `around` null loads nothing. The last result stays while a refresh fails. */
export function useNearby(around: LatLng | null): Nearby | null {
  const [nearby, setNearby] = useState<Nearby | null>(null);
  const lat = around?.lat ?? null;
  const lng = around?.lng ?? null;

  useEffect(() => {
    if (lat === null || lng === null) return setNearby(null);
    const running = new AbortController();
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const answer = await client.nearbyDrivers(
          { query: { lat: String(lat), lng: String(lng) } },
          { signal: running.signal },
        );
        if (!running.signal.aborted) setNearby(answer);
      } catch {
        // Ignored: the old result stays, and the server checks availability again when booking.
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
