// Clusters cars that would overlap on the screen into circles with their number.
import type { LatLng } from '@kerb/domain/geo';

export interface Cluster<Car> extends LatLng {
  /** Id of the cluster's first car, so that a cluster stays the same while other cars join and leave it. */
  readonly id: string;
  readonly cars: readonly Car[];
}

export interface Clustered<Car> {
  readonly singles: readonly Car[];
  readonly clusters: readonly Cluster<Car>[];
}

/** Cars closer to each other than this, in px, are clustered; a marker is 35 px long. */
const clusterDistancePx = 44;
/** From this zoom level cars are not clustered. */
export const clustersEndAt = 16;
const worldPx = 512;

interface Placed<Car> {
  readonly car: Car;
  readonly x: number;
  readonly y: number;
  isTaken: boolean;
}

/** Projects a car to Web Mercator px, measured from the north-west corner of a world of `size` px. */
function place<Car extends LatLng>(car: Car, size: number): Placed<Car> {
  const sine = Math.sin((car.lat * Math.PI) / 180);
  return {
    car,
    x: (size * (car.lng + 180)) / 360,
    y: size * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)),
    isTaken: false,
  };
}

/**
 * Key of a grid cell. A small integer is the fastest Map key; distant cells may share one, so the distance is checked
 * for each car.
 */
const keyOf = (column: number, row: number) => ((column & 0x7fff) << 15) | (row & 0x7fff);

function byCell<Car>(placed: readonly Placed<Car>[]): Map<number, Placed<Car>[]> {
  const cells = new Map<number, Placed<Car>[]>();
  for (const one of placed) {
    const key = keyOf(Math.floor(one.x / clusterDistancePx), Math.floor(one.y / clusterDistancePx));
    const cell = cells.get(key);
    if (cell) cell.push(one);
    else cells.set(key, [one]);
  }
  return cells;
}

function takeNearby<Car>(center: Placed<Car>, cells: ReadonlyMap<number, Placed<Car>[]>): Placed<Car>[] {
  const column = Math.floor(center.x / clusterDistancePx);
  const row = Math.floor(center.y / clusterDistancePx);
  const near: Placed<Car>[] = [];
  for (let across = column - 1; across <= column + 1; across += 1)
    for (let down = row - 1; down <= row + 1; down += 1)
      for (const other of cells.get(keyOf(across, down)) ?? [])
        if (!other.isTaken && Math.hypot(other.x - center.x, other.y - center.y) < clusterDistancePx)
          near.push(other);
  for (const one of near) one.isTaken = true;
  return near;
}

function circleOf<Car extends LatLng & { readonly id: string }>(cars: readonly Car[], id: string) {
  const middle = (of: (car: Car) => number) => cars.reduce((sum, car) => sum + of(car), 0) / cars.length;
  return { id, cars, lat: middle(({ lat }) => lat), lng: middle(({ lng }) => lng) };
}

/**
 * Clusters cars at a zoom level: each car joins the first one in the list that is near. The car with the id `alone` is
 * never clustered.
 */
export function clusterCars<Car extends LatLng & { readonly id: string }>(
  cars: readonly Car[],
  zoom: number,
  alone: string | null = null,
): Clustered<Car> {
  const level = Math.floor(zoom);
  if (level >= clustersEndAt) return { singles: cars, clusters: [] };
  const size = worldPx * 2 ** level;
  const placed = cars.map((car) => place(car, size));
  const singles: Car[] = [];
  const clusters: Cluster<Car>[] = [];
  for (const one of placed)
    if (one.car.id === alone) {
      one.isTaken = true;
      singles.push(one.car);
    }
  const cells = byCell(placed);
  for (const one of placed) {
    if (one.isTaken) continue;
    const group = takeNearby(one, cells).map(({ car }) => car);
    if (group.length === 1) singles.push(one.car);
    else clusters.push(circleOf(group, one.car.id));
  }
  return { singles, clusters };
}

/** The next zoom level at which the cluster splits; `clustersEndAt` if it splits at no level before. */
export function splittingZoom(cars: readonly (LatLng & { readonly id: string })[], zoom: number): number {
  for (let next = Math.floor(zoom) + 1; next < clustersEndAt; next += 1) {
    const { singles, clusters } = clusterCars(cars, next);
    if (singles.length + clusters.length > 1) return next;
  }
  return clustersEndAt;
}
