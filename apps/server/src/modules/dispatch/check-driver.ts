// Warns the driver of an accepted booking whose phone stops sending positions, and then gives the booking to another
// driver.
import { waitsToSetOut } from '@kerb/domain/booking';
import { silenceLimits } from '@kerb/domain/dispatch';
import { z } from 'zod';
import { addJob, appendEvent, type Tx } from '../../kit/index.ts';
import type { DispatchModuleDeps } from './dispatch.deps.ts';

export const CHECK_DRIVER_JOB = 'dispatch.check-driver';
const SILENT_EVENT = 'driver.silent';

/** `warned_since`: the last position, in ms since the epoch, after which the driver has been warned. */
const checkPayload = z.object({ booking_id: z.string(), warned_since: z.number().optional() });

/** `over`: no driver is on the way to the pickup any more, or the check is disabled. */
export type DriverCheck = 'over' | 'given_back' | 'waits';

/** Schedules the check; at most one job is pending for each booking. */
async function scheduleCheck(tx: Tx, payload: z.infer<typeof checkPayload>, runAt: number): Promise<void> {
  const jobKey = `${CHECK_DRIVER_JOB}:${payload.booking_id}`;
  await addJob(tx, CHECK_DRIVER_JOB, payload, { runAt, jobKey });
}

export function createCheckDriver({ withTx, clock, settings, fleet, logger, booking }: DispatchModuleDeps) {
  /**
   * Several servers may call it concurrently. `warnedSince`: the last position after which the driver has been warned,
   * in ms since the epoch. With null, or called twice at once, it may warn the driver again.
   */
  return async function checkDriver(id: string, warnedSince: number | null = null): Promise<DriverCheck> {
    const found = await booking.find(id);
    if (found?.status !== 'ACCEPTED' || found.driver === null || waitsToSetOut(found)) return 'over';
    const { silentDriverSeconds } = await settings.get();
    if (silentDriverSeconds === 0) return 'over';
    const place = await fleet.positions.of(found.driver);
    // Reports of the time before may be missing here: this server had not started, or other servers could not send them.
    const seenAt = Math.max(place?.seenAt ?? 0, fleet.positions.completeSince());
    const { warnAt, searchAgainAt } = silenceLimits(found, { seenAt, place }, silentDriverSeconds);
    const now = clock.now();
    if (now < warnAt) {
      await withTx((tx) => scheduleCheck(tx, { booking_id: id }, warnAt));
      return 'waits';
    }
    if (now < searchAgainAt) {
      const { driver } = found;
      await withTx(async (tx) => {
        const data = { booking_id: id, driver, until: searchAgainAt };
        if (warnedSince !== seenAt) await appendEvent(tx, { name: SILENT_EVENT, topics: [], data });
        await scheduleCheck(tx, { booking_id: id, warned_since: seenAt }, searchAgainAt);
      });
      return 'waits';
    }
    if (!(await booking.giveBackOfSilent(id, found.driver))) return 'over';
    logger.warn({ booking: id, driver: found.driver, seenAt }, 'A driver on the way sends no position');
    return 'given_back';
  };
}

/** Handles the job that `scheduleCheck` adds. */
export const checkDriverJob =
  (checkDriver: ReturnType<typeof createCheckDriver>) =>
  async (payload: unknown): Promise<void> => {
    const { booking_id, warned_since = null } = checkPayload.parse(payload);
    await checkDriver(booking_id, warned_since);
  };

/** Schedules the checks of all drivers on the way; called when the server has started and when the settings change. */
export function createSweepDrivers({
  withTx,
  clock,
  booking,
}: Pick<DispatchModuleDeps, 'withTx' | 'clock'> & {
  booking: Pick<DispatchModuleDeps['booking'], 'onTheWay'>;
}) {
  return async function sweepDrivers(): Promise<void> {
    for (const id of await booking.onTheWay())
      await withTx((tx) => scheduleCheck(tx, { booking_id: id }, clock.now()));
  };
}
