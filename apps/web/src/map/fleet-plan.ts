// Computes the GeoJSON of a fleet map: the clusters and single cars in view.
import type { LatLng } from '@kerb/domain/geo';
import { type Car, type CarMotions, poseAt } from './car-motion.ts';
import { type Cluster, type Clustered, clusterCars } from './cluster-cars.ts';
import type { Collection } from './features.ts';

export type FleetState = 'free' | 'on_way' | 'on_trip';

/** A car of the fleet with the state of its driver. */
export interface FleetCar extends Car {
  readonly state: FleetState;
}

export interface View {
  readonly zoom: number;
  /** Bounds in degrees; cars outside are neither drawn nor animated. */
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const isIn = ({ lat, lng }: LatLng, { west, south, east, north }: View): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north;

/**
 * Clusters the cars in view. The view extends beyond the screen, so that clusters which change because a car left the
 * view are not visible.
 */
export function planFleet(cars: readonly FleetCar[], view: View, chosen: string | null): Clustered<FleetCar> {
  const inView = cars.filter((car) => isIn(car, view));
  return clusterCars(inView, view.zoom, chosen);
}

interface Point<Properties> {
  type: 'Feature';
  properties: Properties;
  geometry: { type: 'Point'; coordinates: [number, number] };
}

const pointAt = <Properties>({ lat, lng }: LatLng, properties: Properties): Point<Properties> => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [lng, lat] },
});

/** `label` formats a number in the current language. */
export function clusterFeatures(
  clusters: readonly Cluster<FleetCar>[],
  label: (count: number) => string,
): Collection<Point<{ id: string; count: number; label: string }>> {
  return {
    type: 'FeatureCollection',
    features: clusters.map((cluster) =>
      pointAt(cluster, { id: cluster.id, count: cluster.cars.length, label: label(cluster.cars.length) }),
    ),
  };
}

/** The cars with their interpolated poses at `now`. */
export function fleetFeatures(
  cars: readonly FleetCar[],
  motions: CarMotions,
  now: number,
  chosen: string | null,
): Collection<Point<{ id: string; heading: number; state: FleetState; chosen: boolean }>> {
  return {
    type: 'FeatureCollection',
    features: cars.map((car) => {
      const motion = motions.get(car.id);
      const pose = motion ? poseAt(motion, now) : { ...car, heading: car.heading ?? 0 };
      return pointAt(pose, {
        id: car.id,
        heading: pose.heading,
        state: car.state,
        chosen: car.id === chosen,
      });
    }),
  };
}

/** Numbers of recent requests at a place: all, and those that were lost. */
export interface DemandPlace extends LatLng {
  readonly asked: number;
  readonly lost: number;
}

/** `share` is the share of lost requests, 0 to 1. */
export function demandFeatures(
  places: readonly DemandPlace[],
  label: (count: number) => string,
): Collection<Point<{ asked: number; share: number; label: string }>> {
  return {
    type: 'FeatureCollection',
    features: places.map((place) =>
      pointAt(place, {
        asked: place.asked,
        share: place.asked > 0 ? place.lost / place.asked : 0,
        label: label(place.asked),
      }),
    ),
  };
}
