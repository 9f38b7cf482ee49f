// How long a driver needs to a place by road, from where he is now.
import type { LatLng } from '@kerb/domain/geo';
import type { DispatchModuleDeps } from './dispatch.deps.ts';

/** Seconds; null while his place or a road is not known, or the map service fails. */
export function createSecondsTo({
  fleet,
  maps,
  logger,
}: {
  fleet: { live: Pick<DispatchModuleDeps['fleet']['live'], 'get'> };
  maps: DispatchModuleDeps['maps'];
  logger: DispatchModuleDeps['logger'];
}) {
  return async (driver: string, point: LatLng): Promise<number | null> => {
    const position = fleet.live.get(driver);
    if (!position) return null;
    try {
      const [row] = await maps.matrix([position], [point]);
      const way = row?.[0];
      return way ? Math.round(way.time_in_secs) : null;
    } catch (error) {
      logger.warn({ err: error }, 'No way to a pickup');
      return null;
    }
  };
}
