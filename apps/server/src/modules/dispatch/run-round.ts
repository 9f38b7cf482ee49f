// One round of the search for a driver: evaluates candidates, sends offers or waits, and records the round as a receipt.
import { maxOpenOffers, nextLookAt, type OfferPlan, planOfferRound } from '@kerb/domain/dispatch';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import { addJob, appendEvent, type Tx } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository, type RoundRow } from './dispatch.repository.ts';
import { createPlanRound, type RoundPlan, type RoundSettings } from './plan-round.ts';
import type { RankedCandidate } from './rank-candidates.ts';

/** Delay before the next round when a round found no candidate. */
export const SEARCH_RETRY_MS = 10 * MS_PER_SECOND;
/** The next round's job runs a little late rather than just before the offers expire. */
const JOB_SLACK_MS = 100;

export const NEXT_ROUND_JOB = 'dispatch.next-round';

/** `scheduled`: a later trip whose offers are sent when the nearest driver has to leave. */
export type RoundOutcome = 'offered' | 'no_candidates' | 'scheduled';

/** Stores the round with its candidates and schedules the next round for its end. */
async function saveRound(
  tx: Tx,
  round: RoundRow,
  { candidates }: RoundPlan,
  asked: ReadonlySet<string>,
): Promise<void> {
  const repository = dispatchRepository(tx);
  await repository.insertRound(round);
  await repository.insertCandidates(round.id, receiptOf(candidates, asked));
  await scheduleRound(tx, round.booking, round.ends_at);
}

export function createRunRound(deps: DispatchModuleDeps) {
  const { withTx, clock, ids, booking: bookings } = deps;
  const planRound = createPlanRound(deps);

  const newRound = (
    booking: string,
    last: RoundRow | undefined,
    { policy, offerPlan, unlisted }: RoundPlan,
  ) => ({
    id: ids.next(),
    booking,
    number: (last?.number ?? 0) + 1,
    at: clock.now(),
    policy,
    unlisted,
    ask_at: offerPlan?.ask_at ?? null,
    nearest_secs: offerPlan?.nearest_secs ?? null,
  });

  /** A round without offers: the receipt shows the candidates, when offers will be sent, and the travel time behind it. */
  async function recordWaitingRound(
    booking: DispatchedBooking,
    last: RoundRow | undefined,
    plan: RoundPlan,
    offerPlan: OfferPlan,
  ): Promise<void> {
    await withTx((tx) => {
      const round = newRound(booking.id, last, plan);
      return saveRound(tx, { ...round, asked: 0, ends_at: nextLookAt(round.at, offerPlan) }, plan, new Set());
    });
  }

  async function recordOfferRound(
    tx: Tx,
    booking: DispatchedBooking,
    last: RoundRow | undefined,
    plan: RoundPlan,
  ): Promise<number> {
    const round = newRound(booking.id, last, plan);
    const now = round.at;
    await bookings.expireRequests(tx, booking.id);
    const offers = planOfferRound(plan.policy, plan.eligible, { now, ...plan.terms });
    const maxOpen = maxOpenOffers(plan.policy);
    const asked = new Set(await bookings.requestDrivers(tx, booking.id, { ...offers, maxOpen }));
    const isFirst = (await dispatchRepository(tx).firstOfferRound(booking.id)) === undefined;
    const ends_at = asked.size > 0 ? offers.expiresAt : now + SEARCH_RETRY_MS;
    await saveRound(tx, { ...round, asked: asked.size, ends_at }, plan, asked);
    if (booking.book_later && isFirst) await publishSearchBegun(tx, booking.id);
    return asked.size;
  }

  /** `last` is the previous round of the booking. Violates `dispatch_round_once` when another server starts the same round. */
  return async function runRound(
    booking: DispatchedBooking,
    last: RoundRow | undefined,
    settings: RoundSettings,
  ): Promise<RoundOutcome> {
    const plan = await planRound(booking, settings);
    if (plan.offerPlan !== null && clock.now() < plan.offerPlan.ask_at) {
      await recordWaitingRound(booking, last, plan, plan.offerPlan);
      return 'scheduled';
    }
    const asked = await withTx((tx) => recordOfferRound(tx, booking, last, plan));
    return asked > 0 ? 'offered' : 'no_candidates';
  };
}

/** Published once per booking, with its first offer round. */
const publishSearchBegun = (tx: Tx, id: string): Promise<void> =>
  appendEvent(tx, { name: 'booking.search-begun', topics: [], data: { booking_id: id } });

function receiptOf(candidates: readonly RankedCandidate[], asked: ReadonlySet<string>) {
  return candidates.map(({ driver, distance_km, eta_secs, gate }) => ({
    driver,
    distance_km,
    eta_secs,
    gate: asked.has(driver) ? null : gate,
    asked: asked.has(driver),
  }));
}

/** Schedules the next round; one pending job per booking, which runs when the current round expires. */
export async function scheduleRound(tx: Tx, booking: string, endsAt: number): Promise<void> {
  await addJob(
    tx,
    NEXT_ROUND_JOB,
    { booking_id: booking },
    {
      runAt: endsAt + JOB_SLACK_MS,
      jobKey: `${NEXT_ROUND_JOB}:${booking}`,
    },
  );
}
