// Finds drivers around a point: all within the driver radius with the eligibility check they fail, or only the eligible
// ones.
import { checkDriver, type DispatchGate, type DriverState } from '@kerb/domain/dispatch';
import { hasRunOut } from '@kerb/domain/fleet';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { KM_PER_MILE, type Km } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { type Clock, readOnce, readSetOnce } from '../../kit/index.ts';
import { type DriverRecord, hasDutyEnded } from './drivers.repository.ts';
import type { KnownPositions } from './known-positions.ts';
import { type NearPosition, POSITION_VALID_MS, type SeenPosition } from './live-fleet.ts';
import { isVehicleApproved } from './review-vehicle.ts';

export interface FoundDriver extends LatLng {
  /** uid */
  driver: string;
  carType: string | null;
  /** Great-circle distance to the point. */
  distance_km: Km;
  heading: number | null;
  /** When the position was measured, ms since the epoch. */
  at: number;
  /** When the driver's hours on duty end, ms since the epoch; null without a limit. */
  dutyUntil: number | null;
}

export interface GatedDriver extends FoundDriver {
  /** The first eligibility check that the driver fails; null for an eligible driver. */
  gate: DispatchGate | null;
}

export interface FindDriversDeps {
  clock: Clock;
  positions: Pick<KnownPositions, 'ofMany' | 'nearestFirst'>;
  settings: () => Promise<Pick<Settings, 'driverRadius' | 'convert_to_mile' | 'driver_approval'>>;
  driversOf: (uids: readonly string[]) => Promise<readonly DriverRecord[]>;
  approvedAmong: (uids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Yields the drivers within the driver radius in groups, nearest first; the caller stops when it has found enough. */
export type SearchNear = (point: LatLng, carType: string | null) => AsyncIterable<GatedDriver[]>;

const radiusKmOf = ({
  driverRadius,
  convert_to_mile,
}: Pick<Settings, 'driverRadius' | 'convert_to_mile'>): number =>
  convert_to_mile ? driverRadius * KM_PER_MILE : driverRadius;

/** Factor slightly above 1 on the radius, so that the eligibility check and not this search decides at its edge. */
const EDGE = 1.000001;

/** The size of the first group of a search, in which most searches find enough; each further group is twice as large. */
const FIRST_GROUP = 128;

function* groupsOf<Item>(items: Iterable<Item>, firstSize: number): Iterable<Item[]> {
  let size = firstSize;
  let group: Item[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
    size *= 2;
  }
  if (group.length > 0) yield group;
}

/** Evaluates the eligibility checks of drivers at these positions. Their state is always read from the database. */
function createGatesOf({ clock, settings, driversOf, approvedAmong }: Omit<FindDriversDeps, 'positions'>) {
  /** `asFree`: evaluates the drivers as if they were not on a trip. */
  return async function gatesOf(
    near: readonly NearPosition[],
    point: LatLng,
    carType: string | null,
    asFree = false,
  ): Promise<GatedDriver[]> {
    const uids = near.map(({ position }) => position.driver);
    const [current, drivers, approved] = await Promise.all([
      settings(),
      driversOf(uids),
      approvedAmong(uids),
    ]);
    const byUid = new Map(drivers.map((driver) => [driver.uid, driver]));
    const now = clock.now();
    return near.flatMap(({ position, distance_km }): GatedDriver[] => {
      const driver = byUid.get(position.driver);
      if (!driver) return [];
      const isApproved = approved.has(driver.uid) && isVehicleApproved(driver, current);
      const known = stateOf(driver, isApproved, position, now);
      const state = asFree ? { ...known, queue: false } : known;
      const { gate } = checkDriver(state, { pickup: point, carType }, current);
      const { lat, lng, heading, at } = position;
      if (gate === 'too_far') return [];
      const { uid, dutyUntil } = driver;
      return [{ driver: uid, carType: driver.carType, distance_km, lat, lng, heading, at, dutyUntil, gate }];
    });
  };
}

export function createSearchNear(deps: FindDriversDeps): SearchNear {
  const gatesOf = createGatesOf(deps);
  return async function* searchNear(point, carType) {
    const near = await deps.positions.nearestFirst(point, radiusKmOf(await deps.settings()) * EDGE);
    const seen = new Set<string>();
    for (const group of groupsOf(near, FIRST_GROUP)) {
      // A car that moved away since the last group may be found again, farther away.
      const unseen = group.filter(({ position }) => !seen.has(position.driver));
      for (const { position } of unseen) seen.add(position.driver);
      yield await gatesOf(unseen, point, carType);
    }
  };
}

/** The place where a driver's trip ends. */
export interface DriverPlace extends LatLng {
  /** uid */
  driver: string;
}

/**
 * Evaluates the drivers as if they were at these places and without a trip, nearest first; drivers who would be outside
 * the driver radius are missing.
 */
export type GatesAt = (
  places: readonly DriverPlace[],
  point: LatLng,
  carType: string | null,
) => Promise<GatedDriver[]>;

export interface DriverSearches {
  searchNear: SearchNear;
  gatesAt: GatesAt;
}

/**
 * A driver whose position is unknown or outdated fails the check `no_location`: the end of their trip cannot be
 * estimated.
 */
export function createGatesAt(deps: FindDriversDeps): GatesAt {
  const gatesOf = createGatesOf(deps);
  return async function gatesAt(places, point, carType) {
    const radiusKm = radiusKmOf(await deps.settings()) * EDGE;
    const inRadius = places
      .map((place) => ({ ...place, distance_km: distanceKm(place, point) }))
      .filter(({ distance_km }) => distance_km <= radiusKm);
    const known = await deps.positions.ofMany(inRadius.map(({ driver }) => driver));
    const near = inRadius.flatMap(({ driver, lat, lng, distance_km }): NearPosition[] => {
      const position = known.get(driver);
      return position ? [{ position: { ...position, lat, lng }, distance_km }] : [];
    });
    if (near.length === 0) return [];
    near.sort((one, other) => one.distance_km - other.distance_km);
    return gatesOf(near, point, carType, true);
  };
}

/**
 * Creates searches that share one read of each driver, for many points at one moment. The cached reads become stale, so
 * use the result for one short operation only.
 */
export function createSharedSearch(deps: FindDriversDeps): () => DriverSearches {
  return () => {
    const readDrivers = readOnce(async (uids) => {
      const drivers = await deps.driversOf(uids);
      return new Map(drivers.map((driver) => [driver.uid, driver]));
    });
    const shared = {
      ...deps,
      driversOf: async (uids: readonly string[]) => [...(await readDrivers(uids)).values()],
      approvedAmong: readSetOnce(deps.approvedAmong),
    };
    return { searchNear: createSearchNear(shared), gatesAt: createGatesAt(shared) };
  };
}

function stateOf(driver: DriverRecord, approved: boolean, position: SeenPosition, now: number): DriverState {
  const { uid, driverActiveStatus, queue, carType, documentsValidUntil } = driver;
  const location = position.seenAt >= now - POSITION_VALID_MS ? position : null;
  const documentsExpired = hasRunOut(documentsValidUntil, now);
  const dutyEnded = hasDutyEnded(driver, now);
  return { uid, approved, documentsExpired, driverActiveStatus, dutyEnded, queue, carType, location };
}

export interface EligibleOptions {
  carType?: string | undefined;
  limit?: number | undefined;
}

/**
 * Finds drivers who pass every check of the fleet and can get an offer now, nearest first; the search ends at the
 * limit.
 */
export function createEligibleNear(searchNear: SearchNear) {
  return async function eligibleNear(
    point: LatLng,
    { carType, limit = Number.POSITIVE_INFINITY }: EligibleOptions = {},
  ): Promise<FoundDriver[]> {
    const eligible: FoundDriver[] = [];
    for await (const group of searchNear(point, carType ?? null)) {
      eligible.push(...group.filter(({ gate }) => gate === null));
      if (eligible.length >= limit) break;
    }
    return eligible.slice(0, limit);
  };
}
