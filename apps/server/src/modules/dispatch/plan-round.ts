// Plans a round: ranks the candidates of a booking and computes when the offers of a later trip are sent.
import { type OfferPlan, planOffers } from '@kerb/domain/dispatch';
import type { Settings } from '@kerb/domain/settings';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { createRankCandidates } from './rank-candidates.ts';

export type RoundSettings = Pick<Settings, 'dispatchPolicy' | 'offerSeconds'>;

export type RoundPlan = Awaited<ReturnType<ReturnType<typeof createPlanRound>>>;

export function createPlanRound(deps: DispatchModuleDeps) {
  const rankCandidates = createRankCandidates(deps);
  return async function planRound(
    booking: DispatchedBooking,
    { dispatchPolicy, offerSeconds }: RoundSettings,
  ) {
    const candidates = await rankCandidates(booking);
    const timesAsked = await dispatchRepository(deps.db).timesAsked(booking.id);
    const eligible = candidates
      .filter(({ gate }) => gate === null)
      .map(({ driver, distance_km, eta_secs }) => ({
        driver,
        distance_km,
        eta_secs,
        timesAsked: timesAsked.get(driver) ?? 0,
      }));
    const travelTimes = eligible.map(({ eta_secs }) => eta_secs);
    const offerPlan: OfferPlan | null = booking.book_later ? planOffers(booking.tripdate, travelTimes) : null;
    return { candidates, policy: dispatchPolicy, eligible, offerSeconds, offerPlan };
  };
}
