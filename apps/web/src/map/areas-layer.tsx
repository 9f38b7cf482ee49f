// Map layer that shades the areas of a city by a value, below the lines of the map; the selected area is outlined.
import type { CellBounds } from '@kerb/domain/dispatch';
import type { ExpressionSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { useShownScheme } from '../ui/preferences.tsx';
import { areaColour, areaOpacities } from './area-colours.ts';
import { cellPolygons } from './cell-polygons.ts';
import { useLayerBelow } from './use-layer-below.ts';

export interface ShadedCell extends CellBounds {
  /** Index of the shade, from 0 for the palest; -1 without a value. */
  readonly level: number;
  readonly isChosen: boolean;
}

const [lowest, low, high, highest] = areaOpacities;
const shade: ExpressionSpecification = ['match', ['get', 'level'], 0, lowest, 1, low, 2, high, 3, highest, 0];

export function AreasLayer({ cells }: { cells: readonly ShadedCell[] }) {
  const beforeId = useLayerBelow();
  const colour = areaColour(useShownScheme() === 'dark');
  const data = useMemo(() => cellPolygons(cells, ({ level, isChosen }) => ({ level, isChosen })), [cells]);
  return (
    <Source id="areas" type="geojson" data={data}>
      <Layer
        id="area-shades"
        type="fill"
        beforeId={beforeId}
        paint={{ 'fill-color': colour, 'fill-opacity': shade, 'fill-antialias': false }}
      />
      <Layer
        id="area-outlines"
        type="line"
        beforeId={beforeId}
        paint={{
          'line-color': colour,
          'line-opacity': ['case', ['get', 'isChosen'], 1, ['==', ['get', 'level'], -1], 0.35, 0],
          'line-width': ['case', ['get', 'isChosen'], 2, 1],
        }}
      />
    </Source>
  );
}
