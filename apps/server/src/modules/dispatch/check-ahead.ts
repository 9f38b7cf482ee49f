// Begins later bookings that drivers accepted ahead when their time has come, and returns one to dispatch when its driver
// could not be at the pickup in time.
import { isAcceptedAhead } from '@kerb/domain/booking';
import { ASSUMED_ETA_SECS, HANDOVER_SECS, isTooLate, latestSetOut, pickupTime } from '@kerb/domain/dispatch';
import type { LatLng } from '@kerb/domain/geo';
import { MS_PER_MINUTE, MS_PER_SECOND } from '@kerb/domain/kernel';
import { addJob, type Tx } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { createDriveSecs, createSecondsUntilEnd, createSecondsUntilFree } from './finishing-drivers.ts';
import { createSecondsTo } from './seconds-to.ts';

export const CHECK_AHEAD_JOB = 'dispatch.check-ahead';
/** Name of the job that schedules missing checks. */
export const SWEEP_AHEAD_JOB = 'dispatch.sweep-ahead';

/** Interval of the checks while the driver is on another trip or off duty. */
const CHECK_AGAIN_MS = MS_PER_MINUTE;
/** How far ahead missing checks are scheduled. */
const SOON_MS = 10 * MS_PER_MINUTE;

interface CurrentTrip {
  /** Where it ends. */
  end: LatLng;
  /** Seconds until the driver is free. */
  freeInSecs: number;
  /** It should have ended by its estimate, or waits only for its cash. */
  isOverdue: boolean;
}

/** `over`: the booking does not wait for its time any more. */
export type AheadCheck = 'over' | 'begun' | 'given_back' | 'waits';

/** Schedules the check; at most one job is pending for each booking. */
async function scheduleCheck(tx: Tx, booking: string, runAt: number): Promise<void> {
  const jobKey = `${CHECK_AHEAD_JOB}:${booking}`;
  await addJob(tx, CHECK_AHEAD_JOB, { booking_id: booking }, { runAt, jobKey });
}

export function createCheckAhead(deps: DispatchModuleDeps) {
  const { withTx, clock, settings, logger, booking: bookings } = deps;
  const secondsTo = createSecondsTo(deps);
  const secondsUntilFree = createSecondsUntilFree(deps);
  const secondsUntilEnd = createSecondsUntilEnd(deps);
  const driveSecs = createDriveSecs(deps);

  async function checkAgainAt(id: string, at: number): Promise<'waits'> {
    await withTx((tx) => scheduleCheck(tx, id, at));
    return 'waits';
  }

  /** The current trip of a driver; null when its end cannot be estimated. */
  async function currentTrip(driver: string): Promise<CurrentTrip | null> {
    const current = await bookings.activeTripOf(driver);
    if (!current) return null;
    const ending = await bookings.endingTrip(current.id);
    if (ending) {
      const { status, drop_point: end, trip_start_time: startedAt, estimate_time_secs: secs } = ending;
      const isOverdue =
        status === 'REACHED' || (startedAt ?? clock.now()) + secs * MS_PER_SECOND < clock.now();
      return { end, freeInSecs: await secondsUntilFree(ending), isOverdue };
    }
    const [approaching] = await bookings.approachingTripsOf([driver]);
    if (!approaching) return null;
    const freeInSecs = await secondsUntilEnd(approaching);
    return { end: approaching.drop_point, freeInSecs, isOverdue: false };
  }

  /** When the driver could be at the pickup after this trip and a follow-on trip, ms since the epoch. */
  async function arrivalAfter(
    { end, freeInSecs }: CurrentTrip,
    driver: string,
    { pickup }: DispatchedBooking,
  ): Promise<number> {
    const next = await bookings.followOnOf(driver);
    if (next === null) return pickupTime(clock.now(), freeInSecs, await driveSecs(end, pickup));
    const untilNextEnds = (await driveSecs(end, next.pickup)) + next.estimate_time_secs + HANDOVER_SECS;
    return pickupTime(clock.now(), freeInSecs + untilNextEnds, await driveSecs(next.drop_point, pickup));
  }

  /** Whether a driver who has not set out would be too late. */
  async function isLost(
    booking: DispatchedBooking,
    driver: string,
    why: 'busy' | 'off_duty',
  ): Promise<boolean> {
    const { tripdate, pickup } = booking;
    const current = why === 'busy' ? await currentTrip(driver) : null;
    if (current !== null) {
      const arrival = await arrivalAfter(current, driver, booking);
      if (isTooLate(tripdate, arrival, (await settings.get()).followOnLateSeconds)) return true;
      if (!current.isOverdue) return false;
    }
    // Another driver needs time too, so a driver near the pickup who is off duty or does not close their trip does not
    // keep the booking until its time.
    const secs = await secondsTo(driver, pickup);
    return clock.now() >= latestSetOut(tripdate, Math.max(secs ?? 0, ASSUMED_ETA_SECS));
  }

  /** Idempotent; several servers may call it concurrently. */
  return async function checkAhead(id: string): Promise<AheadCheck> {
    const booking = await bookings.find(id);
    if (!booking?.driver || !isAcceptedAhead(booking)) return 'over';
    if (clock.now() < booking.dispatch_at) return checkAgainAt(id, booking.dispatch_at);
    const result = await bookings.beginAhead(id);
    if (result === 'early') return checkAgainAt(id, booking.dispatch_at);
    if (result !== 'busy' && result !== 'off_duty') return result;
    if (!(await isLost(booking, booking.driver, result)))
      return checkAgainAt(id, clock.now() + CHECK_AGAIN_MS);
    if (!(await bookings.giveBack(id))) return 'over';
    logger.warn(
      { booking: id, driver: booking.driver, why: result },
      'A driver cannot begin a later booking in time',
    );
    return 'given_back';
  };
}

/**
 * Schedules the checks of the bookings accepted ahead that begin soon, because a check may be missing; called when the
 * server has started, and every five minutes.
 */
export function createSweepAhead({
  withTx,
  clock,
  booking,
}: Pick<DispatchModuleDeps, 'withTx' | 'clock'> & {
  booking: Pick<DispatchModuleDeps['booking'], 'acceptedAhead'>;
}) {
  return async function sweepAhead(): Promise<void> {
    for (const { id, dispatch_at } of await booking.acceptedAhead(clock.now() + SOON_MS))
      await withTx((tx) => scheduleCheck(tx, id, Math.max(dispatch_at, clock.now())));
  };
}
