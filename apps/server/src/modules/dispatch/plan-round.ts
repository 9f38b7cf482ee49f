// Plans a round: ranks the candidates of a booking and computes when the offers of a later trip are sent.
import {
  maxOpenOffers,
  type OfferPlan,
  planOffers,
  type RoundPolicy,
  roundSize,
} from '@kerb/domain/dispatch';
import type { Settings } from '@kerb/domain/settings';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository, type PastRound } from './dispatch.repository.ts';
import { createRankCandidates } from './rank-candidates.ts';

export type RoundSettings = Pick<
  Settings,
  'offerSeconds' | 'broadcastLimit' | 'candidateLimit' | 'followOnSeconds'
> & {
  policy: RoundPolicy;
};

export function createPlanRound(deps: DispatchModuleDeps) {
  const rankCandidates = createRankCandidates(deps);
  return async function planRound(
    booking: DispatchedBooking,
    rounds: readonly PastRound[],
    { policy, offerSeconds, broadcastLimit, candidateLimit, followOnSeconds }: RoundSettings,
  ) {
    const offersBefore = rounds.filter(({ asked }) => asked > 0).length;
    const round = 1 + offersBefore;
    const { candidates, unlisted } = await rankCandidates(booking, {
      limit: Math.max(candidateLimit, roundSize(policy, { broadcastLimit, round })),
      candidateLimit,
      maxOpenOffers: maxOpenOffers(policy),
      followOnSeconds,
    });
    const asked = offersBefore === 0 ? null : await dispatchRepository(deps.db).timesAsked([booking.id]);
    const timesAsked = asked?.get(booking.id);
    const eligible = candidates
      .filter(({ gate }) => gate === null)
      .map(({ driver, distance_km, eta_secs }) => ({
        driver,
        distance_km,
        eta_secs,
        timesAsked: timesAsked?.get(driver) ?? 0,
      }));
    const travelTimes = eligible.map(({ eta_secs }) => eta_secs);
    const offerPlan: OfferPlan | null = booking.book_later ? planOffers(booking.tripdate, travelTimes) : null;
    const terms = { offerSeconds, broadcastLimit, round };
    return { candidates, unlisted, policy, eligible, terms, offerPlan };
  };
}
