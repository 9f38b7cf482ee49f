// Remembers for a minute which fleet admin a driver belongs to, so that positions do not ask for it one by one.
import type { Clock } from '../../kit/index.ts';

const REMEMBER_MS = 60_000;

export function createFleetadminCache(
  read: (driver: string) => Promise<{ fleetadmin: string | null } | null | undefined>,
  clock: Clock,
): (driver: string) => Promise<string | null> {
  const known = new Map<string, { at: number; fleetadmin: string | null }>();
  return async (driver) => {
    const remembered = known.get(driver);
    if (remembered && clock.now() - remembered.at < REMEMBER_MS) return remembered.fleetadmin;
    const fleetadmin = (await read(driver))?.fleetadmin ?? null;
    known.set(driver, { at: clock.now(), fleetadmin });
    return fleetadmin;
  };
}
