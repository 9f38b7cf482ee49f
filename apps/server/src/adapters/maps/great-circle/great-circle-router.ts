// Estimates routes without roads, for platforms without routing programs; every answer is labelled great-circle.
import { distanceKm, encodePolyline, type LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { Travel } from '../../../ports/maps.ts';
import type { RoadArea, RoadRouter } from '../../../ports/roads.ts';

/** Streets are about a third longer than the straight line, and city traffic averages about 24 km/h. */
const DETOUR = 1.35;
const SECONDS_PER_KM = 150;

export function createGreatCircleRouter(): RoadRouter {
  let area: RoadArea | undefined;
  const inside = ({ lat, lng }: LatLng): void => {
    const isInside = area && lat >= area.south && lat <= area.north && lng >= area.west && lng <= area.east;
    if (!isInside) throw new DomainError('place_to_coords_error');
  };
  return {
    kind: 'great-circle',
    use(next) {
      area = next;
    },
    async directions(stops) {
      stops.forEach(inside);
      const legs = stops.slice(1).map((stop, i) => estimate(stops[i] ?? stop, stop));
      return {
        distance_in_km: legs.reduce((sum, leg) => sum + leg.distance_in_km, 0),
        time_in_secs: legs.reduce((sum, leg) => sum + leg.time_in_secs, 0),
        polylinePoints: encodePolyline(stops, 5),
        legs,
        maneuvers: [],
      };
    },
    async distanceMatrix(starts, dests) {
      [...starts, ...dests].forEach(inside);
      return starts.map((start) => dests.map((dest) => estimate(start, dest)));
    },
    async matchTrace() {
      return null;
    },
    async nearestStreet(at) {
      inside(at);
      return '';
    },
  };
}

function estimate(from: LatLng, to: LatLng): Travel {
  const km = distanceKm(from, to) * DETOUR;
  return { distance_in_km: Number(km.toFixed(3)), time_in_secs: Math.round(km * SECONDS_PER_KM) };
}
