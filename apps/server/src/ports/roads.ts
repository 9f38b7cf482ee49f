// Port of the road network for the embedded map service: routes, travel times and the nearest street.
import { type LatLng, MAX_OFF_ROAD_KM } from '@kerb/domain/geo';
import type { MatchedTrace, RouteDetails, Travel } from './maps.ts';
import type { RoutingOptions } from './routing-lanes.ts';

/** The city to route in: its road graph on this machine, and its bounding box in degrees. */
export interface RoadArea {
  readonly graphFolder: string;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Points that are farther from any road are outside the city. */
export const MAX_SNAP_METRES = MAX_OFF_ROAD_KM * 1000;

/**
 * Calls without options wait in the last lane. Throws the errors of MapService: `place_to_coords_error`,
 * `no_route_found`, `google_places_error`, and `overloaded` when the queue is full.
 */
export interface RoadRouter {
  /** Results of `great-circle` are estimates without roads. */
  readonly kind: 'roads' | 'great-circle';
  /** Uses this area for all later calls. */
  use(area: RoadArea): void;
  /** A route through at least two stops, in order. */
  directions(stops: readonly LatLng[], options?: RoutingOptions): Promise<RouteDetails>;
  distanceMatrix(
    starts: readonly LatLng[],
    dests: readonly LatLng[],
    options?: RoutingOptions,
  ): Promise<readonly (readonly (Travel | null)[])[]>;
  /** Matches a trace to the roads; null when this router has no map matching, or no fix is near a road. */
  matchTrace(trace: readonly LatLng[]): Promise<MatchedTrace | null>;
  /** Name of the nearest street ('' when it has no name); throws `place_to_coords_error` outside the city. */
  nearestStreet(at: LatLng, options?: RoutingOptions): Promise<string>;
}

/**
 * Builds the road graph of a .osm.pbf file in an empty folder. Resolves to false when no routing program exists for
 * this platform.
 */
export type BuildRoadGraph = (pbfPath: string, folder: string) => Promise<boolean>;
