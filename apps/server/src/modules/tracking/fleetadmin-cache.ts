// Remembers for a minute which fleet admin a driver belongs to, so that positions do not ask for it one by one.
import type { Clock } from '../../kit/index.ts';

const REMEMBER_MS = 60_000;

export function createFleetadminCache(
  read: (driver: string) => Promise<{ fleetadmin: string | null } | null | undefined>,
  clock: Clock,
): { of(driver: string): Promise<string | null>; forget(driver: string): void } {
  const known = new Map<string, { at: number; fleetadmin: string | null }>();
  let forgotten = 0;
  return {
    async of(driver) {
      const remembered = known.get(driver);
      if (remembered && clock.now() - remembered.at < REMEMBER_MS) return remembered.fleetadmin;
      const before = forgotten;
      const fleetadmin = (await read(driver))?.fleetadmin ?? null;
      // What was read while somebody moved may be what it was before.
      if (forgotten === before) known.set(driver, { at: clock.now(), fleetadmin });
      return fleetadmin;
    },
    forget(driver) {
      forgotten += 1;
      known.delete(driver);
    },
  };
}
