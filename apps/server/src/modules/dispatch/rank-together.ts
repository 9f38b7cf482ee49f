// Ranks the candidates of several bookings at one moment: what is known of a driver is read once.
import { setImmediate } from 'node:timers/promises';
import { readOnce, readSetOnce } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import type { EndingTrips } from './finishing-drivers.ts';
import {
  createSearchCandidates,
  createTimeCandidates,
  type RankedCandidates,
  type SearchTerms,
} from './rank-candidates.ts';
import type { FindReserved } from './reserved-drivers.ts';

/** Searches that go on at the same time, so that their reads are one. */
const SEARCHED_TOGETHER = 50;

export interface RankedBooking {
  booking: DispatchedBooking;
  /** `candidateLimit`: settings.candidateLimit; the nearest drivers up to it get a road travel time. */
  terms: SearchTerms & { candidateLimit: number };
}

/** For one short operation: later calls answer from what the earlier ones have read of drivers, except their offers. */
export function createRankTogether(
  deps: DispatchModuleDeps,
  parts: { endingTrips: EndingTrips; findReserved?: FindReserved },
) {
  const { clock, booking: bookings } = deps;
  const timeCandidates = createTimeCandidates(deps);
  const fleet = { ...deps.fleet, ...deps.fleet.sharedSearch() };
  const wallet = { blockedAmong: readSetOnce(deps.wallet.blockedAmong) };

  return async function rankTogether(
    ranked: readonly RankedBooking[],
  ): Promise<Map<string, RankedCandidates>> {
    const now = clock.now();
    const declined = await bookings.declinedByEach(ranked.map(({ booking }) => booking.id));
    const searchCandidates = createSearchCandidates({
      ...deps,
      ...parts,
      fleet,
      wallet,
      booking: {
        ...bookings,
        declinedBy: async (id) => [...(declined.get(id) ?? [])],
        // The bookings have no open offer, so that no offer needs to be left out of the count.
        openOffersOf: readOnce((drivers) => bookings.openOffersOf(drivers, null, now)),
      },
    });
    const results = new Map<string, RankedCandidates>();
    for (let next = 0; next < ranked.length; next += SEARCHED_TOGETHER) {
      const together = ranked.slice(next, next + SEARCHED_TOGETHER);
      const found = await Promise.all(
        together.map(async ({ booking, terms }) => ({
          booking,
          terms,
          result: await searchCandidates(booking, terms),
        })),
      );
      for (const { booking, terms, result } of found) {
        results.set(booking.id, await timeCandidates(booking, result, terms.candidateLimit));
        // Travel times are computed on this thread: other requests to the server are answered in between.
        await setImmediate();
      }
    }
    return results;
  };
}
