// Map layer for recent demand: circles sized by the number of requests, redder where more of them were lost.
import type { ExpressionSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { useFormat } from '../lib/use-format.ts';
import { useShownScheme } from '../ui/preferences.tsx';
import { type DemandPlace, demandFeatures } from './fleet-plan.ts';

/** Mount it before the cars, even when empty, because the order of mounting determines the order of the layers. */
export function DemandLayer({ places }: { places: readonly DemandPlace[] }) {
  const { number } = useFormat();
  const isDark = useShownScheme() === 'dark';
  const data = useMemo(() => demandFeatures(places, number), [places, number]);
  const { taken, lost } = isDark
    ? { taken: '#B39DFF', lost: '#FF7A70' }
    : { taken: '#5B3FD6', lost: '#D92D20' };
  const colour: ExpressionSpecification = ['interpolate', ['linear'], ['get', 'share'], 0, taken, 1, lost];
  return (
    <Source id="demand" type="geojson" data={data}>
      <Layer
        id="demand"
        type="circle"
        paint={{
          'circle-color': colour,
          'circle-opacity': 0.3,
          'circle-stroke-color': colour,
          'circle-stroke-width': 1.5,
          'circle-radius': ['interpolate', ['linear'], ['sqrt', ['get', 'asked']], 1, 12, 10, 44],
        }}
      />
      <Layer
        id="demand-counts"
        type="symbol"
        minzoom={11}
        layout={{ 'text-field': ['get', 'label'], 'text-font': ['Inter SemiBold'], 'text-size': 12 }}
        paint={{
          'text-color': isDark ? '#FFFFFF' : '#14171F',
          'text-halo-color': isDark ? '#14171F' : '#FFFFFF',
          'text-halo-width': 1.2,
        }}
      />
    </Source>
  );
}
