// Evaluates the candidates of several requests at one moment, with one read of each driver.
import { maxOpenOffers, type OfferPlan, plannedFirst, planOffers, roundSize } from '@kerb/domain/dispatch';
import type { Settings } from '@kerb/domain/settings';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { createEndingTrips, followOnWithin } from './finishing-drivers.ts';
import type { RankedCandidate } from './rank-candidates.ts';
import { createRankTogether } from './rank-together.ts';
import type { EvaluatedRound, SearchStep } from './record-round.ts';
import { reservationsRepository } from './reservations.repository.ts';
import { createFindReserved, createReservedBookings } from './reserved-drivers.ts';

/** `offerCount`: the number of offers of this booking that the driver has received before. */
export type EligibleCandidate = RankedCandidate & { offerCount: number };

/** A request with its candidates: all of them for the receipt, the eligible ones for the policy to choose from. */
export interface EvaluatedRequest {
  step: SearchStep;
  round: EvaluatedRound;
  eligible: EligibleCandidate[];
  /** The driver planned for a later booking; null without one. */
  planned: string | null;
}

export type SearchSettings = Pick<
  Settings,
  'dispatchPolicy' | 'offerSeconds' | 'broadcastLimit' | 'candidateLimit' | 'followOnSeconds'
>;

/** For one run of the search: its groups share the reads of drivers, except their open offers. */
export function createEvaluateRequests(deps: DispatchModuleDeps) {
  const { db, clock } = deps;
  const rankTogether = createRankTogether(deps, {
    endingTrips: createEndingTrips(deps),
    findReserved: createFindReserved(deps, createReservedBookings(deps)),
  });

  return async function evaluateRequests(
    steps: readonly SearchStep[],
    settings: SearchSettings,
  ): Promise<EvaluatedRequest[]> {
    const { dispatchPolicy: policy, followOnSeconds, candidateLimit } = settings;
    const now = clock.now();
    const later = steps.filter(({ booking }) => booking.book_later).map(({ booking }) => booking.id);
    const withOffers = steps.filter(({ offerRounds }) => offerRounds > 0).map(({ booking }) => booking.id);
    const [offerCounts, planned] = await Promise.all([
      dispatchRepository(db).offerCounts(withOffers),
      reservationsRepository(db).driversOf(later),
    ]);
    const ranked = await rankTogether(
      steps.map((step) => ({
        booking: step.booking,
        terms: {
          limit: searchLimit(step, settings),
          candidateLimit,
          maxOpenOffers: maxOpenOffers(policy),
          finishWithinSecs: followOnWithin(step.booking, followOnSeconds, now),
        },
      })),
    );
    return steps.flatMap((step): EvaluatedRequest[] => {
      const { booking } = step;
      const found = ranked.get(booking.id);
      if (!found) return [];
      const { candidates, unlisted } = found;
      const times = offerCounts.get(booking.id);
      const eligible = candidates
        .filter(({ gate }) => gate === null)
        .map((one) => ({ ...one, offerCount: times?.get(one.driver) ?? 0 }));
      const driver = planned.get(booking.id) ?? null;
      const offerPlan = planOf(booking, eligible, plannedFirst(eligible, driver));
      const round = { policy, candidates, unlisted, offerPlan };
      return [{ step, round, eligible, planned: driver }];
    });
  };
}

/** The number of eligible drivers that a search looks for: at least the size of the round. */
function searchLimit(
  { offerRounds }: SearchStep,
  { dispatchPolicy: policy, candidateLimit, broadcastLimit }: SearchSettings,
): number {
  if (policy === 'batched') return candidateLimit;
  return Math.max(candidateLimit, roundSize(policy, { broadcastLimit, round: offerRounds + 1 }));
}

/** When the offers of a later trip are sent; null for a trip now. */
function planOf(
  { book_later, tripdate }: DispatchedBooking,
  eligible: readonly RankedCandidate[],
  first: RankedCandidate | undefined,
): OfferPlan | null {
  const travelTimes = eligible.map(({ eta_secs }) => eta_secs);
  return book_later ? planOffers(tripdate, travelTimes, first?.eta_secs ?? null) : null;
}
