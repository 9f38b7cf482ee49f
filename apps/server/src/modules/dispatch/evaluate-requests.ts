// Evaluates the candidates of all requests of a batch. What is known of a driver is read once for all of them.
import { setImmediate } from 'node:timers/promises';
import { type BatchCandidate, type BatchTerms, maxOpenOffers, planOffers } from '@kerb/domain/dispatch';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { readOnce, readSetOnce } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { createEndingTrips } from './finishing-drivers.ts';
import { createRankCandidates, type RankedCandidate } from './rank-candidates.ts';
import type { EvaluatedRound, SearchStep } from './record-round.ts';

/** A request with its candidates: all of them for the receipt, the eligible ones for the plan. */
export interface EvaluatedRequest {
  step: SearchStep;
  round: EvaluatedRound;
  candidates: BatchCandidate[];
}

/** Null for an unknown time; 0 for one in the future, after a clock was set back. */
export const secondsSince = (time: number | undefined, now: number): number | null =>
  time === undefined ? null : Math.max(0, (now - time) / MS_PER_SECOND);

export function createEvaluateRequests(deps: DispatchModuleDeps, terms: Pick<BatchTerms, 'idleMaxSecs'>) {
  const { db, clock, booking: bookings } = deps;

  /** Ranks candidates as a round does, with reads that remember each driver. */
  function rankTogether(declined: ReadonlyMap<string, ReadonlySet<string>>, now: number) {
    return createRankCandidates({
      ...deps,
      fleet: { ...deps.fleet, ...deps.fleet.sharedSearch() },
      endingTrips: createEndingTrips(deps),
      wallet: { blockedAmong: readSetOnce(deps.wallet.blockedAmong) },
      booking: {
        ...bookings,
        declinedBy: async (id) => [...(declined.get(id) ?? [])],
        // The requests of a batch have no open offer, so that no offer needs to be left out of the count.
        openOffersOf: readOnce((drivers) => bookings.openOffersOf(drivers, null, now)),
      },
    });
  }

  /** A driver whose last trip has no end counts as idle for as long as it matters. */
  const idleSecs = (ended: number | undefined, now: number): number =>
    secondsSince(ended, now) ?? terms.idleMaxSecs;

  const planOf = ({ book_later, tripdate }: DispatchedBooking, eligible: readonly RankedCandidate[]) =>
    book_later
      ? planOffers(
          tripdate,
          eligible.map(({ eta_secs }) => eta_secs),
        )
      : null;

  return async function evaluateRequests(
    steps: readonly SearchStep[],
    { candidateLimit, followOnSeconds }: Pick<Settings, 'candidateLimit' | 'followOnSeconds'>,
  ): Promise<EvaluatedRequest[]> {
    const now = clock.now();
    const ids = steps.map(({ booking }) => booking.id);
    const [declined, timesAsked] = await Promise.all([
      bookings.declinedByEach(ids),
      dispatchRepository(db).timesAsked(ids),
    ]);
    const lastTripEnds = readOnce(bookings.lastTripEnds);
    const rankCandidates = rankTogether(declined, now);
    const search = {
      limit: candidateLimit,
      candidateLimit,
      maxOpenOffers: maxOpenOffers('batched'),
      followOnSeconds,
    };
    const evaluated: EvaluatedRequest[] = [];
    for (const step of steps) {
      const { booking } = step;
      const { candidates, unlisted } = await rankCandidates(booking, search);
      const eligible = candidates.filter(({ gate }) => gate === null);
      const ended = await lastTripEnds(eligible.map(({ driver }) => driver));
      evaluated.push({
        step,
        round: { policy: 'batched', candidates, unlisted, offerPlan: planOf(booking, eligible) },
        candidates: eligible.map((candidate) => {
          const { driver, lat, lng, distance_km, eta_secs, finishing } = candidate;
          const free_in_secs = finishing?.free_in_secs ?? 0;
          return {
            driver,
            place: { lat, lng },
            distance_km,
            eta_secs: eta_secs === null ? null : eta_secs - free_in_secs,
            free_in_secs,
            idle_secs: finishing === null ? idleSecs(ended.get(driver), now) : 0,
            timesAsked: timesAsked.get(booking.id)?.get(driver) ?? 0,
          };
        }),
      });
      // Travel times are computed on this thread: other requests to the server are answered in between.
      await setImmediate();
    }
    return evaluated;
  };
}
