// Route handlers for maps: the map service, the tiles and the style.
import { gunzipSync } from 'node:zlib';
import { routes } from '@kerb/contract';
import { departureAhead } from '@kerb/domain/travel-times';
import { PICTURE_POLICY } from '../../kit/http/response-headers.ts';
import { type BoundRoute, route } from '../../kit/http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TimedMapService } from '../../ports/maps.ts';
import type { RoutingOptions } from '../../ports/routing-lanes.ts';
import type { Basemap } from './basemap.ts';
import { latLngOf, latLngsOf } from './coordinates.ts';
import { presentDirections, presentPlace, presentSuggestion, presentTravel } from './maps.presenter.ts';
import { callerOf, type RoutingBudget, type RoutingCall } from './routing-budget.ts';
import type { StillMaps } from './still-maps.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

const preview = (call: RoutingCall): RoutingOptions => ({ lane: 'previews', caller: callerOf(call) });

export function mapsRoutes(
  service: TimedMapService,
  basemap: Basemap,
  stillMaps: StillMaps,
  budget: RoutingBudget,
  clock: Clock,
  country: () => Promise<string | undefined>,
): BoundRoute[] {
  return [
    route(routes.mapsAutocomplete, async ({ query }) => {
      const options = { near: query.near ? latLngOf(query.near) : undefined, limit: query.limit };
      const found = await service.autocomplete(query.q, { ...options, country: await country() });
      return { searchResults: found.map(presentSuggestion) };
    }),
    route(routes.mapsPlace, async ({ params }) => presentPlace(await service.coordsOf(params.place_id))),
    route(routes.mapsReverse, async ({ query, actor, request }) => {
      budget.admitReverse({ actor, request });
      return { address: await service.reverse(latLngOf(query.latlng), preview({ actor, request })) };
    }),
    route(routes.mapsDirections, async ({ query, actor, request }) => {
      const waypoints = latLngsOf(query.waypoints ?? '');
      budget.admitDirections({ actor, request }, waypoints.length);
      const departAt = departureAhead(query.departAt, clock.now()) ?? undefined;
      const options = { ...preview({ actor, request }), departAt };
      return presentDirections(
        await service.directions(latLngOf(query.start), latLngOf(query.dest), waypoints, options),
      );
    }),
    route(routes.mapsMatrix, async ({ body, actor, request }) => {
      budget.admitMatrix({ actor, request }, body.start.length, body.dest.length);
      const options = { lane: 'other', caller: callerOf({ actor, request }) } as const;
      const rows = await service.distanceMatrix(body.start, body.dest, options);
      return { rows: rows.map((row) => row.map((travel) => travel && presentTravel(travel))) };
    }),
    route(routes.mapsTile, async ({ params, request, reply }) => {
      const tile = await basemap.tile(params.z, params.x, Number.parseInt(params.y, 10));
      reply.header('cache-control', `public, max-age=${DAY_SECONDS}`);
      if (!tile) {
        reply.code(204);
        return null;
      }
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return gunzipSync(tile);
      reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
      return tile;
    }),
    route(routes.mapsStyle, async ({ query, request, reply }) => {
      reply.header('cache-control', 'no-cache');
      return basemap.style(query.theme, `${request.protocol}://${request.host}`);
    }),
    route(routes.mapsStill, async ({ query, reply }) => {
      const picture = await stillMaps.picture(query.theme, query.size);
      reply.headers({
        'cache-control': `public, max-age=${HOUR_SECONDS}`,
        'content-security-policy': PICTURE_POLICY,
        'x-content-type-options': 'nosniff',
      });
      return picture;
    }),
    route(routes.mapsGlyphs, async ({ params, reply }) => {
      const glyphs = await basemap.glyphs(params.fontstack, params.range.replace('.pbf', ''));
      reply.header('cache-control', `public, max-age=${30 * DAY_SECONDS}`);
      return glyphs;
    }),
  ];
}
