// Adapts the map service and the city for modules of higher tiers.
import type { City as CityView } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { MapsApi } from './modules/maps/index.ts';
import type { RoutingLane } from './ports/routing-lanes.ts';

export function mapsForModules(api: MapsApi) {
  const { service } = api;
  return {
    /**
     * The map service for one module: its calls wait in the given lane of the routing engine's queue. `caller` is the
     * requesting user, if there is one. Times include the traffic expected at `departAt` (ms since the epoch; default:
     * now).
     */
    inLane: (lane: RoutingLane) => ({
      directions: (
        start: LatLng,
        dest: LatLng,
        waypoints: readonly LatLng[] = [],
        options: { caller?: string | undefined; departAt?: number } = {},
      ) => service.directions(start, dest, waypoints, { ...options, lane }),
      reverse: (at: LatLng) => service.reverse(at, { lane }),
      matchTrace: service.matchTrace,
      matrix: (starts: readonly LatLng[], dests: readonly LatLng[]) =>
        service.distanceMatrix(starts, dests, { lane }),
      arrivalTimes: (starts: readonly LatLng[], point: LatLng) =>
        service.arrivalTimes(starts, point, { lane }),
      /** Driving time in seconds from each start to the point; null where no road connects them. */
      async secondsTo(starts: readonly LatLng[], point: LatLng): Promise<(number | null)[]> {
        const travels = await service.arrivalTimes(starts, point, { lane });
        return travels.map((travel) => travel?.time_in_secs ?? null);
      },
    }),

    /** The city in the form that clients receive. */
    city(): CityView {
      const { name, center, west, south, east, north } = api.city();
      return { name, center, bounds: [west, south, east, north] };
    },

    /** Throws `place_to_coords_error` for a point outside the city's bounding box. */
    assertInCity({ lat, lng }: LatLng): void {
      const { west, south, east, north } = api.city();
      if (lat < south || lat > north || lng < west || lng > east)
        throw new DomainError('place_to_coords_error');
    },
  };
}
