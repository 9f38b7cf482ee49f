// One batch of the policy `batched`: a plan for all open requests together, its offers, and a receipt for each request.
import { setImmediate } from 'node:timers/promises';
import {
  type BatchCandidate,
  type BatchTerms,
  defaultBatchTerms,
  maxOpenOffers,
  type OfferRound,
  planBatch,
  planOffers,
} from '@kerb/domain/dispatch';
import { DomainError, MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { readOnce, readSetOnce, violatesUnique } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository, isOfferRound, type RoundRow } from './dispatch.repository.ts';
import { createRankCandidates } from './rank-candidates.ts';
import { createRecordRound, type EvaluatedRound, type SearchStep } from './record-round.ts';

/** Requests of one batch, those that wait longest; the others are in the next one. */
const MAX_REQUESTS = 1_000;
/** Rounds that are recorded at the same time. */
const RECORDED_AT_ONCE = 4;

/** Drivers on a trip are not candidates. */
const terms: BatchTerms = { ...defaultBatchTerms, finishWithinSecs: 0 };

/** An open request with its candidates. */
interface Evaluated {
  step: SearchStep;
  round: EvaluatedRound;
  candidates: BatchCandidate[];
}

export interface BatchResult {
  requests: number;
  offered: number;
}

export function createRunBatch(deps: DispatchModuleDeps) {
  const { db, withTx, clock, logger, settings, booking: bookings } = deps;
  const { recordOfferRound, recordWaitingRound } = createRecordRound(deps);

  /** Evaluates the candidates of every request. What is known of a driver is read once for all of them. */
  async function evaluate(steps: readonly SearchStep[], candidateLimit: number): Promise<Evaluated[]> {
    const now = clock.now();
    const ids = steps.map(({ booking }) => booking.id);
    const [declined, timesAsked] = await Promise.all([
      bookings.declinedByEach(ids),
      dispatchRepository(db).timesAskedOfEach(ids),
    ]);
    // These requests have no open offer, so that no offer needs to be left out of the count.
    const openOffers = readOnce((drivers) => bookings.openOffersOf(drivers, NO_BOOKING, now));
    const lastTripEnds = readOnce(bookings.lastTripEnds);
    const rankCandidates = createRankCandidates({
      ...deps,
      fleet: { ...deps.fleet, searchNear: deps.fleet.sharedSearch() },
      wallet: { blockedAmong: readSetOnce(deps.wallet.blockedAmong) },
      booking: {
        ...bookings,
        declinedBy: async (id) => [...(declined.get(id) ?? [])],
        openOffersOf: openOffers,
      },
    });
    const search = { limit: candidateLimit, candidateLimit, maxOpenOffers: maxOpenOffers('batched') };
    const evaluated: Evaluated[] = [];
    for (const step of steps) {
      const { booking } = step;
      const { candidates, unlisted } = await rankCandidates(booking, search);
      const eligible = candidates.filter(({ gate }) => gate === null);
      const ended = await lastTripEnds(eligible.map(({ driver }) => driver));
      const offerPlan = booking.book_later
        ? planOffers(
            booking.tripdate,
            eligible.map(({ eta_secs }) => eta_secs),
          )
        : null;
      evaluated.push({
        step,
        round: { policy: 'batched', candidates, unlisted, offerPlan },
        candidates: eligible.map(({ driver, distance_km, eta_secs }) => ({
          driver,
          distance_km,
          eta_secs,
          free_in_secs: 0,
          // A driver without a trip has waited since they went on duty: at least as long as counts.
          idle_secs: secondsSince(ended.get(driver), now) ?? terms.idleMaxSecs,
          timesAsked: timesAsked.get(booking.id)?.get(driver) ?? 0,
        })),
      });
      // Travel times are computed on this thread: other requests to the server are answered in between.
      await setImmediate();
    }
    return evaluated;
  }

  /** The offers of the plan, by booking: one driver each, and every driver in one of them. */
  function assign(evaluated: readonly Evaluated[], now: number): Map<string, string> {
    const byId = new Map(evaluated.map((one) => [one.step.booking.id, one]));
    const requests = evaluated.map(({ step: { booking } }) => ({
      booking: booking.id,
      waited_secs: secondsSince(searchedSince(booking), now) ?? 0,
    }));
    const plan = planBatch(requests, ({ booking }) => byId.get(booking)?.candidates ?? [], terms);
    return new Map(plan.pairs.map(({ booking, driver }) => [booking, driver]));
  }

  /** Does nothing when another server has recorded the round, or when the booking was accepted or cancelled meanwhile. */
  async function unlessOvertaken(record: () => Promise<number>, booking: string): Promise<number> {
    try {
      return await record();
    } catch (error) {
      const isOvertaken =
        violatesUnique(error, 'dispatch_round_once') ||
        (error instanceof DomainError && error.code === 'transition_not_allowed');
      if (!isOvertaken) logger.warn({ err: error, booking }, 'A round of a batch could not be recorded');
      return 0;
    }
  }

  /** Offers the request to its driver; without one a round is recorded when the one before has ended. */
  async function settle(
    { step, round }: Evaluated,
    driver: string | undefined,
    expiresAt: number,
  ): Promise<number> {
    const { booking, last } = step;
    if (driver === undefined && last !== undefined && last.ends_at > clock.now()) return 0;
    const offers: OfferRound = { ranked: driver === undefined ? [] : [driver], wanted: 1, expiresAt };
    const maxOpen = maxOpenOffers('batched');
    return unlessOvertaken(() => recordOfferRound(step, round, { ...offers, maxOpen }), booking.id);
  }

  async function wait({ step, round }: Evaluated): Promise<void> {
    const { offerPlan } = round;
    if (offerPlan === null) return;
    await unlessOvertaken(async () => {
      await recordWaitingRound(step, round, offerPlan);
      return 0;
    }, step.booking.id);
  }

  async function planAndOffer({ candidateLimit, offerSeconds }: Settings): Promise<BatchResult> {
    const open = await bookings.withoutOffer(clock.now(), MAX_REQUESTS);
    if (open.length === 0) return nothing;
    const lastRounds = await dispatchRepository(db).lastRounds(open.map(({ id }) => id));
    const steps = open
      .map((booking) => {
        const last = lastRounds.get(booking.id);
        return { booking, last, hadOfferRound: last?.had_offer_round ?? false };
      })
      .filter(({ last }) => !waitsForItsTime(last, clock.now()));
    const evaluated = await evaluate(steps, candidateLimit);
    const now = clock.now();
    const early = evaluated.filter(({ round }) => round.offerPlan !== null && now < round.offerPlan.ask_at);
    const due = evaluated.filter((one) => !early.includes(one));
    const drivers = assign(due, now);
    const expiresAt = now + offerSeconds * MS_PER_SECOND;
    for (const one of early) await wait(one);
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

const nothing: BatchResult = { requests: 0, offered: 0 };
/** The id of no booking. */
const NO_BOOKING = '00000000-0000-0000-0000-000000000000';

/** Null for an unknown time; 0 for one in the future, after a clock was set back. */
const secondsSince = (time: number | undefined, now: number): number | null =>
  time === undefined ? null : Math.max(0, (now - time) / MS_PER_SECOND);

const searchedSince = ({ book_later, tripdate, dispatch_at }: DispatchedBooking): number =>
  book_later ? Math.max(tripdate, dispatch_at) : dispatch_at;

/** A later trip: its offers are not due, and the next estimate is not either. */
const waitsForItsTime = (last: RoundRow | undefined, now: number): boolean =>
  last !== undefined && !isOfferRound(last) && last.ends_at > now;
