// Reads the supply and demand of the city for a batch: recent pickups, free drivers, and the number on duty.
import type { Market } from '@kerb/domain/dispatch';
import { MS_PER_MINUTE, MS_PER_SECOND } from '@kerb/domain/kernel';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { createEndingTrips } from './finishing-drivers.ts';

/** Period in ms over which the rate of requests is measured. */
const RECENT_MS = 20 * MS_PER_MINUTE;
/**
 * Maximum number of requests that are read, newest first; in a busier city the rate is measured over a shorter period.
 */
const MAX_RECENT = 5_000;

type ReadMarketDeps = Pick<DispatchModuleDeps, 'clock' | 'fleet' | 'maps' | 'logger' | 'booking'>;

export function createReadMarket(deps: ReadMarketDeps) {
  const { clock, fleet, booking: bookings } = deps;

  /** `followOnSeconds`: drivers whose trip ends within this time count as free at its end. */
  return async function readMarket(
    requests: readonly DispatchedBooking[],
    followOnSeconds: number,
  ): Promise<Market> {
    const now = clock.now();
    const endingTrips = createEndingTrips(deps);
    const carTypes = [...new Set(requests.map(({ car_type }) => car_type))];
    const [recent, onDuty, ending] = await Promise.all([
      bookings.recentPickups(now - RECENT_MS, now, MAX_RECENT),
      fleet.driversOnDuty(),
      followOnSeconds === 0
        ? []
        : Promise.all(carTypes.map((carType) => endingTrips.ofCarType(carType, followOnSeconds))),
    ]);
    const oldest = recent.length < MAX_RECENT ? now - RECENT_MS : (recent.at(-1)?.dispatch_at ?? now);
    return {
      recentPickups: recent.map(({ pickup }) => pickup),
      recentSecs: Math.max(1, (now - oldest) / MS_PER_SECOND),
      freeDrivers: onDuty
        .filter(({ busy }) => !busy)
        .map(({ lat, lng }) => ({ lat, lng }))
        .concat(ending.flat().map(({ drop_point: { lat, lng } }) => ({ lat, lng }))),
      driversOnDuty: onDuty.length,
    };
  };
}
