// Ranks the candidates of several bookings at one moment, as a round does for one: what is known of a driver is read once.
import { readOnce, readSetOnce } from '../../kit/index.ts';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import type { EndingTrips } from './finishing-drivers.ts';
import { createRankCandidates } from './rank-candidates.ts';
import type { FindReserved } from './reserved-drivers.ts';

export function createRankTogether(deps: DispatchModuleDeps) {
  const { clock, booking: bookings } = deps;
  return async function rankTogether(
    ids: readonly string[],
    parts: { endingTrips: EndingTrips; findReserved?: FindReserved },
  ) {
    const now = clock.now();
    const declined = await bookings.declinedByEach(ids);
    return createRankCandidates({
      ...deps,
      ...parts,
      fleet: { ...deps.fleet, ...deps.fleet.sharedSearch() },
      wallet: { blockedAmong: readSetOnce(deps.wallet.blockedAmong) },
      booking: {
        ...bookings,
        declinedBy: async (id) => [...(declined.get(id) ?? [])],
        // The bookings have no open offer, so that no offer needs to be left out of the count.
        openOffersOf: readOnce((drivers) => bookings.openOffersOf(drivers, null, now)),
      },
    });
  };
}
