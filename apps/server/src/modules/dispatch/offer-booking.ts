// One round of dispatch: looks for drivers for a NEW booking, asks them, and writes down why or why not.
import { makeOffers } from '@kerb/domain/dispatch';
import { DomainError, MS_PER_MINUTE, MS_PER_SECOND } from '@kerb/domain/kernel';
import { addJob, type Tx, violatesUnique } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository, type RoundRow } from './dispatch.repository.ts';
import { createWeighDrivers, type DriverWeight } from './weigh-drivers.ts';

/** While nobody can be asked, it is looked again after this long. */
export const LOOK_AGAIN_MS = 10 * MS_PER_SECOND;
/** A search that has found nobody for this long ends: the rider is told and can book anew. */
export const GIVE_UP_AFTER_MS = 10 * MS_PER_MINUTE;
export const NOBODY_TOOK_IT = 'no driver took the booking';

export const NEXT_ROUND_JOB = 'dispatch.next-round';

/** What came of it; `stands` means that an earlier round is not over yet. */
export type OfferOutcome = 'asked' | 'nobody' | 'stands' | 'not_due' | 'by_hand' | 'closed' | 'given_up';

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

  /** From the first look on, or from the time of a later trip, whichever comes last. */
  async function isHopeless(booking: DispatchedBooking, now: number): Promise<boolean> {
    const first = await dispatchRepository(db).firstRound(booking.id);
    if (first === undefined) return false;
    const since = booking.book_later ? Math.max(first.at, booking.tripdate) : first.at;
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
    return { weighed, policy: dispatchPolicy, eligible, offerSeconds };
  }

  async function writeRound(
    tx: Tx,
    booking: DispatchedBooking,
    last: RoundRow | undefined,
    plan: Awaited<ReturnType<typeof planRound>>,
  ): Promise<number> {
    const now = clock.now();
    const { policy, eligible, offerSeconds, weighed } = plan;
    await bookings.expireRequests(tx, booking.id);
    const offers = makeOffers(policy, eligible, { now, offerSeconds });
    const offersEnd = Math.max(now, ...offers.map(({ expiresAt }) => expiresAt));
    const chosen = offers.map(({ driver }) => driver);
    const asked = new Set(
      chosen.length === 0 ? [] : await bookings.requestDrivers(tx, booking.id, chosen, offersEnd),
    );
    const round: RoundRow = {
      id: ids.next(),
      booking: booking.id,
      number: (last?.number ?? 0) + 1,
      at: now,
      policy,
      asked: asked.size,
      ends_at: asked.size > 0 ? offersEnd : now + LOOK_AGAIN_MS,
    };
    const repository = dispatchRepository(tx);
    await repository.insertRound(round);
    await repository.insertCandidates(round.id, receiptOf(weighed, asked));
    await scheduleRound(tx, booking.id, round.ends_at);
    return asked.size;
  }

  /** Safe to call at any time and from several servers: a round that stands is left alone. */
  return async function offerBooking(id: string): Promise<OfferOutcome> {
    const booking = await bookings.find(id);
    const now = clock.now();
    if (booking?.status !== 'NEW') return 'closed';
    if (booking.dispatch_at > now) return 'not_due';
    if (!(await settings.get()).autoDispatch) return 'by_hand';
    const last = await dispatchRepository(db).lastRound(id);
    if (await stands(last, now)) return 'stands';
    if (await isHopeless(booking, now)) {
      await bookings.cancelBySystem(id, NOBODY_TOOK_IT);
      return 'given_up';
    }
    const plan = await planRound(booking);
    try {
      const asked = await withTx((tx) => writeRound(tx, booking, last, plan));
      return asked > 0 ? 'asked' : 'nobody';
    } catch (error) {
      if (violatesUnique(error, 'dispatch_round_once')) return 'stands';
      // Accepted or cancelled while the drivers were weighed.
      if (error instanceof DomainError && error.code === 'transition_not_allowed') return 'closed';
      throw error;
    }
  };
}

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
