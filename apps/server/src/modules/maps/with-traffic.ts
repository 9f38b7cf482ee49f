// Decorates a map service: multiplies the free-flow times of routes, matrices and arrival times by the expected
// traffic.
import type { MapService, TimedMapService, TimedTravel, Travel } from '../../ports/maps.ts';
import type { TrafficFactors } from './maps.ports.ts';

const timed = (travel: Travel, factor: number): TimedTravel => ({
  distance_in_km: travel.distance_in_km,
  time_in_secs: travel.time_in_secs * factor,
  free_flow_secs: travel.time_in_secs,
});

/** One factor for a whole route, by its length, so that the times of its legs and maneuvers still add up. */
export function withTraffic(service: MapService, traffic: TrafficFactors): TimedMapService {
  const timedByLength = (travel: Travel | null, factorOf: (distance_km: number) => number) =>
    travel && timed(travel, factorOf(travel.distance_in_km));
  return {
    ...service,
    async directions(start, dest, waypoints, options) {
      const [route, factorOf] = await Promise.all([
        service.directions(start, dest, waypoints, options),
        traffic.at(options?.departAt),
      ]);
      const factor = factorOf(route.distance_in_km);
      return {
        ...timed(route, factor),
        polylinePoints: route.polylinePoints,
        legs: route.legs.map((leg) => timed(leg, factor)),
        maneuvers: route.maneuvers.map((maneuver) => ({
          ...maneuver,
          time_in_secs: maneuver.time_in_secs * factor,
        })),
      };
    },
    async distanceMatrix(starts, dests, options) {
      const [rows, factorOf] = await Promise.all([
        service.distanceMatrix(starts, dests, options),
        traffic.at(options?.departAt),
      ]);
      return rows.map((row) => row.map((travel) => timedByLength(travel, factorOf)));
    },
    async arrivalTimes(starts, dest, options) {
      const [travels, factorOf] = await Promise.all([
        service.arrivalTimes(starts, dest, options),
        traffic.at(options?.departAt),
      ]);
      return travels.map((travel) => timedByLength(travel, factorOf));
    },
  };
}

/** Free-flow times at any moment. */
export const noTraffic: TrafficFactors = { at: async () => () => 1 };
