// Moves the map to a point whenever `point` changes.
import type { LatLng } from '@kerb/domain/geo';
import { useEffect } from 'react';
import { useMap } from 'react-map-gl/maplibre';

/** Close enough to distinguish streets. */
const closeZoom = 14;

export function Focus({ point }: { point: LatLng | null }) {
  const { current: map } = useMap();
  useEffect(() => {
    if (!map || !point) return;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    map.easeTo({
      center: [point.lng, point.lat],
      zoom: Math.max(map.getZoom(), closeZoom),
      duration: calm ? 0 : 700,
    });
  }, [map, point]);
  return null;
}
