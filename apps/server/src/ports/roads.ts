// The road network as the embedded map service sees it: routes, travel times and the nearest street.
import type { LatLng } from '@kerb/domain/geo';
import type { RouteDetails, Travel } from './maps.ts';

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

/** Errors as MapService's: `place_to_coords_error`, `no_route_found`, `google_places_error`. */
export interface RoadRouter {
  /** `great-circle` answers are estimates without roads. */
  readonly kind: 'roads' | 'great-circle';
  /** From now on routes are in this area. */
  use(area: RoadArea): void;
  /** A route through at least two stops, in order. */
  directions(stops: readonly LatLng[]): Promise<RouteDetails>;
  distanceMatrix(
    starts: readonly LatLng[],
    dests: readonly LatLng[],
  ): Promise<readonly (readonly (Travel | null)[])[]>;
  /** The name of the nearest street ('' when it has none); `place_to_coords_error` outside the city. */
  nearestStreet(at: LatLng): Promise<string>;
}

/**
 * Fills a fresh folder with the road graph of a .osm.pbf file. Answers false where no routing program fits
 * this platform.
 */
export type BuildRoadGraph = (pbfPath: string, folder: string) => Promise<boolean>;
