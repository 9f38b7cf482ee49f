// The road network as the embedded map service sees it: routes, travel times and the nearest street.
import type { LatLng } from '@kerb/domain/geo';
import type { MatchedTrace, RouteDetails, Travel } from './maps.ts';
import type { RoutingOptions } from './routing-lanes.ts';

/** The city to route in: its road graph on this machine and the box its roads lie in, in degrees. */
export interface RoadArea {
  readonly graphFolder: string;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Points further than this from any road are outside the city. */
export const LARGEST_SNAP_METRES = 500;

/** Without options a call waits in the last lane. Errors as MapService's, and `overloaded` when the queue is full: `place_to_coords_error`, `no_route_found`, `google_places_error`. */
export interface RoadRouter {
  /** `great-circle` answers are estimates without roads. */
  readonly kind: 'roads' | 'great-circle';
  /** From now on routes are in this area. */
  use(area: RoadArea): void;
  /** A route through at least two stops, in order. */
  directions(stops: readonly LatLng[], options?: RoutingOptions): Promise<RouteDetails>;
  distanceMatrix(
    starts: readonly LatLng[],
    dests: readonly LatLng[],
    options?: RoutingOptions,
  ): Promise<readonly (readonly (Travel | null)[])[]>;
  /** Places a trace onto the roads; null where this router cannot match, or nothing of the trace is near a road. */
  matchTrace(trace: readonly LatLng[]): Promise<MatchedTrace | null>;
  /** The name of the nearest street ('' when it has none); `place_to_coords_error` outside the city. */
  nearestStreet(at: LatLng, options?: RoutingOptions): Promise<string>;
}

/**
 * Fills a fresh folder with the road graph of a .osm.pbf file. Answers false where no routing program fits
 * this platform.
 */
export type BuildRoadGraph = (pbfPath: string, folder: string) => Promise<boolean>;
