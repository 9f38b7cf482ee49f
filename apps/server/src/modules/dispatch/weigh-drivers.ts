// Weighs the drivers around a pickup: every gate they must pass, and how soon they can be there by road.
import type { LatLng } from '@kerb/domain/geo';
import type { DispatchedBooking, DispatchModuleDeps, WeighedDriver } from './dispatch.deps.ts';

/** Travel times are asked for this many drivers, the nearest; the others are weighed by distance alone. */
const MAX_ETAS = 40;

export interface DriverWeight extends WeighedDriver {
  eta_secs: number | null;
}

export function createWeighDrivers(
  deps: Pick<DispatchModuleDeps, 'fleet' | 'wallet' | 'maps' | 'booking' | 'logger'>,
) {
  const { fleet, wallet, maps, booking: bookings, logger } = deps;

  /** The gates that are not the fleet's to know: has refused this booking, or owes the operator. */
  async function withFurtherGates(near: readonly WeighedDriver[], booking: string): Promise<WeighedDriver[]> {
    const declined = new Set(await bookings.declinedBy(booking));
    return Promise.all(
      near.map(async (one) => {
        if (one.gate !== null) return one;
        if (declined.has(one.driver)) return { ...one, gate: 'declined' };
        if (await wallet.blockedForTasks(one.driver)) return { ...one, gate: 'wallet_blocked' };
        return one;
      }),
    );
  }

  /** Seconds by road; a map service that fails costs the order of the drivers, not the ride. */
  async function etas(drivers: readonly WeighedDriver[], pickup: LatLng): Promise<Map<string, number>> {
    if (drivers.length === 0) return new Map();
    try {
      const rows = await maps.matrix(drivers, [pickup]);
      return new Map(
        drivers.flatMap(({ driver }, index) => {
          const way = rows[index]?.[0];
          return way ? [[driver, Math.round(way.time_in_secs)] as const] : [];
        }),
      );
    } catch (error) {
      logger.warn({ err: error }, 'No travel times for dispatch; going by distance');
      return new Map();
    }
  }

  return async (booking: DispatchedBooking): Promise<DriverWeight[]> => {
    const near = await fleet.gatesNear(booking.pickup, booking.car_type);
    const weighed = (await withFurtherGates(near, booking.id)).sort((a, b) => a.distance_km - b.distance_km);
    const soonest = await etas(
      weighed.filter(({ gate }) => gate === null).slice(0, MAX_ETAS),
      booking.pickup,
    );
    return weighed.map((one) => ({ ...one, eta_secs: soonest.get(one.driver) ?? null }));
  };
}
