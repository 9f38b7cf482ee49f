// What the map of a whole fleet draws: the circles and cars in view, as GeoJSON.
import type { LatLng } from '@kerb/domain/geo';
import { type Car, type CarMotions, poseAt } from './car-motion.ts';
import { type Cluster, type Clustered, clusterCars } from './cluster-cars.ts';
import type { Collection } from './features.ts';

export type FleetState = 'free' | 'on_way' | 'on_trip';

/** A car of the fleet, with what its driver is doing. */
export interface FleetCar extends Car {
  readonly state: FleetState;
}

export interface View {
  readonly zoom: number;
  /** Degrees; what lies outside is neither drawn nor moved. */
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const isIn = ({ lat, lng }: LatLng, { west, south, east, north }: View): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north;

/** The view reaches beyond the screen: circles that change because a car has left it are not seen. */
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

/** `label` writes a number as people of the language do. */
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

/** The cars on their way between two positions, as they are at `now`. */
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

/** What was asked for at a place lately. */
export interface DemandPlace extends LatLng {
  readonly asked: number;
  readonly lost: number;
}

/** `share`: how much of it was lost, 0 to 1. */
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
