// Reads the newest known positions of cars, whichever server they report to: from memory where this server receives
// them, otherwise after reading the shared positions into memory.
import type { LatLng } from '@kerb/domain/geo';
import type { Area } from '../../ports/other-servers.ts';
import type { CarPositions } from './fleet.ports.ts';
import { type LiveFleet, type NearPosition, POSITION_VALID_MS, type SeenPosition } from './live-fleet.ts';

/** A position younger than this (ms) is used without a refresh. */
const YOUNG_MS = 2_000;
/**
 * A car without a report for this long (ms) is looked up: its position in memory may be from before it left the
 * searched circle.
 */
const SILENT_MS = 10_000;
/**
 * Delay in ms before the saved positions are read a second time after lost messages, so that positions still to be
 * saved are included.
 */
const SAVED_AGAIN_MS = 10_000;

export interface KnownPositions {
  /** Null for an unknown position. */
  of(driver: string): Promise<SeenPosition | null>;
  /** Drivers without a known position are missing. */
  ofMany(drivers: readonly string[]): Promise<Map<string, SeenPosition>>;
  /** As `nearestFirst` of the live fleet, but includes cars that report to other servers. */
  nearestFirst(point: LatLng, radiusKm: number): Promise<Iterable<NearPosition>>;
  /**
   * Resolves when the live fleet has all positions of the area, which it then receives until `release(name)`. For a
   * search whose result must not miss a car, and for areas that clients watch.
   */
  subscribeArea(name: string, area: Area): Promise<void>;
  release(name: string): void;
  /**
   * Since when this server has received every report, ms since the epoch; now while it receives none. A car without a
   * later report may have reported to another server before.
   */
  completeSince(): number;
}

export interface KnownPositionsDeps {
  live: LiveFleet;
  cars: CarPositions;
  /** ms since the epoch */
  now: () => number;
  /**
   * Restores the positions that all servers have saved, of these drivers or of all; newer positions in the live fleet
   * stay.
   */
  restoreSaved(drivers: readonly string[] | null): Promise<void>;
  onError(error: unknown): void;
}

/** Restores saved positions after messages were lost; positions are saved every few seconds. */
function createRepair({ cars, restoreSaved, onError }: KnownPositionsDeps) {
  let restoring: Promise<void> = Promise.resolve();
  let again: NodeJS.Timeout | undefined;
  const restore = (): Promise<void> => {
    restoring = restoreSaved(null).catch(onError);
    return restoring;
  };
  cars.onGap(() => {
    void restore();
    clearTimeout(again);
    again = setTimeout(() => void restore(), SAVED_AGAIN_MS);
    again.unref();
  });
  return { restore, done: () => restoring, stop: () => clearTimeout(again) };
}

export function createKnownPositions(deps: KnownPositionsDeps): KnownPositions & { stop(): void } {
  const { live, cars, now } = deps;
  const repair = createRepair(deps);
  /** Names of held areas whose shared positions could not be read, so that saved ones were restored instead. */
  const restored = new Set<string>();

  const isOlderThan = (driver: string, ms: number): boolean => {
    const known = live.get(driver);
    return known === null || now() - known.seenAt >= ms;
  };

  async function refresh(drivers: readonly string[]): Promise<void> {
    const old = drivers.filter((driver) => isOlderThan(driver, YOUNG_MS));
    if (old.length === 0 || (await cars.refreshDrivers(old))) return;
    // The position in memory may be old only because this server does not receive this driver's reports.
    const silent = old.filter((driver) => isOlderThan(driver, SILENT_MS));
    if (silent.length > 0) await deps.restoreSaved(silent).catch(deps.onError);
  }

  /** Whether a valid position was not renewed for a while, so that the car may have left the area since. */
  const isDoubtful = ({ position }: NearPosition): boolean => {
    const age = now() - position.seenAt;
    return age >= SILENT_MS && age < POSITION_VALID_MS;
  };

  return {
    async of(driver) {
      await refresh([driver]);
      return live.get(driver);
    },
    async ofMany(drivers) {
      await refresh(drivers);
      return new Map(
        drivers.flatMap((driver) => {
          const position = live.get(driver);
          return position === null ? [] : [[driver, position] as const];
        }),
      );
    },
    async nearestFirst(point, radiusKm) {
      const area = { lat: point.lat, lng: point.lng, radiusKm };
      if (cars.receives(area)) return live.nearestFirst(point, radiusKm);
      await cars.refreshArea(area);
      const doubtful = live.near(point, radiusKm).filter(isDoubtful);
      if (doubtful.length > 0) await cars.refreshDrivers(doubtful.map(({ position }) => position.driver));
      return live.nearestFirst(point, radiusKm);
    },
    async subscribeArea(name, area) {
      if (await cars.need(name, area)) {
        restored.delete(name);
        return;
      }
      // New positions from other servers arrive from now on; saved ones replace those that could not be read.
      if (restored.has(name)) return repair.done();
      restored.add(name);
      await repair.restore();
    },
    release(name) {
      restored.delete(name);
      cars.release(name);
    },
    completeSince: () => cars.receivingSince() ?? now(),
    stop: repair.stop,
  };
}
