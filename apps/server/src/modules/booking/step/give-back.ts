// Returns a booking to dispatch: one whose driver has not set out and returns it or cannot begin it in time, one whose
// driver's phone went silent, or one that an admin reassigns before the trip starts.
import { isAcceptedAhead, waitsToSetOut } from '@kerb/domain/booking';
import type { Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { type GiveBackReason, publishChanged, publishGivenBack } from '../booking.events.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { offerRepository } from '../store/offer.repository.ts';
import { schedulePhotoRemoval } from '../store/proof-photo-files.ts';
import { decide } from './booking-step.ts';

/** The fields that clear a booking's driver. */
export const noDriver = {
  driver: null,
  driver_name: null,
  driver_contact: null,
  driver_image: null,
  driver_token: null,
  driver_rating: null,
  vehicle_number: null,
  vehicle_description: null,
  fleetadmin: null,
  driver_accept_time: null,
  driver_arrive_time: null,
  follows: null,
  pickup_promised_at: null,
  pickup_expected_at: null,
  set_out_at: null,
} as const;

function partyOf(reason: GiveBackReason): 'driver' | 'admin' | 'system' {
  switch (reason) {
    case 'driver':
      return 'driver';
    case 'reassigned':
      return 'admin';
    case 'late':
    case 'silent':
      return 'system';
  }
}

/** Returns a locked booking to NEW. The rider is notified, and dispatch searches again at once. */
export async function giveBackLocked(
  { clock, fleet }: Pick<BookingDeps, 'clock' | 'fleet'>,
  tx: Tx,
  booking: BookingRecord,
  reason: GiveBackReason,
): Promise<void> {
  const status = decide(booking, 'give_back', partyOf(reason));
  const { driver, pickup_image } = booking;
  if (driver === null) throw new Error(`booking ${booking.id} has no driver`);
  await offerRepository(tx).reopen(booking.id, driver, reason === 'driver' ? 'declined' : reason);
  // A booking for which the driver has not set out does not occupy them.
  if (!waitsToSetOut(booking)) await fleet.setQueue(tx, driver, false);
  // The next driver proves the pickup with a photo of their own.
  const patch = { ...noDriver, pickup_image: null, status, given_back_at: clock.now() };
  await bookingRepository(tx).changeFrom(booking.id, booking.status, patch);
  if (pickup_image !== null)
    await schedulePhotoRemoval(tx, { booking: booking.id, name: 'pickup_image', id: pickup_image });
  // Also notify the previous driver and their fleet, who lose access to the booking.
  await publishChanged(tx, { ...booking, status }, booking.status);
  await publishGivenBack(tx, booking.id, { driver, reason, isAhead: isAcceptedAhead(booking) });
}
