// Map layer for the candidates of an offer round: filled circles with an offer, rings without one, small dots when not
// eligible.
import type { ExpressionSpecification, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useMemo } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import { useShownScheme } from '../ui/preferences.tsx';
import { candidateColours } from './candidate-colours.ts';
import { type CandidateOnMap, candidateFeatures } from './candidate-features.ts';
import { idNear } from './id-near.ts';

const layerId = 'candidates';

interface CandidatesLayerProps {
  readonly candidates: readonly CandidateOnMap[];
  readonly chosen: string | null;
  /** Called with the driver's id after a click on a candidate, or with null after a click elsewhere. */
  readonly onPick: (driver: string | null) => void;
}

export function CandidatesLayer({ candidates, chosen, onPick }: CandidatesLayerProps) {
  const { current: map } = useMap();
  const isDark = useShownScheme() === 'dark';
  const data = useMemo(() => candidateFeatures(candidates, chosen), [candidates, chosen]);
  const { asked, eligible, ineligible } = candidateColours(isDark);
  const ink = isDark ? '#F4F5F7' : '#14171F';
  const paper = isDark ? '#14171F' : '#FFFFFF';
  const ofGroup: ExpressionSpecification = [
    'match',
    ['get', 'group'],
    'asked',
    asked,
    'eligible',
    eligible,
    ineligible,
  ];

  useEffect(() => {
    if (!map) return;
    const pick = (event: MapMouseEvent) => onPick(idNear(map, event, layerId));
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
        layout={{ 'circle-sort-key': ['get', 'rank'] }}
        paint={{
          'circle-color': ['match', ['get', 'group'], 'eligible', paper, ofGroup],
          'circle-radius': ['case', ['get', 'chosen'], 12, ['match', ['get', 'group'], 'ineligible', 5, 8]],
          'circle-stroke-color': [
            'case',
            ['get', 'chosen'],
            ink,
            ['match', ['get', 'group'], 'eligible', eligible, paper],
          ],
          'circle-stroke-width': [
            'case',
            ['get', 'chosen'],
            4,
            ['match', ['get', 'group'], 'eligible', 3, 2],
          ],
        }}
      />
      <Layer
        id="candidate-labels"
        type="symbol"
        layout={{
          'text-field': ['get', 'label'],
          'text-font': ['Inter SemiBold'],
          'text-size': 12,
          'text-offset': [0, 1.3],
          'text-anchor': 'top',
          'text-optional': true,
          'symbol-sort-key': ['-', 0, ['get', 'rank']],
        }}
        paint={{ 'text-color': ink, 'text-halo-color': paper, 'text-halo-width': 1.6 }}
      />
    </Source>
  );
}
