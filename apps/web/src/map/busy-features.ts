// Busy places as polygons of the map.
import type { BusyPlaces } from '@kerb/contract';
import type { Collection } from './features.ts';

interface CellFeature {
  type: 'Feature';
  properties: { level: number };
  geometry: { type: 'Polygon'; coordinates: [number, number][][] };
}

export function busyFeatures(cells: BusyPlaces['cells']): Collection<CellFeature> {
  const features = cells.map(({ south, west, north, east, level }): CellFeature => {
    const corners: [number, number][] = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    return { type: 'Feature', properties: { level }, geometry: { type: 'Polygon', coordinates: [corners] } };
  });
  return { type: 'FeatureCollection', features };
}
