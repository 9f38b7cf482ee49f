// Records rounds of the search for a driver: makes their offers and stores their receipts with every candidate.
import { nextLookAt, type OfferPlan } from '@kerb/domain/dispatch';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { DispatchPolicy } from '@kerb/domain/settings';
import { appendEvents } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { type CandidateRow, dispatchRepository, type RoundRow } from './dispatch.repository.ts';
import type { Lease } from './leases.repository.ts';
import { followOnOffers, type RankedCandidate, type SearchResult } from './rank-candidates.ts';
import { lockLease } from './search-lease.ts';

/** Delay before the next round when a round found no candidate. */
export const SEARCH_RETRY_MS = 10 * MS_PER_SECOND;

/** The evaluation on which a round was decided. */
export interface EvaluatedRound {
  policy: DispatchPolicy;
  candidates: readonly RankedCandidate[];
  unlisted: SearchResult['unlisted'];
  /** When the offers of a later trip are sent; null for a trip now. */
  offerPlan: OfferPlan | null;
}

/** A booking with its previous round, if there was one. */
export interface SearchStep {
  booking: DispatchedBooking;
  last: Pick<RoundRow, 'number' | 'ends_at'> | undefined;
  /** An earlier round sent offers or would have sent some. */
  hadOfferRound: boolean;
  /** The earlier rounds that sent offers. */
  offerRounds: number;
}

/** A round with the offers that its policy plans. */
export interface PlannedRound {
  step: SearchStep;
  round: EvaluatedRound;
  /** Null for a later trip whose offers are not sent yet. */
  offers: { ranked: readonly string[]; wanted: number } | null;
}

/** `scheduled`: a later trip whose offers are sent when the nearest driver has to leave. */
export type RoundOutcome = 'offered' | 'no_candidates' | 'scheduled';

/** `expiresAt`: when the offers expire, ms since the epoch; `maxOpen`: the open offers that a driver may have. */
export interface RecordTerms {
  lease: Lease;
  expiresAt: number;
  maxOpen: number;
}

const noOffers = { ranked: [], wanted: 0 };

export function createRecordRounds({
  withTx,
  clock,
  ids,
  booking: bookings,
}: Pick<DispatchModuleDeps, 'withTx' | 'clock' | 'ids' | 'booking'>) {
  function endsAt(
    { round, offers }: PlannedRound,
    offerCount: number,
    at: number,
    expiresAt: number,
  ): number {
    if (offers === null && round.offerPlan !== null) return nextLookAt(at, round.offerPlan);
    return offerCount > 0 ? expiresAt : at + SEARCH_RETRY_MS;
  }

  /**
   * Makes the offers and stores the receipts in one transaction, without jobs: the next run finds expired rounds.
   * Leaves out bookings that are no longer NEW, and those whose drivers all got other offers in the meantime; the next
   * run searches for them again. When another server has recorded one of the rounds, records no round and violates
   * `dispatch_round_once`. Throws LeaseLostError when another server has taken over the search.
   */
  return function recordRounds(
    planned: readonly PlannedRound[],
    { lease, ...limits }: RecordTerms,
  ): Promise<Map<string, RoundOutcome>> {
    return withTx(async (tx) => {
      await lockLease(tx, lease);
      const at = clock.now();
      const requests = planned.map(({ step: { booking }, round, offers }) => ({
        booking: booking.id,
        ...(offers ?? noOffers),
        followOns: followOnOffers(round.candidates, at),
      }));
      const made = await bookings.offerRounds(tx, requests, limits);
      const open = planned.filter(({ step: { booking }, offers }) => {
        const offeredTo = made.get(booking.id);
        return offeredTo !== undefined && (offeredTo.length > 0 || (offers ?? noOffers).ranked.length === 0);
      });
      const outcomes = new Map<string, RoundOutcome>();
      const rounds = open.map((one) => {
        const { booking, last } = one.step;
        const { policy, unlisted, offerPlan, candidates } = one.round;
        const offeredTo = new Set(made.get(booking.id));
        outcomes.set(booking.id, outcomeOf(one, offeredTo.size));
        return {
          id: ids.next(),
          booking: booking.id,
          number: (last?.number ?? 0) + 1,
          at,
          policy,
          asked: offeredTo.size,
          unlisted,
          ends_at: endsAt(one, offeredTo.size, at, limits.expiresAt),
          ask_at: offerPlan?.ask_at ?? null,
          nearest_secs: offerPlan?.nearest_secs ?? null,
          candidates: receiptOf(candidates, offeredTo),
        };
      });
      await dispatchRepository(tx).insertRounds(rounds);
      // Published once per booking, with its first offer round.
      const begun = open.filter(
        ({ step, offers }) => step.booking.book_later && !step.hadOfferRound && offers !== null,
      );
      await appendEvents(
        tx,
        begun.map(({ step }) => ({
          name: 'booking.search-begun',
          topics: [],
          data: { booking_id: step.booking.id },
        })),
      );
      return outcomes;
    });
  };
}

function outcomeOf({ offers }: PlannedRound, offerCount: number): RoundOutcome {
  if (offers === null) return 'scheduled';
  return offerCount > 0 ? 'offered' : 'no_candidates';
}

function receiptOf(candidates: readonly RankedCandidate[], offeredTo: ReadonlySet<string>): CandidateRow[] {
  return candidates.map(({ driver, distance_km, eta_secs, finishing, gate, lat, lng }) => ({
    driver,
    distance_km,
    eta_secs,
    free_in_secs: finishing?.free_in_secs ?? null,
    gate: offeredTo.has(driver) ? null : gate,
    asked: offeredTo.has(driver),
    lat,
    lng,
  }));
}
