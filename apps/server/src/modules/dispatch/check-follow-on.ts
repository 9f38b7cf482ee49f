// Checks follow-on trips: estimates their pickup again every half minute, and returns a trip to dispatch when it would
// be too late or its driver may not drive any more.
import { FOLLOW_ON_CHECK_MS, FOLLOW_ON_SHIFT_MS, isTooLate, pickupTime } from '@kerb/domain/dispatch';
import { hasRunOut } from '@kerb/domain/fleet';
import { addJob, type Tx } from '../../kit/index.ts';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import { createDriveSecs, createSecondsUntilFree } from './finishing-drivers.ts';

export const CHECK_FOLLOW_ON_JOB = 'dispatch.check-follow-on';

/** `over`: the booking is not a follow-on trip any more. */
export type FollowOnCheck = 'over' | 'given_back' | 'waits';

/** Schedules the check; at most one job is pending for each follow-on trip. */
async function scheduleCheck(tx: Tx, booking: string, runAt: number): Promise<void> {
  const jobKey = `${CHECK_FOLLOW_ON_JOB}:${booking}`;
  await addJob(tx, CHECK_FOLLOW_ON_JOB, { booking_id: booking }, { runAt, jobKey });
}

export function createCheckFollowOn(deps: DispatchModuleDeps) {
  const { withTx, clock, settings, fleet, booking: bookings } = deps;
  const untilFree = createSecondsUntilFree(deps);
  const driveSecs = createDriveSecs(deps);

  /** As at the acceptance: the driver, their car and their documents may have changed since. */
  async function mayDrive({ driver, car_type }: DispatchedBooking): Promise<boolean> {
    const found = driver === null ? null : await fleet.driverOf(driver);
    if (!found?.approved || found.carType !== car_type) return false;
    return !hasRunOut(found.documentsValidUntil, clock.now());
  }

  /** Idempotent; several servers may call it concurrently. */
  return async function checkFollowOn(id: string): Promise<FollowOnCheck> {
    const booking = await bookings.find(id);
    if (!booking?.follows) return 'over';
    const trip = await bookings.endingTrip(booking.follows);
    // Without a trip before it the booking would wait forever. Without a driver who may drive it, it needs another one.
    if (!trip || !(await mayDrive(booking))) return (await bookings.giveBack(id)) ? 'given_back' : 'over';
    const promisedAt = booking.pickup_promised_at ?? 0;
    const drive = await driveSecs(trip.drop_point, booking.pickup);
    const expectedAt = Math.round(pickupTime(clock.now(), await untilFree(trip), drive));
    const { followOnLateSeconds } = await settings.get();
    if (isTooLate(promisedAt, expectedAt, followOnLateSeconds))
      return (await bookings.giveBack(id)) ? 'given_back' : 'over';
    if (Math.abs(expectedAt - (booking.pickup_expected_at ?? 0)) >= FOLLOW_ON_SHIFT_MS)
      await bookings.expectPickup(id, expectedAt);
    await withTx((tx) => scheduleCheck(tx, id, clock.now() + FOLLOW_ON_CHECK_MS));
    return 'waits';
  };
}

/** Schedules the checks of all follow-on trips; called when the server has started. */
export function createSweepFollowOns({
  withTx,
  clock,
  booking,
}: Pick<DispatchModuleDeps, 'withTx' | 'clock'> & {
  booking: Pick<DispatchModuleDeps['booking'], 'followOns'>;
}) {
  return async function sweepFollowOns(): Promise<void> {
    for (const id of await booking.followOns()) await withTx((tx) => scheduleCheck(tx, id, clock.now()));
  };
}
