// Builds small street plans as OpenStreetMap data, for tests of the road graph.
import type { LatLng } from '@kerb/domain/geo';
import type { OsmRoads } from '../osm/build-road-graph.ts';

const origin = { lat: -34.9, lng: -56.2 };
const METRES_PER_DEGREE = 111_195;

/** Returns the place this many metres north and east of the plan's origin. */
export const at = (north: number, east: number): LatLng => ({
  lat: origin.lat + north / METRES_PER_DEGREE,
  lng: origin.lng + east / (METRES_PER_DEGREE * Math.cos((origin.lat * Math.PI) / 180)),
});

export interface PlannedWay {
  /** Names of the places that the street passes. */
  readonly through: readonly string[];
  readonly tags?: Readonly<Record<string, string>>;
}

/** Creates ways at 36 km/h through places given by name, so that ten metres take one second. */
export function streetPlan(
  places: Readonly<Record<string, LatLng>>,
  ways: readonly PlannedWay[],
  signals: readonly string[] = [],
): OsmRoads {
  const ids = new Map(Object.keys(places).map((name, index) => [name, index + 1]));
  const idOf = (name: string): number => ids.get(name) ?? 0;
  const byId = new Map(Object.entries(places).map(([name, place]) => [idOf(name), place]));
  return {
    ways: ways.map(({ through, tags }) => ({
      refs: through.map(idOf),
      tags: { highway: 'residential', maxspeed: '36', name: through.join(' '), ...tags },
    })),
    taggedNodes: signals.map((name) => ({ id: idOf(name), tags: { highway: 'traffic_signals' } })),
    nodes: {
      lngLat(id) {
        const place = byId.get(id);
        return place && [place.lng, place.lat];
      },
    },
  };
}
