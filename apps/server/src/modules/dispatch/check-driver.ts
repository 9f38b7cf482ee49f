// A driver who accepted and whose phone then sends no position: the booking goes to another driver.
import { searchAgainAt } from '@kerb/domain/dispatch';
import { addJob, type Tx } from '../../kit/index.ts';
import type { DispatchModuleDeps } from './dispatch.deps.ts';

export const CHECK_DRIVER_JOB = 'dispatch.check-driver';

/** `over`: no driver is on the way to this pickup any more, or the check is off. */
export type DriverCheck = 'over' | 'given_back' | 'waits';

/** One waiting job for each booking whose driver is on the way. */
async function scheduleCheck(tx: Tx, booking: string, runAt: number): Promise<void> {
  const jobKey = `${CHECK_DRIVER_JOB}:${booking}`;
  await addJob(tx, CHECK_DRIVER_JOB, { booking_id: booking }, { runAt, jobKey });
}

export function createCheckDriver({ withTx, clock, settings, fleet, logger, booking }: DispatchModuleDeps) {
  /** A server that has just started has not received the drivers' positions yet. */
  const startedAt = clock.now();

  /** Safe to call at any time and from several servers. */
  return async function checkDriver(id: string): Promise<DriverCheck> {
    const found = await booking.find(id);
    if (found?.status !== 'ACCEPTED' || found.driver === null || found.follows !== null) return 'over';
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

/** Schedules the checks of all drivers on the way, called when the server has started and when the settings change. */
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
