// One batch of the policy `batched`: a plan for all open requests together, its offers, and a receipt for each request.
import { setImmediate } from 'node:timers/promises';
import {
  type BatchTerms,
  defaultBatchTerms,
  type Market,
  maxOpenOffers,
  planBatch,
} from '@kerb/domain/dispatch';
import { DomainError, MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { violatesUnique } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository, isOfferRound, type RoundRow } from './dispatch.repository.ts';
import { createEvaluateRequests, type EvaluatedRequest, secondsSince } from './evaluate-requests.ts';
import { endOfSearch } from './offer-booking.ts';
import { createReadMarket } from './read-market.ts';
import { createRecordRound, type SearchStep } from './record-round.ts';

/** A batch has at most so many requests, the oldest. More would take longer than a batch length. */
const MAX_REQUESTS = 1_000;
/** Rounds that are recorded in one transaction. */
const RECORDED_TOGETHER = 25;

type PlannedRequest = Pick<EvaluatedRequest, 'step' | 'round'> & { driver: string | null };

export interface BatchResult {
  requests: number;
  offered: number;
}

const nothing: BatchResult = { requests: 0, offered: 0 };

export function createRunBatch(deps: DispatchModuleDeps) {
  const { db, withTx, clock, logger, settings, booking: bookings } = deps;
  const { recordBatch, recordWaitingRound } = createRecordRound(deps);
  const evaluateRequests = createEvaluateRequests(deps, defaultBatchTerms);
  const readMarket = createReadMarket(deps);

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

  /** Returns the number of offers. Where the rounds cannot be recorded together, each is recorded by itself. */
  async function record(planned: readonly PlannedRequest[], limits: { expiresAt: number; maxOpen: number }) {
    try {
      return await recordBatch(planned, limits);
    } catch (error) {
      logger.warn({ err: error }, 'The rounds of a batch could not be recorded together');
    }
    let offered = 0;
    for (const one of planned)
      await unlessOvertaken(one.step.booking.id, async () => {
        offered += await recordBatch([one], limits);
      });
    return offered;
  }

  /** Those whose search goes on; the others are cancelled and their riders notified. */
  async function openRequests() {
    const now = clock.now();
    const open = await bookings.withoutOffer(now, MAX_REQUESTS);
    if (open.length === 0) return [];
    const ids = open.map(({ id }) => id);
    const repository = dispatchRepository(db);
    const [lastRounds, manual] = await Promise.all([repository.lastRounds(ids), repository.manualOf(ids)]);
    const steps: (SearchStep & { last: RoundRow | undefined })[] = [];
    for (const booking of open) {
      const last = lastRounds.get(booking.id);
      const firstOffersAt = last?.first_offers_at ?? null;
      // The return to automatic dispatch is recorded by the sweep that follows the change of the settings.
      const resumedAt = manual.get(booking.id) === null ? now : (manual.get(booking.id) ?? 0);
      const reason = endOfSearch(booking, { firstOffersAt, resumedAt }, now);
      if (reason !== null) await bookings.cancelBySystem(booking.id, reason);
      else if (!waitsForItsTime(last, now))
        steps.push({ booking, last, hadOfferRound: firstOffersAt !== null });
    }
    return steps;
  }

  /** A request without a driver has a receipt once the round before has ended. */
  const isRecorded = ({ step, driver }: PlannedRequest, now: number): boolean =>
    driver !== null || step.last === undefined || step.last.ends_at <= now;

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
    const market = await readMarket(
      due.map(({ step }) => step.booking),
      followOnSeconds,
    );
    const terms = { ...defaultBatchTerms, finishWithinSecs: followOnSeconds };
    const drivers = assign(due, terms, market, now);
    const planned = due
      .map(({ step, round }) => ({ step, round, driver: drivers.get(step.booking.id) ?? null }))
      .filter((one) => isRecorded(one, now));
    const limits = { expiresAt: now + offerSeconds * MS_PER_SECOND, maxOpen: maxOpenOffers('batched') };
    let offered = 0;
    for (let next = 0; next < planned.length; next += RECORDED_TOGETHER) {
      offered += await record(planned.slice(next, next + RECORDED_TOGETHER), limits);
      // Requests to the server are answered in between.
      await setImmediate();
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

/** The driver of each booking that the plan gives one. Drivers planned for a later booking are asked for that one first. */
function assign(
  evaluated: readonly EvaluatedRequest[],
  terms: BatchTerms,
  market: Market,
  now: number,
): Map<string, string> {
  const drivers = new Map<string, string>();
  for (const { step, first } of evaluated) if (first !== null) drivers.set(step.booking.id, first);
  const taken = new Set(drivers.values());
  const others = evaluated.filter(({ first }) => first === null);
  const candidatesOf = new Map(
    others.map(({ step, candidates }) => [
      step.booking.id,
      candidates.filter(({ driver }) => !taken.has(driver)),
    ]),
  );
  const requests = others.map(({ step: { booking } }) => ({
    booking: booking.id,
    pickup: booking.pickup,
    waited_secs: secondsSince(searchedSince(booking), now) ?? 0,
  }));
  const plan = planBatch(requests, ({ booking }) => candidatesOf.get(booking) ?? [], terms, market);
  for (const { booking, driver } of plan.pairs) drivers.set(booking, driver);
  return drivers;
}

const searchedSince = ({ book_later, tripdate, dispatch_at }: DispatchedBooking): number =>
  book_later ? Math.max(tripdate, dispatch_at) : dispatch_at;

/** A later trip: its offers are not due, and the next estimate is not either. */
const waitsForItsTime = (last: RoundRow | undefined, now: number): boolean =>
  last !== undefined && !isOfferRound(last) && last.ends_at > now;
