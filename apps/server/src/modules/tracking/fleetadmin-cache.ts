// Caches each driver's fleet admin for a minute, so that positions do not query the database one by one.
import type { Clock } from '../../kit/index.ts';

const CACHE_MS = 60_000;

export function createFleetadminCache(
  read: (driver: string) => Promise<{ fleetadmin: string | null } | null | undefined>,
  clock: Clock,
): { of(driver: string): Promise<string | null>; invalidate(driver: string): void } {
  const known = new Map<string, { at: number; fleetadmin: string | null }>();
  let invalidations = 0;
  return {
    async of(driver) {
      const cached = known.get(driver);
      if (cached && clock.now() - cached.at < CACHE_MS) return cached.fleetadmin;
      const before = invalidations;
      const fleetadmin = (await read(driver))?.fleetadmin ?? null;
      // A read that overlaps an invalidation may be stale, so it is not cached.
      if (invalidations === before) known.set(driver, { at: clock.now(), fleetadmin });
      return fleetadmin;
    },
    invalidate(driver) {
      invalidations += 1;
      known.delete(driver);
    },
  };
}
