// Evaluates the candidates of all requests of a batch. What is known of a driver is read once for all of them.
import { setImmediate } from 'node:timers/promises';
import {
  type BatchCandidate,
  type BatchTerms,
  maxOpenOffers,
  type OfferPlan,
  plannedFirst,
  planOffers,
} from '@kerb/domain/dispatch';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { readOnce } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { createEndingTrips, followOnWithin } from './finishing-drivers.ts';
import type { RankedCandidate } from './rank-candidates.ts';
import { createRankTogether } from './rank-together.ts';
import type { EvaluatedRound, SearchStep } from './record-round.ts';
import { reservationsRepository } from './reservations.repository.ts';
import { createFindReserved, createReservedBookingsOnce } from './reserved-drivers.ts';

/** A request with its candidates: all of them for the receipt, the eligible ones for the plan. */
export interface EvaluatedRequest {
  step: SearchStep;
  round: EvaluatedRound;
  candidates: BatchCandidate[];
  /** The driver planned for a later booking, who gets its offer without a comparison; null without one. */
  first: string | null;
}

/** Null for an unknown time; 0 for one in the future, after a clock was set back. */
export const secondsSince = (time: number | undefined, now: number): number | null =>
  time === undefined ? null : Math.max(0, (now - time) / MS_PER_SECOND);

export function createEvaluateRequests(deps: DispatchModuleDeps, terms: Pick<BatchTerms, 'idleMaxSecs'>) {
  const { db, clock, booking: bookings } = deps;
  const rankTogether = createRankTogether(deps);

  /** A driver whose last trip has no end counts as idle for as long as it matters. */
  const idleSecs = (ended: number | undefined, now: number): number =>
    secondsSince(ended, now) ?? terms.idleMaxSecs;

  function asBatchCandidate(
    candidate: RankedCandidate & { timesAsked: number },
    ended: ReadonlyMap<string, number>,
    now: number,
  ): BatchCandidate {
    const { driver, lat, lng, distance_km, eta_secs, finishing, timesAsked } = candidate;
    const free_in_secs = finishing?.free_in_secs ?? 0;
    return {
      driver,
      place: { lat, lng },
      distance_km,
      eta_secs: eta_secs === null ? null : eta_secs - free_in_secs,
      free_in_secs,
      idle_secs: finishing === null ? idleSecs(ended.get(driver), now) : 0,
      timesAsked,
    };
  }

  return async function evaluateRequests(
    steps: readonly SearchStep[],
    { candidateLimit, followOnSeconds }: Pick<Settings, 'candidateLimit' | 'followOnSeconds'>,
  ): Promise<EvaluatedRequest[]> {
    const now = clock.now();
    const ids = steps.map(({ booking }) => booking.id);
    const later = steps.filter(({ booking }) => booking.book_later).map(({ booking }) => booking.id);
    const [rankCandidates, timesAsked, planned] = await Promise.all([
      rankTogether(ids, {
        endingTrips: createEndingTrips(deps),
        findReserved: createFindReserved(deps, createReservedBookingsOnce(deps)),
      }),
      dispatchRepository(db).timesAsked(ids),
      reservationsRepository(db).driversOf(later),
    ]);
    const lastTripEnds = readOnce(bookings.lastTripEnds);
    const evaluated: EvaluatedRequest[] = [];
    for (const step of steps) {
      const { booking } = step;
      const { candidates, unlisted } = await rankCandidates(booking, {
        limit: candidateLimit,
        candidateLimit,
        maxOpenOffers: maxOpenOffers('batched'),
        finishWithinSecs: followOnWithin(booking, followOnSeconds, now),
      });
      const asked = timesAsked.get(booking.id);
      const eligible = candidates
        .filter(({ gate }) => gate === null)
        .map((one) => ({ ...one, timesAsked: asked?.get(one.driver) ?? 0 }));
      const first = plannedFirst(eligible, planned.get(booking.id) ?? null);
      const ended = await lastTripEnds(eligible.map(({ driver }) => driver));
      const offerPlan = planOf(booking, eligible, first);
      evaluated.push({
        step,
        round: { policy: 'batched', candidates, unlisted, offerPlan },
        candidates: eligible.map((candidate) => asBatchCandidate(candidate, ended, now)),
        first: first?.driver ?? null,
      });
      // Travel times are computed on this thread: other requests to the server are answered in between.
      await setImmediate();
    }
    return evaluated;
  };
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
