// Begins later bookings that drivers accepted ahead when their time has come, and returns one to dispatch when its driver
// could not be at the pickup in time any more.
import { isAcceptedAhead } from '@kerb/domain/booking';
import { latestSetOut } from '@kerb/domain/dispatch';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { addJob, type Tx } from '../../kit/index.ts';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import { createSecondsTo } from './seconds-to.ts';

export const CHECK_AHEAD_JOB = 'dispatch.check-ahead';

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
  const { withTx, clock, logger, booking: bookings } = deps;
  const secondsTo = createSecondsTo(deps);

  async function checkAgainAt(id: string, at: number): Promise<'waits'> {
    await withTx((tx) => scheduleCheck(tx, id, at));
    return 'waits';
  }

  /** Idempotent; several servers may call it concurrently. */
  return async function checkAhead(id: string): Promise<AheadCheck> {
    const booking = await bookings.find(id);
    if (!booking?.driver || !isAcceptedAhead(booking)) return 'over';
    if (clock.now() < booking.dispatch_at) return checkAgainAt(id, booking.dispatch_at);
    const result = await bookings.beginAhead(id);
    if (result === 'early') return checkAgainAt(id, booking.dispatch_at);
    if (result !== 'waits') return result;
    const now = clock.now();
    const latest = latestSetOut(booking.tripdate, await secondsTo(booking.driver, booking.pickup));
    if (now < latest) return checkAgainAt(id, Math.min(latest, now + CHECK_AGAIN_MS));
    if (!(await bookings.giveBack(id))) return 'over';
    logger.warn({ booking: id, driver: booking.driver }, 'A driver did not begin a later booking in time');
    return 'given_back';
  };
}

/** Schedules the checks of all bookings accepted ahead; called when the server has started. */
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
