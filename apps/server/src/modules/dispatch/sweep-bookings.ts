// Hands every NEW booking that is due for dispatch to the admins while automatic dispatch is off.
import type { Clock } from '../../kit/index.ts';
import type { BookingForDispatch, DispatchModuleDeps } from './dispatch.deps.ts';

export interface SweepDeps {
  clock: Clock;
  logger: DispatchModuleDeps['logger'];
  booking: Pick<BookingForDispatch, 'searching'>;
  settings: DispatchModuleDeps['settings'];
  switchToManual: (id: string) => Promise<unknown>;
}

/** Runs when the server starts and when the settings change; a failure of one booking does not stop the others. */
export function createSweepBookings({ clock, logger, settings, booking, switchToManual }: SweepDeps) {
  return async function sweepBookings(): Promise<void> {
    if ((await settings.get()).autoDispatch) return;
    const before = clock.now();
    let page = await booking.searching(before);
    for (let last = page.at(-1); last; last = page.at(-1)) {
      for (const { id } of page) {
        try {
          await switchToManual(id);
        } catch (error) {
          logger.warn({ err: error, booking: id }, 'A booking could not be switched to manual assignment');
        }
      }
      page = await booking.searching(before, last);
    }
  };
}
