// Computes routes on the city's roads with Valhalla, in this process (off the event loop) or at VALHALLA_URL.
import { decodePolyline, encodePolyline, type LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { callErrors, type RouteDetails, type RouteManeuver, type Travel } from '../../../ports/maps.ts';
import { MAX_SNAP_METRES, type RoadRouter } from '../../../ports/roads.ts';
import type { RoutingOptions } from '../../../ports/routing-lanes.ts';
import { createRoutingQueue, type RoutingQueue } from '../routing-queue.ts';
import { computeInChunks } from './matrix-chunks.ts';
import type { ValhallaAction, ValhallaEngine } from './valhalla-engine.ts';
import { TURN_PENALTY } from './valhalla-programs.ts';
import { readMatchedTrace, traceAnswer, traceFilters } from './valhalla-trace.ts';

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

const routeAnswer = z.object({
  trip: z.object({
    legs: z.array(
      z.object({
        shape: z.string(),
        summary: z.object({ length: z.number(), time: z.number() }),
        maneuvers: z.array(
          z.object({
            type: z.number(),
            instruction: z.string().optional(),
            length: z.number(),
            time: z.number(),
            begin_shape_index: z.number(),
          }),
        ),
      }),
    ),
  }),
});
type RouteLeg = z.infer<typeof routeAnswer>['trip']['legs'][number];

const cell = z.number().nullable();
const matrixAnswer = z.object({
  sources_to_targets: z.object({ durations: z.array(z.array(cell)), distances: z.array(z.array(cell)) }),
});

const locateAnswer = z.array(
  z.object({
    edges: z
      .array(
        z.object({ distance: z.number(), edge_info: z.object({ names: z.array(z.string()) }).optional() }),
      )
      .nullable(),
  }),
);

/**
 * Names of Valhalla's maneuver types by number, https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/.
 */
const maneuverTypes: readonly string[] = [
  'straight',
  'depart',
  'depart',
  'depart',
  'arrive',
  'arrive',
  'arrive',
  'straight',
  'straight',
  'slight-right',
  'right',
  'sharp-right',
  'u-turn',
  'u-turn',
  'sharp-left',
  'left',
  'slight-left',
  'ramp',
  'ramp',
  'ramp',
  'ramp',
  'ramp',
  'straight',
  'slight-right',
  'slight-left',
  'merge',
  'roundabout',
  'roundabout',
  'ferry',
  'ferry',
];
const MERGES = [37, 38];

const CACHED_ROUTES = 500;

const defaultRouting: RoutingOptions = { lane: 'other' };

export function createValhallaRouter(
  engine: ValhallaEngine,
  queue: RoutingQueue = createRoutingQueue(),
): RoadRouter {
  const ask: CallEngine = (options = defaultRouting, action, query, callError) =>
    queue.run(options, () => callEngine(engine, action, query, callError));
  // Safe to cache, because the graph does not change while a city is in use.
  const routes = new LRUCache<string, RouteDetails>({ max: CACHED_ROUTES });
  return {
    kind: 'roads',
    use(area) {
      routes.clear();
      engine.use(area.graphFolder);
    },
    async directions(stops, options) {
      const key = stops.map(({ lat, lng }) => `${lat.toFixed(6)},${lng.toFixed(6)}`).join(';');
      const known = routes.get(key);
      if (known) return known;
      const query = {
        locations: stops.map(location),
        ...drive,
        shape_format: 'polyline6',
        language: 'en-US',
      };
      const answer = await ask(options, 'route', query, callErrors.directions);
      const { trip } = read(routeAnswer, answer, callErrors.directions);
      const details = joinLegs(trip.legs);
      routes.set(key, details);
      return details;
    },
    async distanceMatrix(starts, dests, options) {
      if (starts.length === 0 || dests.length === 0) return starts.map(() => []);
      return computeInChunks(starts, dests, (some, others) => matrixOf(ask, some, others, options));
    },
    async matchTrace(trace) {
      if (trace.length < 2) return null;
      const query = {
        shape: trace.map(({ lat, lng }) => ({ lat, lon: lng })),
        ...drive,
        shape_match: 'map_snap',
        trace_options: matchOptions,
        filters: traceFilters,
      };
      const answer = await ask({ lane: 'settlement' }, 'trace_attributes', query, callErrors.matchTrace);
      return readMatchedTrace(read(traceAnswer, answer, callErrors.matchTrace));
    },
    async nearestStreet(at, options) {
      const query = { locations: [location(at)], costing: 'auto', verbose: true };
      const answer = await ask(options, 'locate', query, callErrors.reverse);
      const edges = read(locateAnswer, answer, callErrors.reverse)[0]?.edges ?? [];
      const near = edges.filter(({ distance }) => distance <= MAX_SNAP_METRES);
      if (near.length === 0) throw new DomainError('place_to_coords_error');
      return near.flatMap((edge) => edge.edge_info?.names ?? [])[0] ?? '';
    },
  };
}

/**
 * gps_accuracy and search_radius in metres. Measured on synthetic trips with noise of 5 to 30 m: an assumed accuracy of
 * 40 m gives smaller errors than 10 m, even with little noise.
 */
const matchOptions = { gps_accuracy: 40, search_radius: 100, turn_penalty_factor: TURN_PENALTY } as const;

async function matrixOf(
  ask: CallEngine,
  starts: readonly LatLng[],
  dests: readonly LatLng[],
  options: RoutingOptions | undefined,
): Promise<(Travel | null)[][]> {
  const query = { sources: starts.map(location), targets: dests.map(location), ...drive, verbose: false };
  const answer = await ask(options, 'sources_to_targets', query, callErrors.distanceMatrix);
  const matrix = read(matrixAnswer, answer, callErrors.distanceMatrix).sources_to_targets;
  const { durations, distances } = matrix;
  return starts.map((_, i) => dests.map((_, j) => travel(distances[i]?.[j], durations[i]?.[j])));
}

const drive = { costing: 'auto', units: 'kilometers' } as const;

const location = ({ lat, lng }: LatLng) => ({ lat, lon: lng, search_cutoff: MAX_SNAP_METRES });

function travel(km: number | null | undefined, secs: number | null | undefined): Travel | null {
  if (km === null || km === undefined || secs === null || secs === undefined) return null;
  return { distance_in_km: round(km, 3), time_in_secs: Math.round(secs) };
}

function joinLegs(legs: readonly RouteLeg[]): RouteDetails {
  const points: LatLng[] = [];
  const maneuvers: RouteManeuver[] = [];
  for (const leg of legs) {
    // Each leg begins with the last point of the previous one.
    const offset = Math.max(0, points.length - 1);
    points.push(...decodePolyline(leg.shape, 6).slice(points.length === 0 ? 0 : 1));
    maneuvers.push(...leg.maneuvers.map((maneuver) => present(maneuver, offset)));
  }
  const travels = legs.map(({ summary }) => ({
    distance_in_km: round(summary.length, 3),
    time_in_secs: Math.round(summary.time),
  }));
  return {
    distance_in_km: round(sum(legs.map(({ summary }) => summary.length)), 3),
    time_in_secs: Math.round(sum(legs.map(({ summary }) => summary.time))),
    polylinePoints: encodePolyline(points, 5),
    legs: travels,
    maneuvers,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const present = (maneuver: RouteLeg['maneuvers'][number], offset: number): RouteManeuver => ({
  instruction: maneuver.instruction ?? '',
  type: MERGES.includes(maneuver.type) ? 'merge' : (maneuverTypes[maneuver.type] ?? 'straight'),
  distance_in_km: round(maneuver.length, 3),
  time_in_secs: Math.round(maneuver.time),
  begin: maneuver.begin_shape_index + offset,
});

/** Valhalla's errors are fixed English texts, the same in the library and over HTTP. */
const OUTSIDE = /No suitable edges near location|No data found for location/i;
const NO_WAY = /No path could be found|unconnected regions|exceeds the max distance/i;

type CallEngine = (
  options: RoutingOptions | undefined,
  action: ValhallaAction,
  query: unknown,
  callError: string,
) => Promise<unknown>;

async function callEngine(
  engine: ValhallaEngine,
  action: ValhallaAction,
  query: unknown,
  callError: string,
): Promise<unknown> {
  try {
    return await engine.call(action, query);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (OUTSIDE.test(text)) throw new DomainError('place_to_coords_error');
    if (NO_WAY.test(text)) throw new DomainError('no_route_found', 'No Route Found');
    // The log contains the engine's own error; the client receives only the code.
    throw Object.assign(new DomainError('google_places_error', callError), { cause: error });
  }
}

function read<T>(schema: z.ZodType<T>, answer: unknown, callError: string): T {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new DomainError('google_places_error', callError);
  return parsed.data;
}
