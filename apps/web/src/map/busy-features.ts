// Busy places as polygons of the map.
import type { BusyPlaces } from '@kerb/contract';
import type { FeatureCollection, Polygon } from 'geojson';

export const busyFeatures = (cells: BusyPlaces['cells']): FeatureCollection<Polygon, { level: number }> => ({
  type: 'FeatureCollection',
  features: cells.map(({ south, west, north, east, level }) => ({
    type: 'Feature',
    properties: { level },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    },
  })),
});
