// Computes the road travel time from a driver's current position to a place.
import type { LatLng } from '@kerb/domain/geo';
import type { DispatchModuleDeps } from './dispatch.deps.ts';

/** Returns seconds; null when the driver's position or a route is unknown, or when the map service fails. */
export function createSecondsTo({
  fleet,
  maps,
  logger,
}: {
  fleet: { positions: Pick<DispatchModuleDeps['fleet']['positions'], 'of'> };
  maps: Pick<DispatchModuleDeps['maps'], 'arrivalTimes'>;
  logger: DispatchModuleDeps['logger'];
}) {
  return async function secondsTo(driver: string, point: LatLng): Promise<number | null> {
    const position = await fleet.positions.of(driver);
    if (!position) return null;
    try {
      const [route] = await maps.arrivalTimes([position], point);
      return route ? Math.round(route.time_in_secs) : null;
    } catch (error) {
      logger.warn({ err: error }, 'No route to a pickup');
      return null;
    }
  };
}
