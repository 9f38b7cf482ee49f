// One batch of the policy `batched`: a plan for all open requests together, its offers, and a receipt for each request.
import { type BatchTerms, defaultBatchTerms, maxOpenOffers, planBatch } from '@kerb/domain/dispatch';
import { DomainError, MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { violatesUnique } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository, isOfferRound, type RoundRow } from './dispatch.repository.ts';
import { createEvaluateRequests, type EvaluatedRequest, secondsSince } from './evaluate-requests.ts';
import { followOnOffers } from './rank-candidates.ts';
import { createRecordRound } from './record-round.ts';

/** A batch has at most so many requests, the oldest. More would take longer than a batch length. */
const MAX_REQUESTS = 1_000;
/** Rounds that are recorded at the same time. */
const RECORDED_AT_ONCE = 4;

export interface BatchResult {
  requests: number;
  offered: number;
}

const nothing: BatchResult = { requests: 0, offered: 0 };

export function createRunBatch(deps: DispatchModuleDeps) {
  const { db, withTx, clock, logger, settings, booking: bookings } = deps;
  const { recordOfferRound, recordWaitingRound } = createRecordRound(deps);
  const evaluateRequests = createEvaluateRequests(deps, defaultBatchTerms);

  /** Does nothing when another server has recorded the round, or when the booking was accepted or cancelled meanwhile. */
  async function unlessOvertaken(booking: string, record: () => Promise<unknown>): Promise<void> {
    try {
      await record();
    } catch (error) {
      const isOvertaken =
        violatesUnique(error, 'dispatch_round_once') ||
        (error instanceof DomainError && error.code === 'transition_not_allowed');
      if (!isOvertaken) logger.warn({ err: error, booking }, 'A round of a batch could not be recorded');
    }
  }

  /** Returns the number of offers: one to its driver. Without a driver a round is recorded once the one before has ended. */
  async function settle({ step, round }: EvaluatedRequest, driver: string | undefined, expiresAt: number) {
    const { booking, last } = step;
    const isRoundOpen = last !== undefined && last.ends_at > clock.now();
    if (driver === undefined && isRoundOpen) return 0;
    const ranked = driver === undefined ? [] : [driver];
    const followOns = followOnOffers(round.candidates, clock.now());
    const offers = { ranked, wanted: 1, expiresAt, maxOpen: maxOpenOffers('batched'), followOns };
    let offered = 0;
    await unlessOvertaken(booking.id, async () => {
      offered = await recordOfferRound(step, round, offers);
    });
    return offered;
  }

  async function openRequests() {
    const open = await bookings.withoutOffer(clock.now(), MAX_REQUESTS);
    const lastRounds = await dispatchRepository(db).lastRounds(open.map(({ id }) => id));
    return open
      .map((booking) => {
        const last = lastRounds.get(booking.id);
        return { booking, last, hadOfferRound: last?.had_offer_round ?? false };
      })
      .filter(({ last }) => !waitsForItsTime(last, clock.now()));
  }

  async function planAndOffer(current: Settings): Promise<BatchResult> {
    const { offerSeconds, followOnSeconds } = current;
    const steps = await openRequests();
    if (steps.length === 0) return nothing;
    const evaluated = await evaluateRequests(steps, current);
    const now = clock.now();
    const due: EvaluatedRequest[] = [];
    for (const one of evaluated) {
      const { step, round } = one;
      const { offerPlan } = round;
      if (offerPlan === null || now >= offerPlan.ask_at) due.push(one);
      else await unlessOvertaken(step.booking.id, () => recordWaitingRound(step, round, offerPlan));
    }
    const drivers = assign(due, { ...defaultBatchTerms, finishWithinSecs: followOnSeconds }, now);
    const expiresAt = now + offerSeconds * MS_PER_SECOND;
    let offered = 0;
    for (let next = 0; next < due.length; next += RECORDED_AT_ONCE) {
      const group = due.slice(next, next + RECORDED_AT_ONCE);
      const counts = await Promise.all(
        group.map((one) => settle(one, drivers.get(one.step.booking.id), expiresAt)),
      );
      offered += counts.reduce((total, count) => total + count, 0);
    }
    return { requests: steps.length, offered };
  }

  /** Safe to call on every server at any time: while one of them runs a batch, the others do nothing. */
  return async function runBatch(): Promise<BatchResult> {
    const current = await settings.get();
    if (!current.autoDispatch || current.dispatchPolicy !== 'batched') return nothing;
    return withTx(async (tx) =>
      (await dispatchRepository(tx).lockBatch()) ? planAndOffer(current) : nothing,
    );
  };
}

/** The driver of each booking that the plan gives one. */
function assign(evaluated: readonly EvaluatedRequest[], terms: BatchTerms, now: number): Map<string, string> {
  const candidatesOf = new Map(evaluated.map(({ step, candidates }) => [step.booking.id, candidates]));
  const requests = evaluated.map(({ step: { booking } }) => ({
    booking: booking.id,
    waited_secs: secondsSince(searchedSince(booking), now) ?? 0,
  }));
  const plan = planBatch(requests, ({ booking }) => candidatesOf.get(booking) ?? [], terms);
  return new Map(plan.pairs.map(({ booking, driver }) => [booking, driver]));
}

const searchedSince = ({ book_later, tripdate, dispatch_at }: DispatchedBooking): number =>
  book_later ? Math.max(tripdate, dispatch_at) : dispatch_at;

/** A later trip: its offers are not due, and the next estimate is not either. */
const waitsForItsTime = (last: RoundRow | undefined, now: number): boolean =>
  last !== undefined && !isOfferRound(last) && last.ends_at > now;
