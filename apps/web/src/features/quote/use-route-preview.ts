// React hook that loads the road route of the trip in the form, with its times at the departure, for the map and the
// price preview.
import type { DirectionsView } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';
import type { TripDraft } from './use-trip-draft.ts';

interface RoutePreview {
  readonly route: DirectionsView | null;
  readonly problem: unknown;
}

const pair = (point: LatLng) => `${point.lat},${point.lng}`;
const none: RoutePreview = { route: null, problem: null };

export function useRoutePreview({
  pickup,
  drop,
  waypoints,
  when,
}: Pick<TripDraft, 'pickup' | 'drop' | 'waypoints' | 'when'>): RoutePreview {
  const [preview, setPreview] = useState<RoutePreview>(none);
  const complete = pickup !== null && drop !== null && drop.add !== '';
  const start = complete ? pair(pickup) : '';
  const dest = complete ? pair(drop) : '';
  const stops = waypoints.map(pair).join('|');
  const departAt = when.bookLater && when.tripdate;

  useEffect(() => {
    setPreview(none);
    if (start === '' || start === dest) return;
    const running = new AbortController();
    const query = {
      start,
      dest,
      ...(stops === '' ? {} : { waypoints: stops }),
      ...(departAt ? { departAt } : {}),
    };
    client.mapsDirections({ query }, { signal: running.signal }).then(
      (route) => !running.signal.aborted && setPreview({ route, problem: null }),
      (problem: unknown) => !running.signal.aborted && setPreview({ route: null, problem }),
    );
    return () => running.abort();
  }, [start, dest, stops, departAt]);

  return preview;
}
