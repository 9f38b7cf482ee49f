// Map layer that shades cells where more riders are expected than drivers are free, below the lines and pins of the
// map.
import type { BusyPlaces } from '@kerb/contract';
import type { ExpressionSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { useShownScheme } from '../ui/preferences.tsx';
import { busyColour, busyOpacities } from './busy-colours.ts';
import { busyFeatures } from './busy-features.ts';
import { useLayerBelow } from './use-layer-below.ts';

const [few, more, many] = busyOpacities;
const opacity: ExpressionSpecification = ['match', ['get', 'level'], 1, few, 2, more, many];

export function BusyLayer({ cells }: Pick<BusyPlaces, 'cells'>) {
  const isDark = useShownScheme() === 'dark';
  const beforeId = useLayerBelow();
  const data = useMemo(() => busyFeatures(cells), [cells]);
  return (
    <Source id="busy" type="geojson" data={data}>
      <Layer
        id="busy-places"
        type="fill"
        beforeId={beforeId}
        paint={{ 'fill-color': busyColour(isDark), 'fill-opacity': opacity }}
      />
    </Source>
  );
}
