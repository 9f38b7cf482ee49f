// Converts the candidates of an offer round to GeoJSON, with position, group and minutes to the pickup.
import type { LatLng } from '@kerb/domain/geo';
import type { Collection } from './features.ts';

/** `eligible`: could have received an offer, but the policy preferred others. */
export type CandidateGroup = 'asked' | 'eligible' | 'ineligible';

export interface CandidateOnMap {
  readonly driver: string;
  readonly group: CandidateGroup;
  readonly position: LatLng;
  /** Minutes to the pickup in words; empty when unknown. */
  readonly label: string;
}

interface CandidateFeature {
  type: 'Feature';
  properties: { id: string; group: CandidateGroup; label: string; chosen: boolean; rank: number };
  geometry: { type: 'Point'; coordinates: [number, number] };
}

/** Later ones are drawn over earlier ones. */
const order: readonly CandidateGroup[] = ['ineligible', 'eligible', 'asked'];

export const groupOf = ({ asked, gate }: { asked: boolean; gate: string | null }): CandidateGroup => {
  if (asked) return 'asked';
  return gate === null ? 'eligible' : 'ineligible';
};

/** `chosen`: the driver to highlight, drawn over all others. */
export function candidateFeatures(
  candidates: readonly CandidateOnMap[],
  chosen: string | null,
): Collection<CandidateFeature> {
  const features = candidates.map(({ driver, group, position, label }): CandidateFeature => {
    const isChosen = driver === chosen;
    const rank = isChosen ? order.length : order.indexOf(group);
    return {
      type: 'Feature',
      properties: { id: driver, group, label, chosen: isChosen, rank },
      geometry: { type: 'Point', coordinates: [position.lng, position.lat] },
    };
  });
  return { type: 'FeatureCollection', features };
}
