// Port of the map service: the five functions of the specification, §7, and map matching.
import type { LatLng } from '@kerb/domain/geo';
import type { RoutingOptions } from './routing-lanes.ts';

export interface PlaceSuggestion {
  readonly place_id: string;
  /** One line: "Avenida 18 de Julio 1453, Centro, Montevideo". */
  readonly description: string;
  /** The same place in two lines: the name, or the street with its number, and the surrounding area. */
  readonly main: string;
  readonly secondary: string;
  readonly kind: 'address' | 'street' | 'place' | 'intersection';
}

export interface AutocompleteOptions {
  /** The user's position; nearer matches are listed first. */
  readonly near?: LatLng | undefined;
  readonly limit: number;
  /** ISO 3166 code of the country to which the search is restricted, when the service covers several. */
  readonly country?: string | undefined;
}

/** A suggestion with its coordinates. */
export interface FoundPlace extends PlaceSuggestion {
  readonly coords: LatLng;
}

/** Length and duration of a route by road. */
export interface Travel {
  readonly distance_in_km: number;
  readonly time_in_secs: number;
}

export interface RouteManeuver extends Travel {
  readonly instruction: string;
  /** Kind of the turn: depart, left, slight-left, sharp-left, right, …, straight, u-turn, roundabout, ramp, merge, arrive. */
  readonly type: string;
  /** Index of the maneuver's first point in the decoded polyline. */
  readonly begin: number;
}

export interface RouteDetails extends Travel {
  /** Google encoded polyline, precision 5. */
  readonly polylinePoints: string;
  /** One leg between each pair of consecutive stops. */
  readonly legs: readonly Travel[];
  readonly maneuvers: readonly RouteManeuver[];
}

/** A route whose `time_in_secs` includes the expected traffic, with its duration without traffic. */
export interface TimedTravel extends Travel {
  readonly free_flow_secs: number;
}

export interface TimedRoute extends Omit<RouteDetails, 'legs'> {
  readonly free_flow_secs: number;
  readonly legs: readonly TimedTravel[];
}

/** One fix of a trace, matched to the road that was driven. */
export interface MatchedFix {
  /** Index of the fix in the trace. */
  readonly index: number;
  readonly place: LatLng;
  /** Road distance from the previous matched fix; null for the first one, and where no road connects the two. */
  readonly km: number | null;
  /** Minimum driving time from the previous matched fix, at the roads' free-flow speeds; null when `km` is null. */
  readonly freeFlowSeconds: number | null;
}

/** A car's trace matched to the road graph. Fixes that are near no road are left out. */
export interface MatchedTrace {
  readonly fixes: readonly MatchedFix[];
  /** The roads that were driven, as a Google encoded polyline, precision 5. */
  readonly line: string;
}

/**
 * Errors, all DomainError: `place_to_coords_error` for a place that is unknown or outside the city, `no_route_found`
 * ("No Route Found") where no road leads, `google_places_error` with the specification's "… Call Error" text in
 * `detail` when the service itself failed, `overloaded` when too many calls are queued. A call without options waits in
 * the last lane of the routing engine's queue.
 */
export interface MapService {
  /** The service in use; clients must mark the results of `great-circle` as estimates, because it uses no roads. */
  readonly kind: 'embedded' | 'google' | 'great-circle';
  autocomplete(q: string, options: AutocompleteOptions): Promise<readonly PlaceSuggestion[]>;
  coordsOf(placeId: string): Promise<FoundPlace>;
  /** rows[i][j] is the travel from start i to destination j; null where no road leads. */
  distanceMatrix(
    starts: readonly LatLng[],
    dests: readonly LatLng[],
    options?: RoutingOptions,
  ): Promise<readonly (readonly (Travel | null)[])[]>;
  /**
   * Travel from many starts to one destination, at a small cost per start; null where no road is near or connects them.
   * Times may differ from those of `directions` by a few per cent.
   */
  arrivalTimes(
    starts: readonly LatLng[],
    dest: LatLng,
    options?: RoutingOptions,
  ): Promise<readonly (Travel | null)[]>;
  reverse(at: LatLng, options?: RoutingOptions): Promise<string>;
  directions(
    start: LatLng,
    dest: LatLng,
    waypoints?: readonly LatLng[],
    options?: RoutingOptions,
  ): Promise<RouteDetails>;
  /**
   * Matches the trace of one car, oldest fix first, to the roads. Null when this service has no map matching, or when
   * no fix is near a road. The call waits in the lane of settlements.
   */
  matchTrace(trace: readonly LatLng[]): Promise<MatchedTrace | null>;
}

/** A map service whose times include the traffic at the options' `departAt` (default: now). */
export interface TimedMapService extends Omit<MapService, 'directions' | 'distanceMatrix' | 'arrivalTimes'> {
  directions(
    start: LatLng,
    dest: LatLng,
    waypoints?: readonly LatLng[],
    options?: RoutingOptions,
  ): Promise<TimedRoute>;
  distanceMatrix(
    starts: readonly LatLng[],
    dests: readonly LatLng[],
    options?: RoutingOptions,
  ): Promise<readonly (readonly (TimedTravel | null)[])[]>;
  arrivalTimes(
    starts: readonly LatLng[],
    dest: LatLng,
    options?: RoutingOptions,
  ): Promise<readonly (TimedTravel | null)[]>;
}

/** Error texts of the specification, §8, for calls that failed because of the map service. */
export const callErrors = {
  autocomplete: 'fetchPlacesAutocomplete Call Error',
  coordsOf: 'fetchCoordsfromPlace Call Error',
  distanceMatrix: 'getDistanceMatrix Call Error',
  reverse: 'fetchAddressfromCoords Call Error',
  directions: 'getDirectionsApi Call Error',
  matchTrace: 'matchTrace Call Error',
} as const;
