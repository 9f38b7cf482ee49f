// Plans a round: ranks the candidates of a booking and computes when the offers of a later trip are sent.
import {
  maxOpenOffers,
  type OfferPlan,
  plannedFirst,
  planOffers,
  type RoundPolicy,
  roundSize,
} from '@kerb/domain/dispatch';
import type { Settings } from '@kerb/domain/settings';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository, type PastRound } from './dispatch.repository.ts';
import { followOnWithin } from './finishing-drivers.ts';
import { createRankCandidates } from './rank-candidates.ts';
import { reservationsRepository } from './reservations.repository.ts';
import { createFindReserved, createReservedBookings } from './reserved-drivers.ts';

export type RoundSettings = Pick<
  Settings,
  'offerSeconds' | 'broadcastLimit' | 'candidateLimit' | 'followOnSeconds'
> & {
  policy: RoundPolicy;
};

export function createPlanRound(deps: DispatchModuleDeps) {
  const findReserved = createFindReserved(deps, createReservedBookings(deps));
  const rankCandidates = createRankCandidates({ ...deps, findReserved });

  /** The driver planned for a later booking; null without one. */
  async function plannedFor({ id, book_later }: DispatchedBooking): Promise<string | null> {
    if (!book_later) return null;
    return (await reservationsRepository(deps.db).ofBooking(id))?.driver ?? null;
  }

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
      finishWithinSecs: followOnWithin(booking, followOnSeconds, deps.clock.now()),
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
    const planned = await plannedFor(booking);
    const plannedEta = plannedFirst(eligible, planned)?.eta_secs ?? null;
    const offerPlan: OfferPlan | null = booking.book_later
      ? planOffers(booking.tripdate, travelTimes, plannedEta)
      : null;
    const terms = { offerSeconds, broadcastLimit, round, planned };
    return { candidates, unlisted, policy, eligible, terms, offerPlan };
  };
}
