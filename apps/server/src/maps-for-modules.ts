// The map service and the city in the shape in which the modules above ask for them.
import type { City as CityView } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { MapsApi } from './modules/maps/index.ts';

export function mapsForModules(api: MapsApi) {
  const { service } = api;
  return {
    directions: service.directions,
    reverse: service.reverse,
    matrix: service.distanceMatrix,

    /** The city as clients see it. */
    city(): CityView {
      const { name, center, west, south, east, north } = api.city();
      return { name, center, bounds: [west, south, east, north] };
    },

    /** Throws `place_to_coords_error` for a point outside the box of the city. */
    assertInCity({ lat, lng }: LatLng): void {
      const { west, south, east, north } = api.city();
      if (lat < south || lat > north || lng < west || lng > east)
        throw new DomainError('place_to_coords_error');
    },
  };
}
