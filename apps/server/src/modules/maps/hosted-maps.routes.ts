// The hosted map functions of the specification (§7), by their names and payloads, over the same map service.
import { routes } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { type BoundRoute, route } from '../../kit/http/route.ts';
import type { MapService, Travel } from '../../ports/maps.ts';
import { latLngOf, latLngsOf } from './coordinates.ts';
import { presentDirections, presentSuggestion } from './maps.presenter.ts';

const SUGGESTIONS = 6;

export function hostedMapsRoutes(
  service: MapService,
  country: () => Promise<string | undefined>,
): BoundRoute[] {
  return [
    route(routes.hostedAutocomplete, async ({ body }) => {
      const where = body.country ?? (await country());
      const found = await service.autocomplete(body.searchKeyword, { limit: SUGGESTIONS, country: where });
      return { searchResults: found.map(presentSuggestion) };
    }),
    route(routes.hostedPlaceCoords, async ({ body }) => {
      const { coords } = await service.coordsOf(body.place_id);
      return { coords };
    }),
    route(routes.hostedDistanceMatrix, async ({ body }) => {
      const rows = await service.distanceMatrix(latLngsOf(body.start), latLngsOf(body.dest));
      return rows.flat().map(presentTravel);
    }),
    route(routes.hostedReverse, async ({ body }) => ({
      address: await service.reverse(latLngOf(body.latlng)),
    })),
    route(routes.hostedDirections, async ({ body }) =>
      presentDirections(
        await service.directions(pointOf(body.start), pointOf(body.dest), latLngsOf(body.waypoints ?? '')),
      ),
    ),
  ];
}

const pointOf = (point: string | LatLng): LatLng => (typeof point === 'string' ? latLngOf(point) : point);

/** One entry for each pair of start and destination, start by start. */
function presentTravel(travel: Travel | null) {
  if (!travel) return { found: false, distance_in_km: 0, time_in_secs: 0, timein_text: '' };
  const { distance_in_km, time_in_secs } = travel;
  return { found: true, distance_in_km, time_in_secs, timein_text: `${Math.round(time_in_secs / 60)} min` };
}
