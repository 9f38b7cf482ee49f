// The map service as the rest of the server sees it: the five functions of the specification, §7.
import type { LatLng } from '@kerb/domain/geo';

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

export interface FoundPlace {
  readonly coords: LatLng;
  readonly description: string;
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

/**
 * Errors, all DomainError: `place_to_coords_error` for a place unknown or outside the city served,
 * `no_route_found` ("No Route Found") where no road leads, `google_places_error` with the specification's
 * "… Call Error" text in `detail` when the service itself failed.
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
  ): Promise<readonly (readonly (Travel | null)[])[]>;
  reverse(at: LatLng): Promise<string>;
  directions(start: LatLng, dest: LatLng, waypoints?: readonly LatLng[]): Promise<RouteDetails>;
}

/** Texts of the specification, §8, for a call that failed for reasons of the service. */
export const callErrors = {
  autocomplete: 'fetchPlacesAutocomplete Call Error',
  coordsOf: 'fetchCoordsfromPlace Call Error',
  distanceMatrix: 'getDistanceMatrix Call Error',
  reverse: 'fetchAddressfromCoords Call Error',
  directions: 'getDirectionsApi Call Error',
} as const;
