// The map service as the rest of the server sees it: the five functions of the specification, §7.
import type { LatLng } from '@kerb/domain/geo';
import type { RoutingOptions } from './routing-lanes.ts';

export interface PlaceSuggestion {
  readonly place_id: string;
  /** One line: "Avenida 18 de Julio 1453, Centro, Montevideo". */
  readonly description: string;
  /** The same in two lines: the name or street with its number, and the area it is in. */
  readonly main: string;
  readonly secondary: string;
  readonly kind: 'address' | 'street' | 'place' | 'intersection';
}

export interface AutocompleteOptions {
  /** Where the person is; nearer matches come first. */
  readonly near?: LatLng | undefined;
  readonly limit: number;
  /** ISO 3166 code the search is restricted to, where the service covers more than one country. */
  readonly country?: string | undefined;
}

/** A suggestion with its coordinates. */
export interface FoundPlace extends PlaceSuggestion {
  readonly coords: LatLng;
}

/** Length and duration of a way by road. */
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
  /** One leg between each two stops. */
  readonly legs: readonly Travel[];
  readonly maneuvers: readonly RouteManeuver[];
}

/** A way with the time to expect in `time_in_secs`, and its time without traffic. */
export interface TimedTravel extends Travel {
  readonly free_flow_secs: number;
}

export interface TimedRoute extends Omit<RouteDetails, 'legs'> {
  readonly free_flow_secs: number;
  readonly legs: readonly TimedTravel[];
}

/** One fix of a trace, placed on the road it was driven on. */
export interface MatchedFix {
  /** Which fix of the trace it is. */
  readonly index: number;
  readonly place: LatLng;
  /** Distance by road from the matched fix before; null for the first, and where no road connects them. */
  readonly km: number | null;
  /** Least driving time from the matched fix before at the free-flow speeds of those roads; null with `km`. */
  readonly freeFlowSeconds: number | null;
}

/** A trace of a car on the road graph. Fixes that lie near no road are left out. */
export interface MatchedTrace {
  readonly fixes: readonly MatchedFix[];
  /** The roads driven, Google encoded polyline, precision 5. */
  readonly line: string;
}

/**
 * Errors, all DomainError: `place_to_coords_error` for a place unknown or outside the city served,
 * `no_route_found` ("No Route Found") where no road leads, `google_places_error` with the specification's
 * "… Call Error" text in `detail` when the service itself failed, `overloaded` when too many calls wait. Without
 * options a call waits in the last lane of the routing engine's queue.
 */
export interface MapService {
  /** Which service answers; `great-circle` means estimates without roads and must be shown as such. */
  readonly kind: 'embedded' | 'google' | 'great-circle';
  autocomplete(q: string, options: AutocompleteOptions): Promise<readonly PlaceSuggestion[]>;
  coordsOf(placeId: string): Promise<FoundPlace>;
  /** rows[i][j] from start i to destination j; null where no road leads. */
  distanceMatrix(
    starts: readonly LatLng[],
    dests: readonly LatLng[],
    options?: RoutingOptions,
  ): Promise<readonly (readonly (Travel | null)[])[]>;
  /**
   * From each start to one destination, for many starts at small cost; null where no road leads, or no road is near.
   * Times may differ from those of `directions` by some per cent.
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
   * Places the trace of one car, oldest fix first, onto the roads. null where this service has no map matching, or
   * nothing of the trace lies near a road. It waits in the lane of settlements.
   */
  matchTrace(trace: readonly LatLng[]): Promise<MatchedTrace | null>;
}

/** A map service whose times include the traffic at `departAt` of the options, or now. */
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

/** Texts of the specification, §8, for a call that failed for reasons of the service. */
export const callErrors = {
  autocomplete: 'fetchPlacesAutocomplete Call Error',
  coordsOf: 'fetchCoordsfromPlace Call Error',
  distanceMatrix: 'getDistanceMatrix Call Error',
  reverse: 'fetchAddressfromCoords Call Error',
  directions: 'getDirectionsApi Call Error',
  matchTrace: 'matchTrace Call Error',
} as const;
