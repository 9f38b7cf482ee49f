// One round of dispatch: looks for drivers for a NEW booking, asks them, and writes down why, why not, or why not yet.
import {
  type AskingPlan,
  isOverdue,
  makeOffers,
  nextLookAt,
  OVERDUE_AFTER_MS,
  planAsking,
} from '@kerb/domain/dispatch';
import { DomainError, MS_PER_MINUTE, MS_PER_SECOND } from '@kerb/domain/kernel';
import { addJob, appendEvent, type Tx, violatesUnique } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository, type RoundRow } from './dispatch.repository.ts';
import { createWeighDrivers, type DriverWeight } from './weigh-drivers.ts';

/** While nobody can be asked, it is looked again after this long. */
export const LOOK_AGAIN_MS = 10 * MS_PER_SECOND;
/** A search that has found nobody for this long ends: the rider is told and can book anew. */
export const GIVE_UP_AFTER_MS = 10 * MS_PER_MINUTE;
export const NOBODY_TOOK_IT = 'no driver took the booking';
/** The server was away, or nobody assigned a driver, until long after the trip's time. */
export const TIME_HAS_PASSED = 'the time of the trip has passed';

export const NEXT_ROUND_JOB = 'dispatch.next-round';

/**
 * What came of it. `stands`: an earlier round is not over yet. `waits`: a later trip whose drivers are asked when the
 * nearest has to set out. `by_hand`: an admin assigns.
 */
export type OfferOutcome =
  | 'asked'
  | 'nobody'
  | 'waits'
  | 'stands'
  | 'not_due'
  | 'by_hand'
  | 'closed'
  | 'given_up';

/** The next round's job runs a little late rather than a moment before the offers are over. */
const JOB_SLACK_MS = 100;

export function createOfferBooking(deps: DispatchModuleDeps) {
  const { db, withTx, clock, ids, settings, booking: bookings } = deps;
  const weighDrivers = createWeighDrivers(deps);

  /** The round stands while its time runs, unless everybody it asked has refused meanwhile. */
  async function stands(last: RoundRow | undefined, now: number): Promise<boolean> {
    if (last === undefined || last.ends_at <= now) return false;
    return last.asked === 0 || (await bookings.openRequests(last.booking)).length > 0;
  }

  /**
   * From the first time somebody was asked for, from the time of a later trip, or from when the admins were relieved
   * of it, whichever comes last.
   */
  async function isHopeless(booking: DispatchedBooking, resumedAt: number, now: number): Promise<boolean> {
    const first = await dispatchRepository(db).firstAsking(booking.id);
    if (first === undefined) return false;
    const since = Math.max(first.at, resumedAt, booking.book_later ? booking.tripdate : 0);
    return now >= since + GIVE_UP_AFTER_MS;
  }

  async function planRound(booking: DispatchedBooking) {
    const { dispatchPolicy, offerSeconds } = await settings.get();
    const weighed = await weighDrivers(booking);
    const timesAsked = await dispatchRepository(db).timesAsked(booking.id);
    const eligible = weighed
      .filter(({ gate }) => gate === null)
      .map(({ driver, distance_km, eta_secs }) => ({
        driver,
        distance_km,
        eta_secs,
        timesAsked: timesAsked.get(driver) ?? 0,
      }));
    const ways = eligible.map(({ eta_secs }) => eta_secs);
    const asking = booking.book_later ? planAsking(booking.tripdate, ways) : null;
    return { weighed, policy: dispatchPolicy, eligible, offerSeconds, asking };
  }

  type Plan = Awaited<ReturnType<typeof planRound>>;

  /** Keeps the round with everybody weighed in it, and has the next one start when it is over. */
  async function keep(tx: Tx, round: RoundRow, { weighed }: Plan, asked: ReadonlySet<string>): Promise<void> {
    const repository = dispatchRepository(tx);
    await repository.insertRound(round);
    await repository.insertCandidates(round.id, receiptOf(weighed, asked));
    await scheduleRound(tx, round.booking, round.ends_at);
  }

  const newRound = (booking: string, last: RoundRow | undefined, { policy, asking }: Plan) => ({
    id: ids.next(),
    booking,
    number: (last?.number ?? 0) + 1,
    at: clock.now(),
    policy,
    ask_at: asking?.ask_at ?? null,
    nearest_secs: asking?.nearest_secs ?? null,
  });

  /** A look around: the receipt shows who is there, when they will be asked, and by whose way that was reckoned. */
  async function writeLook(
    booking: DispatchedBooking,
    last: RoundRow | undefined,
    plan: Plan,
    asking: AskingPlan,
  ): Promise<void> {
    await withTx((tx) => {
      const round = newRound(booking.id, last, plan);
      return keep(tx, { ...round, asked: 0, ends_at: nextLookAt(round.at, asking) }, plan, new Set());
    });
  }

  async function writeRound(
    tx: Tx,
    booking: DispatchedBooking,
    last: RoundRow | undefined,
    plan: Plan,
  ): Promise<number> {
    const round = newRound(booking.id, last, plan);
    const now = round.at;
    await bookings.expireRequests(tx, booking.id);
    const offers = makeOffers(plan.policy, plan.eligible, { now, offerSeconds: plan.offerSeconds });
    const offersEnd = Math.max(now, ...offers.map(({ expiresAt }) => expiresAt));
    const chosen = offers.map(({ driver }) => driver);
    const asked = new Set(
      chosen.length === 0 ? [] : await bookings.requestDrivers(tx, booking.id, chosen, offersEnd),
    );
    const isFirst = (await dispatchRepository(tx).firstAsking(booking.id)) === undefined;
    const ends_at = asked.size > 0 ? offersEnd : now + LOOK_AGAIN_MS;
    await keep(tx, { ...round, asked: asked.size, ends_at }, plan, asked);
    if (booking.book_later && isFirst) await tellSearchBegun(tx, booking.id);
    return asked.size;
  }

  async function start(booking: DispatchedBooking, last: RoundRow | undefined): Promise<OfferOutcome> {
    const plan = await planRound(booking);
    if (plan.asking !== null && clock.now() < plan.asking.ask_at) {
      await writeLook(booking, last, plan, plan.asking);
      return 'waits';
    }
    const asked = await withTx((tx) => writeRound(tx, booking, last, plan));
    return asked > 0 ? 'asked' : 'nobody';
  }

  /**
   * Nobody is looked for. Whoever was asked, by hand or before dispatch was switched off, is asked no longer than he
   * was told; a later trip that nobody assigns ends all the same.
   */
  async function leaveToAdmins(booking: DispatchedBooking, now: number): Promise<OfferOutcome> {
    const ends = (await bookings.openRequests(booking.id)).map(({ expires_at }) => expires_at);
    const overdue = booking.book_later ? [searchableSince(booking) + OVERDUE_AFTER_MS] : [];
    const next = Math.min(...ends.filter((end) => end > now), ...overdue);
    await withTx(async (tx) => {
      await dispatchRepository(tx).leaveToAdmins(booking.id);
      if (ends.some((end) => end <= now)) await bookings.expireRequests(tx, booking.id);
      if (Number.isFinite(next)) await scheduleRound(tx, booking.id, next);
    });
    return 'by_hand';
  }

  async function endSearch(id: string, reason: string): Promise<OfferOutcome> {
    await bookings.cancelBySystem(id, reason);
    return 'given_up';
  }

  /** Safe to call at any time and from several servers: a round that stands is left alone. */
  return async function offerBooking(id: string): Promise<OfferOutcome> {
    const booking = await bookings.find(id);
    const now = clock.now();
    if (booking?.status !== 'NEW') return 'closed';
    if (booking.dispatch_at > now) return 'not_due';
    const { autoDispatch } = await settings.get();
    const resumedAt = autoDispatch ? await dispatchRepository(db).resumedAt(id, now) : 0;
    // Who waits to be driven now has waited for an admin as long as it took; a later trip has a time of its own.
    const waitsSince = Math.max(searchableSince(booking), booking.book_later ? 0 : resumedAt);
    if ((autoDispatch || booking.book_later) && isOverdue(waitsSince, now))
      return endSearch(id, TIME_HAS_PASSED);
    if (!autoDispatch) return leaveToAdmins(booking, now);
    const last = await dispatchRepository(db).lastRound(id);
    if (await stands(last, now)) return 'stands';
    if (await isHopeless(booking, resumedAt, now)) return endSearch(id, NOBODY_TOOK_IT);
    try {
      return await start(booking, last);
    } catch (error) {
      if (violatesUnique(error, 'dispatch_round_once')) return 'stands';
      // Accepted or cancelled while the drivers were weighed.
      if (error instanceof DomainError && error.code === 'transition_not_allowed') return 'closed';
      throw error;
    }
  };
}

/** The time of the trip, or when it was paid for if that came later; of a trip now, when it was made or paid for. */
const searchableSince = ({ tripdate, dispatch_at }: DispatchedBooking): number =>
  Math.max(tripdate, dispatch_at);

/** Once a booking: the first round in which drivers are asked for. */
const tellSearchBegun = (tx: Tx, id: string): Promise<void> =>
  appendEvent(tx, { name: 'booking.search-begun', topics: [], data: { booking_id: id } });

function receiptOf(weighed: readonly DriverWeight[], asked: ReadonlySet<string>) {
  return weighed.map(({ driver, distance_km, eta_secs, gate }) => ({
    driver,
    distance_km,
    eta_secs,
    gate: asked.has(driver) ? null : gate,
    asked: asked.has(driver),
  }));
}

/** One waiting job a booking; it runs when the round is over. */
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
