// Simulates offers to drivers: answers, expiry, acceptance by only one driver of a booking, and cancellations.
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Driving } from './driving.ts';
import type { EventKind } from './event-log.ts';
import type { LabDeps } from './lab-run.ts';
import type { LabBooking, LabCar, Offer } from './world.ts';

export interface OfferListener {
  /** Called when the last open offer of a NEW booking ended without an acceptance. */
  onOpen(booking: LabBooking): void;
}

export type Offers = ReturnType<typeof createOffers>;

export function createOffers(
  { queue, log, behaviours }: LabDeps,
  driving: Driving,
  { onOpen }: OfferListener,
) {
  const record = (kind: EventKind, booking: LabBooking, car: LabCar | null): void =>
    log.add({
      at: queue.now(),
      kind,
      booking: booking.request.id,
      driver: car?.plan.id ?? null,
      drive: null,
    });

  /** Closes an offer, and continues the search when it was the last one of a NEW booking. */
  function close(offer: Offer, kind: 'declined' | 'expired' | 'withdrawn'): void {
    if (!offer.open) return;
    const { booking, driver } = offer;
    offer.open = false;
    booking.offers.delete(offer);
    driver.offers.delete(offer);
    record(kind, booking, driver);
    if (booking.status === 'NEW' && booking.offers.size === 0) onOpen(booking);
  }

  function offer(booking: LabBooking, driver: LabCar, expiresAt: number, etaSecs: number | null): void {
    const times = booking.offerCounts.get(driver.plan.id) ?? 0;
    const made: Offer = { booking, driver, expiresAt, open: true };
    booking.offerCounts.set(driver.plan.id, times + 1);
    booking.offers.add(made);
    driver.offers.add(made);
    record('offered', booking, driver);
    const answer = behaviours.answerTo({
      booking: booking.request.id,
      driver: driver.plan.id,
      times,
      etaSecs,
    });
    queue.at(expiresAt, () => close(made, 'expired'));
    if (answer.kind === 'overlook') return;
    queue.at(queue.now() + answer.afterMs, () => {
      if (!made.open) return;
      if (answer.kind === 'accept') accept(made, answer.disappears);
      else {
        booking.declined.add(driver.plan.id);
        close(made, 'declined');
      }
    });
  }

  /** Accepts an open offer of a NEW booking; the other open offers of the booking and of the driver are withdrawn. */
  function accept(made: Offer, disappears: boolean): void {
    const { booking, driver } = made;
    if (booking.status !== 'NEW' || driver.next !== null || driver.state === 'to_pickup') return;
    if (driver.state === 'gone') {
      close(made, 'expired');
      return;
    }
    made.open = false;
    booking.offers.delete(made);
    driver.offers.delete(made);
    driving.accept(driver, booking, disappears);
    for (const other of [...booking.offers]) close(other, 'withdrawn');
    for (const other of [...driver.offers]) close(other, 'withdrawn');
  }

  function cancel(booking: LabBooking, kind: 'cancelled_waiting' | 'timed_out'): void {
    if (booking.status !== 'NEW') return;
    booking.status = 'CANCELLED';
    record(kind, booking, null);
    for (const open of [...booking.offers]) close(open, 'withdrawn');
  }

  return {
    offer,
    /** The rider stops waiting for a driver and cancels. */
    cancelWaiting: (booking: LabBooking): void => cancel(booking, 'cancelled_waiting'),
    /** The search has reached the server's time limit. */
    timeOut: (booking: LabBooking): void => cancel(booking, 'timed_out'),
    expiresAt: (offerSeconds: number): number => queue.now() + offerSeconds * MS_PER_SECOND,
  };
}
