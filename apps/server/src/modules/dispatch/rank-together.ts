// Ranks the candidates of several bookings at one moment, with one read of each driver.
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

/** Number of concurrent searches, which share their reads. */
const SEARCHED_TOGETHER = 50;

export interface RankedBooking {
  booking: DispatchedBooking;
  /** `candidateLimit`: settings.candidateLimit; the nearest drivers up to it get a road travel time. */
  terms: SearchTerms & { candidateLimit: number };
}

/** Caches the reads of drivers, except their open offers, for later calls; use it for one short operation only. */
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
        // None of the bookings has an open offer, so the count needs no exception.
        countOpenOffers: readOnce((drivers) => bookings.countOpenOffers(drivers, null, now)),
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
        // Yield to the event loop: travel times are computed on this thread and would block other requests.
        await setImmediate();
      }
    }
    return results;
  };
}
