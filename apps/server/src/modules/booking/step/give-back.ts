// A follow-on trip goes back to dispatch: the driver gives it back, or their current trip runs late.
import type { Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishChanged, publishGivenBack } from '../booking.events.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { requestRepository } from '../store/request.repository.ts';
import { decide } from './booking-step.ts';

/** The fields of a booking without a driver. */
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
  follows: null,
  pickup_promised_at: null,
  pickup_expected_at: null,
} as const;

/** A locked follow-on trip is NEW again. The rider is notified, and dispatch searches on at once. */
export async function giveBackLocked(
  { clock }: Pick<BookingDeps, 'clock'>,
  tx: Tx,
  booking: BookingRecord,
  by: 'driver' | 'system',
): Promise<void> {
  const status = decide(booking, 'give_back', by);
  const { driver } = booking;
  if (driver === null) throw new Error(`booking ${booking.id} has no driver`);
  // A driver whose trip runs late may be the nearest again later; one who gave the booking back does not want it.
  await requestRepository(tx).reopen(booking.id, driver, by === 'driver' ? 'declined' : 'expired');
  const patch = { ...noDriver, status, given_back_at: clock.now() };
  await bookingRepository(tx).changeFrom(booking.id, booking.status, patch);
  // To the driver and their fleet too, who do not see the booking any longer.
  await publishChanged(tx, { ...booking, status }, booking.status);
  await publishGivenBack(tx, booking.id, { driver, by });
}
