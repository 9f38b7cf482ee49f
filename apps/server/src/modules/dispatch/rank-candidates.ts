// Evaluates the drivers around a pickup: eligibility checks, and road travel times for the eligible ones.
import type { LatLng } from '@kerb/domain/geo';
import type { Candidate, DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';

/** Road travel times are computed for the nearest drivers up to this number; the others are ranked by distance. */
const MAX_ETAS = 40;

export interface RankedCandidate extends Candidate {
  eta_secs: number | null;
}

/** The drivers around a pickup with the first eligibility check each of them fails, without travel times. */
export function createCheckCandidates(deps: Pick<DispatchModuleDeps, 'fleet' | 'wallet' | 'booking'>) {
  const { fleet, wallet, booking: bookings } = deps;

  /** Adds the checks that fleet cannot make: declined this booking, or blocked by their wallet's debt. */
  async function withFurtherGates(near: readonly Candidate[], booking: string): Promise<Candidate[]> {
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

  return async function checkCandidates(booking: DispatchedBooking): Promise<Candidate[]> {
    return withFurtherGates(await fleet.gatesNear(booking.pickup, booking.car_type), booking.id);
  };
}

/** The drivers that the next round of the booking could offer it to; used when a driver declines. */
export function createFindCandidates(deps: Pick<DispatchModuleDeps, 'fleet' | 'wallet' | 'booking'>) {
  const checkCandidates = createCheckCandidates(deps);
  return async function findCandidates(id: string): Promise<string[]> {
    const booking = await deps.booking.find(id);
    if (booking?.status !== 'NEW') return [];
    const gated = await checkCandidates(booking);
    return gated.filter(({ gate }) => gate === null).map(({ driver }) => driver);
  };
}

export function createRankCandidates(
  deps: Pick<DispatchModuleDeps, 'fleet' | 'wallet' | 'maps' | 'booking' | 'logger'>,
) {
  const { maps, logger } = deps;
  const checkCandidates = createCheckCandidates(deps);

  /** Seconds by road, by driver; empty when the map service fails: candidates are then ranked by distance. */
  async function etas(drivers: readonly Candidate[], pickup: LatLng): Promise<Map<string, number>> {
    if (drivers.length === 0) return new Map();
    try {
      const rows = await maps.matrix(drivers, [pickup]);
      return new Map(
        drivers.flatMap(({ driver }, index) => {
          const route = rows[index]?.[0];
          return route ? [[driver, Math.round(route.time_in_secs)] as const] : [];
        }),
      );
    } catch (error) {
      logger.warn({ err: error }, 'No travel times for dispatch; ranking by distance');
      return new Map();
    }
  }

  return async function rankCandidates(booking: DispatchedBooking): Promise<RankedCandidate[]> {
    const candidates = (await checkCandidates(booking)).sort((a, b) => a.distance_km - b.distance_km);
    const soonest = await etas(
      candidates.filter(({ gate }) => gate === null).slice(0, MAX_ETAS),
      booking.pickup,
    );
    return candidates.map((one) => ({ ...one, eta_secs: soonest.get(one.driver) ?? null }));
  };
}
