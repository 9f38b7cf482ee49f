// Starts a round for every NEW booking that is due for dispatch and has no open round.
import type { Clock } from '../../kit/index.ts';
import type { BookingForDispatch, DispatchModuleDeps } from './dispatch.deps.ts';
import type { OfferOutcome } from './offer-booking.ts';

export interface SweepDeps {
  clock: Clock;
  logger: DispatchModuleDeps['logger'];
  booking: Pick<BookingForDispatch, 'searching'>;
  offerBooking: (id: string) => Promise<OfferOutcome>;
}

/** Runs when the server starts and when the settings change; a failure of one booking does not stop the others. */
export function createSweepBookings({ clock, logger, booking, offerBooking }: SweepDeps) {
  return async function sweepBookings(): Promise<void> {
    const before = clock.now();
    let page = await booking.searching(before);
    for (let last = page.at(-1); last; last = page.at(-1)) {
      for (const { id } of page) {
        try {
          await offerBooking(id);
        } catch (error) {
          logger.warn({ err: error, booking: id }, 'The search for a driver could not be resumed');
        }
      }
      page = await booking.searching(before, last);
    }
  };
}
