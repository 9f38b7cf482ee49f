// Map layer for the pickups of requests that need attention: circles in the colour of their group, the selected one
// ringed.
import type { LatLng } from '@kerb/domain/geo';
import type { ExpressionSpecification, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useMemo } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import { useShownScheme } from '../ui/preferences.tsx';
import type { Collection } from './features.ts';
import { idNear } from './id-near.ts';

const layerId = 'requests';

export interface RequestOnMap {
  readonly id: string;
  readonly state: 'unassigned' | 'late' | 'at_risk';
  readonly place: LatLng;
}

interface RequestFeature {
  type: 'Feature';
  properties: { id: string; state: RequestOnMap['state']; chosen: boolean };
  geometry: { type: 'Point'; coordinates: [number, number] };
}

export function requestFeatures(
  requests: readonly RequestOnMap[],
  chosen: string | null,
): Collection<RequestFeature> {
  return {
    type: 'FeatureCollection',
    features: requests.map(({ id, state, place }) => ({
      type: 'Feature',
      properties: { id, state, chosen: id === chosen },
      geometry: { type: 'Point', coordinates: [place.lng, place.lat] },
    })),
  };
}

interface RequestsLayerProps {
  readonly requests: readonly RequestOnMap[];
  readonly chosen: string | null;
  readonly onPick: (booking: string) => void;
}

export function RequestsLayer({ requests, chosen, onPick }: RequestsLayerProps) {
  const { current: map } = useMap();
  const isDark = useShownScheme() === 'dark';
  const data = useMemo(() => requestFeatures(requests, chosen), [requests, chosen]);
  const ink = isDark ? '#F4F5F7' : '#14171F';
  const colour: ExpressionSpecification = [
    'match',
    ['get', 'state'],
    'late',
    isDark ? '#FF7A70' : '#D92D20',
    'at_risk',
    isDark ? '#FFB86B' : '#B54708',
    '#FFC400',
  ];

  useEffect(() => {
    if (!map) return;
    const pick = (event: MapMouseEvent) => {
      const booking = idNear(map, event, layerId);
      if (booking !== null) onPick(booking);
    };
    map.on('click', pick);
    return () => {
      map.off('click', pick);
    };
  }, [map, onPick]);

  return (
    <Source id={layerId} type="geojson" data={data}>
      <Layer
        id={layerId}
        type="circle"
        paint={{
          'circle-color': colour,
          'circle-radius': ['case', ['get', 'chosen'], 11, 8],
          'circle-stroke-color': ink,
          'circle-stroke-width': ['case', ['get', 'chosen'], 4, 2],
        }}
      />
    </Source>
  );
}
