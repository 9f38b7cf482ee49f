// Converts cells of a city to GeoJSON polygons.
import type { CellBounds } from '@kerb/domain/dispatch';
import type { Collection } from './features.ts';

interface CellFeature<Properties> {
  type: 'Feature';
  properties: Properties;
  geometry: { type: 'Polygon'; coordinates: [number, number][][] };
}

export function cellPolygons<Cell extends CellBounds, Properties>(
  cells: readonly Cell[],
  propertiesOf: (cell: Cell) => Properties,
): Collection<CellFeature<Properties>> {
  const features = cells.map((cell): CellFeature<Properties> => {
    const { south, west, north, east } = cell;
    const corners: [number, number][] = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    return {
      type: 'Feature',
      properties: propertiesOf(cell),
      geometry: { type: 'Polygon', coordinates: [corners] },
    };
  });
  return { type: 'FeatureCollection', features };
}
