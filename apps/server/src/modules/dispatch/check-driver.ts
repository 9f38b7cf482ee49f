// Gives an accepted booking to another driver when the phone of its driver stops sending positions.
import { waitsToSetOut } from '@kerb/domain/booking';
import { searchAgainAt } from '@kerb/domain/dispatch';
import { addJob, type Tx } from '../../kit/index.ts';
import type { DispatchModuleDeps } from './dispatch.deps.ts';

export const CHECK_DRIVER_JOB = 'dispatch.check-driver';

/** `over`: no driver is on the way to the pickup any more, or the check is disabled. */
export type DriverCheck = 'over' | 'given_back' | 'waits';

/** Schedules the check; at most one job is pending for each booking. */
async function scheduleCheck(tx: Tx, booking: string, runAt: number): Promise<void> {
  const jobKey = `${CHECK_DRIVER_JOB}:${booking}`;
  await addJob(tx, CHECK_DRIVER_JOB, { booking_id: booking }, { runAt, jobKey });
}

export function createCheckDriver({ withTx, clock, settings, fleet, logger, booking }: DispatchModuleDeps) {
  /** Positions older than the start of this server may be missing from its memory, so silence counts from then on. */
  const startedAt = clock.now();

  /** Idempotent; several servers may call it concurrently. */
  return async function checkDriver(id: string): Promise<DriverCheck> {
    const found = await booking.find(id);
    if (found?.status !== 'ACCEPTED' || found.driver === null || waitsToSetOut(found)) return 'over';
    const { silentDriverSeconds } = await settings.get();
    if (silentDriverSeconds === 0) return 'over';
    const place = await fleet.positions.of(found.driver);
    const seenAt = Math.max(place?.seenAt ?? 0, startedAt);
    const dueAt = searchAgainAt(found, { seenAt, place }, silentDriverSeconds);
    if (clock.now() < dueAt) {
      await withTx((tx) => scheduleCheck(tx, id, dueAt));
      return 'waits';
    }
    if (!(await booking.giveBackOfSilent(id, found.driver))) return 'over';
    logger.warn({ booking: id, driver: found.driver, seenAt }, 'A driver on the way sends no position');
    return 'given_back';
  };
}

/** Schedules the checks of all drivers on the way; called when the server has started and when the settings change. */
export function createSweepDrivers({
  withTx,
  clock,
  booking,
}: Pick<DispatchModuleDeps, 'withTx' | 'clock'> & {
  booking: Pick<DispatchModuleDeps['booking'], 'onTheWay'>;
}) {
  return async function sweepDrivers(): Promise<void> {
    for (const id of await booking.onTheWay()) await withTx((tx) => scheduleCheck(tx, id, clock.now()));
  };
}
