// "The trip starts": with the rider's code when secure OTP is on, and from where the driver stands.
import { isTripOtp, missingPhoto } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { bookingRepository } from '../booking.repository.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { decide, holdBooking, takeStep } from '../booking-step.ts';
import { placeOfDriver } from './driver-place.ts';

/** A code has 90,000 values; nobody needs more guesses than this to read five digits aloud. */
export const MAX_TRIP_OTP_CHECKS = 10;

export interface StartInput {
  location?: LatLng | undefined;
  otp?: string | undefined;
}

/** Without secure OTP any trip may start; `used_up` when too many wrong codes were told before. */
function judgeOtp(booking: BookingRecord, typed: string | undefined): 'right' | 'wrong' | 'used_up' {
  if (booking.otp === null) return 'right';
  if (booking.otp_checks >= MAX_TRIP_OTP_CHECKS) return 'used_up';
  return typed !== undefined && isTripOtp(typed, Number(booking.otp)) ? 'right' : 'wrong';
}

export function createStartTrip(deps: BookingDeps) {
  const { withTx, clock } = deps;

  /** A wrong code is counted while the row is held, and committed: of many at once none is judged uncounted. */
  const start = async (actor: Actor, id: string, { location, otp }: StartInput) => {
    const settings = await deps.settings.get();
    return withTx(async (tx) => {
      const { booking } = await holdBooking(tx, id, actor, bookingPolicy.startBooking);
      const to = decide(booking, 'start', 'driver');
      if (missingPhoto('start', booking, settings)) throw new DomainError('photo_required');
      const from = { ...booking.pickup, at: booking.driver_arrive_time ?? 0 };
      const place = placeOfDriver(deps, actor.uid, location, from);
      if (!place) throw new DomainError('location_fetch_error');
      const verdict = judgeOtp(booking, otp);
      if (verdict === 'wrong') await bookingRepository(tx).countTripCodeCheck(id);
      if (verdict !== 'right') return verdict;
      return takeStep(deps, tx, booking, { to, patch: { trip_start_time: clock.now() }, place });
    });
  };

  return async (actor: Actor, id: string, input: StartInput): Promise<BookingRecord> => {
    const started = await start(actor, id, input);
    if (started === 'wrong') throw new DomainError('trip_otp_wrong');
    if (started === 'used_up')
      throw new DomainError('trip_otp_wrong', 'Too many wrong codes were told for this trip');
    return started;
  };
}
