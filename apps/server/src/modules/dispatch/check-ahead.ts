// Begins later bookings that drivers accepted ahead when their time has come, and returns one to dispatch when its driver
// could not be at the pickup in time.
import { isAcceptedAhead } from '@kerb/domain/booking';
import { ASSUMED_ETA_SECS, isTooLate, latestSetOut, pickupTime } from '@kerb/domain/dispatch';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { addJob, type Tx } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { createDriveSecs, createSecondsUntilEnd, createSecondsUntilFree } from './finishing-drivers.ts';
import { createSecondsTo } from './seconds-to.ts';

export const CHECK_AHEAD_JOB = 'dispatch.check-ahead';
/** Name of the job that schedules missing checks. */
export const SWEEP_AHEAD_JOB = 'dispatch.sweep-ahead';

/** Interval of the checks while the driver is on another trip or off duty. */
const CHECK_AGAIN_MS = MS_PER_MINUTE;

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

  /** When a driver on another trip could be at the pickup, ms since the epoch; null when its end is not known. */
  async function arrivalAfterTrip(driver: string, { pickup }: DispatchedBooking): Promise<number | null> {
    const current = await bookings.activeTripOf(driver);
    if (!current) return null;
    const ending = await bookings.endingTrip(current.id);
    if (ending) {
      const drive = await driveSecs(ending.drop_point, pickup);
      return pickupTime(clock.now(), await secondsUntilFree(ending), drive);
    }
    const [approaching] = await bookings.approachingTripsOf([driver]);
    if (!approaching) return null;
    const drive = await driveSecs(approaching.drop_point, pickup);
    return pickupTime(clock.now(), await secondsUntilEnd(approaching), drive);
  }

  /** Whether a driver who has not set out would be too late. */
  async function isLost(
    booking: DispatchedBooking,
    driver: string,
    why: 'busy' | 'off_duty',
  ): Promise<boolean> {
    const { tripdate, pickup } = booking;
    const arrival = why === 'busy' ? await arrivalAfterTrip(driver, booking) : null;
    if (arrival !== null) return isTooLate(tripdate, arrival, (await settings.get()).followOnLateSeconds);
    const secs = await secondsTo(driver, pickup);
    // Another driver needs time too: one off duty near the pickup does not keep the booking until its time.
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

/** Schedules the checks of all bookings accepted ahead; called when the server has started, and every five minutes. */
export function createSweepAhead({
  withTx,
  clock,
  booking,
}: Pick<DispatchModuleDeps, 'withTx' | 'clock'> & {
  booking: Pick<DispatchModuleDeps['booking'], 'acceptedAhead'>;
}) {
  return async function sweepAhead(): Promise<void> {
    for (const { id, dispatch_at } of await booking.acceptedAhead())
      await withTx((tx) => scheduleCheck(tx, id, Math.max(dispatch_at, clock.now())));
  };
}
