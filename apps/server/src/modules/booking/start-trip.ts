// "The trip starts": with the rider's code when secure OTP is on, and from where the driver stands.
import { isTripOtp } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { BookingDeps } from './booking.deps.ts';
import { bookingPolicy } from './booking.policy.ts';
import { bookingRepository } from './booking.repository.ts';
import type { BookingRecord } from './booking.tables.ts';
import { decide, holdBooking, takeStep } from './booking-step.ts';

/** A code has 90,000 values; nobody needs more guesses than this to read five digits aloud. */
export const MAX_TRIP_OTP_CHECKS = 10;

export interface StartInput {
  location?: LatLng | undefined;
  otp?: string | undefined;
}

function checkOtp(booking: BookingRecord, typed: string | undefined): void {
  if (booking.otp === null) return;
  if (booking.otp_checks >= MAX_TRIP_OTP_CHECKS)
    throw new DomainError('trip_otp_wrong', 'Too many wrong codes were told for this trip');
  if (typed === undefined || !isTripOtp(typed, Number(booking.otp))) throw new DomainError('trip_otp_wrong');
}

export function createStartTrip(deps: BookingDeps) {
  const { db, withTx, clock, fleet } = deps;

  const start = (actor: Actor, id: string, { location, otp }: StartInput): Promise<BookingRecord> =>
    withTx(async (tx) => {
      const { booking } = await holdBooking(tx, id, actor, bookingPolicy.startBooking);
      const to = decide(booking, 'start', 'driver');
      const place = location ?? fleet.live.get(actor.uid);
      if (!place) throw new DomainError('location_fetch_error');
      checkOtp(booking, otp);
      return takeStep(deps, tx, booking, { to, patch: { trip_start_time: clock.now() }, place });
    });

  return async (actor: Actor, id: string, input: StartInput): Promise<BookingRecord> => {
    try {
      return await start(actor, id, input);
    } catch (error) {
      // Counted outside the refused transaction, or it would be forgotten with it.
      if (error instanceof DomainError && error.code === 'trip_otp_wrong')
        await bookingRepository(db).countTripCodeCheck(id);
      throw error;
    }
  };
}
