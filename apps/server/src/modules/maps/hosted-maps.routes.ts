// Route handlers for the hosted map functions of the specification (§7), over the same map service.
import { routes } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { type BoundRoute, route } from '../../kit/http/route.ts';
import type { TimedMapService } from '../../ports/maps.ts';
import type { RoutingOptions } from '../../ports/routing-lanes.ts';
import { latLngOf, latLngsOf } from './coordinates.ts';
import { presentDirections, presentPair, presentSuggestion } from './maps.presenter.ts';
import { callerOf, type RoutingBudget, type RoutingCall } from './routing-budget.ts';

const SUGGESTIONS = 6;

const last = (call: RoutingCall): RoutingOptions => ({ lane: 'other', caller: callerOf(call) });

export function hostedMapsRoutes(
  service: TimedMapService,
  budget: RoutingBudget,
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
    route(routes.hostedDistanceMatrix, async ({ body, actor, request }) => {
      const starts = latLngsOf(body.start);
      const dests = latLngsOf(body.dest);
      budget.admitMatrix({ actor, request }, starts.length, dests.length);
      const rows = await service.distanceMatrix(starts, dests, last({ actor, request }));
      return rows.flat().map(presentPair);
    }),
    route(routes.hostedReverse, async ({ body, actor, request }) => {
      budget.admitReverse({ actor, request });
      return { address: await service.reverse(latLngOf(body.latlng), last({ actor, request })) };
    }),
    route(routes.hostedDirections, async ({ body, actor, request }) => {
      const waypoints = latLngsOf(body.waypoints ?? '');
      budget.admitDirections({ actor, request }, waypoints.length);
      const options = last({ actor, request });
      return presentDirections(
        await service.directions(pointOf(body.start), pointOf(body.dest), waypoints, options),
      );
    }),
  ];
}

const pointOf = (point: string | LatLng): LatLng => (typeof point === 'string' ? latLngOf(point) : point);
