// The newest known positions of cars, whichever server they report to: from memory where this server receives them,
// otherwise read before memory answers.
import type { LatLng } from '@kerb/domain/geo';
import type { Area } from '../../ports/other-servers.ts';
import type { CarPositions } from './fleet.ports.ts';
import { type LiveFleet, type NearPosition, POSITION_VALID_MS, type SeenPosition } from './live-fleet.ts';

/** A position as young as this is used as it is. */
const YOUNG_MS = 2_000;
/** A car that moved out of a circle is still in memory inside it; one without a report for so long is looked up. */
const SILENT_MS = 10_000;
/** After messages were lost the saved positions are read again once those that were on the way are saved too. */
const SAVED_AGAIN_MS = 10_000;

export interface KnownPositions {
  /** Null for an unknown position. */
  of(driver: string): Promise<SeenPosition | null>;
  /** Drivers without a known position are missing. */
  ofMany(drivers: readonly string[]): Promise<Map<string, SeenPosition>>;
  /** As `nearestFirst` of the live fleet. */
  nearestFirst(point: LatLng, radiusKm: number): Promise<Iterable<NearPosition>>;
  /**
   * The live fleet has all positions of the area when it resolves, and receives them until `release(name)`: for a
   * search whose result must not miss a car, and for those who watch.
   */
  hold(name: string, area: Area): Promise<void>;
  release(name: string): void;
}

export interface KnownPositionsDeps {
  live: LiveFleet;
  cars: CarPositions;
  /** ms since the epoch */
  now: () => number;
  /** Puts the positions that all servers have saved into the live fleet, where they are newer: of all, or of these drivers. */
  restoreSaved(drivers: readonly string[] | null): Promise<void>;
  onError(error: unknown): void;
}

/** Positions are saved every few seconds: they stand in for messages that were lost. */
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
  /** Needs whose stored positions could not be read, so that saved ones were restored instead. */
  const restored = new Set<string>();

  const isOlderThan = (driver: string, ms: number): boolean => {
    const known = live.get(driver);
    return known === null || now() - known.seenAt >= ms;
  };

  async function refresh(drivers: readonly string[]): Promise<void> {
    const old = drivers.filter((driver) => isOlderThan(driver, YOUNG_MS));
    if (old.length === 0 || (await cars.refreshDrivers(old))) return;
    // What memory has may be from long ago: a driver must not seem silent because this server does not receive them.
    const silent = old.filter((driver) => isOlderThan(driver, SILENT_MS));
    if (silent.length > 0) await deps.restoreSaved(silent).catch(deps.onError);
  }

  /** A valid position that was not renewed may be one from before the car left. */
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
    async hold(name, area) {
      if (await cars.need(name, area)) {
        restored.delete(name);
        return;
      }
      // What other servers publish from now on arrives, and what was saved stands in for the rest.
      if (restored.has(name)) return repair.done();
      restored.add(name);
      await repair.restore();
    },
    release(name) {
      restored.delete(name);
      cars.release(name);
    },
    stop: repair.stop,
  };
}
