// The cars around the pickup and how far the nearest of each type is, refreshed while the page is looked at.
import type { RouteAnswer, Routes } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';

export type Nearby = RouteAnswer<Routes['nearbyDrivers']>;

const refreshMs = 5_000;

/** `around` null asks nothing. The last good answer stays while a refresh fails. */
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
        // Shown as it was: the booking itself asks the server again.
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
