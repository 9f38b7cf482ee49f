// React hook for the dispatcher's own position, at which the map starts when it is within the city.
import type { LatLng } from '@kerb/domain/geo';
import { useEffect, useState } from 'react';

/** 'pending' until the user or the browser has decided on the permission. */
export type OwnPlace = LatLng | 'pending' | 'unknown';

export function useOwnPlace(): OwnPlace {
  const [place, setPlace] = useState<OwnPlace>(() => ('geolocation' in navigator ? 'pending' : 'unknown'));
  useEffect(() => {
    if (!('geolocation' in navigator)) return;
    let shown = true;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (shown) setPlace({ lat: coords.latitude, lng: coords.longitude });
      },
      () => {
        if (shown) setPlace('unknown');
      },
      { maximumAge: 300_000, timeout: 10_000 },
    );
    return () => {
      shown = false;
    };
  }, []);
  return place;
}
