// Converts routes and cars to GeoJSON for the map.
import { decodePolyline, type LatLng } from '@kerb/domain/geo';
import { type CarMotions, poseAt } from './car-motion.ts';

interface LineFeature {
  type: 'Feature';
  properties: Record<string, never>;
  geometry: { type: 'LineString'; coordinates: [number, number][] };
}
interface CarFeature {
  type: 'Feature';
  properties: { id: string; heading: number; faded: boolean };
  geometry: { type: 'Point'; coordinates: [number, number] };
}
export interface Collection<Feature> {
  type: 'FeatureCollection';
  features: Feature[];
}

/** Decodes a polyline (precision 5); returns an empty list for a missing or invalid one. */
export function pointsOf(polyline: string | null | undefined): LatLng[] {
  if (!polyline) return [];
  try {
    return decodePolyline(polyline);
  } catch {
    return [];
  }
}

export function lineFeatures(points: readonly LatLng[]): Collection<LineFeature> {
  if (points.length < 2) return { type: 'FeatureCollection', features: [] };
  const coordinates = points.map(({ lat, lng }): [number, number] => [lng, lat]);
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } }],
  };
}

export function carFeatures(motions: CarMotions, now: number): Collection<CarFeature> {
  const features = [...motions].map(([id, motion]): CarFeature => {
    const { lat, lng, heading } = poseAt(motion, now);
    return {
      type: 'Feature',
      properties: { id, heading, faded: motion.isFaded },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    };
  });
  return { type: 'FeatureCollection', features };
}
