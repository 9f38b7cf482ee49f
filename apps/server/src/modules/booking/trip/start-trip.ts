// "The trip starts": with the rider's code when secure OTP is on, and from where the driver stands.
import { isTripOtp, missingPhoto, TRIP_OTP_TRIES, tripOtpPauseMs } from '@kerb/domain/booking';
import { DomainError, MS_PER_SECOND } from '@kerb/domain/kernel';
import { type Actor, appendEvent, type Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingTopics } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { bookingRepository } from '../booking.repository.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { decide, holdBooking, takeStep } from '../booking-step.ts';
import { placeOfStep } from './driver-place.ts';
import { type ToldByPhone, whenStarted } from './when-done.ts';

export interface StartInput extends ToldByPhone {
  otp?: string | undefined;
}

/** The refusal of any code, right or wrong, shortly after several wrong ones. */
export class TripCodePaused extends DomainError {
  readonly retryAfterSecs: number;

  constructor(waitMs: number) {
    const seconds = Math.ceil(waitMs / MS_PER_SECOND);
    super('trip_otp_paused', `Codes are judged again in ${seconds} s.`);
    this.retryAfterSecs = seconds;
  }
}

/** Without secure OTP any trip may start; a number is the ms for which no code is judged. */
function judgeOtp(
  booking: BookingRecord,
  typed: string | undefined,
  now: number,
): 'right' | 'wrong' | number {
  if (booking.otp === null) return 'right';
  const wait = (booking.otp_checked_at ?? 0) + tripOtpPauseMs(booking.otp_checks) - now;
  if (wait > 0) return wait;
  return typed !== undefined && isTripOtp(typed, Number(booking.otp)) ? 'right' : 'wrong';
}

/** The rider, who alone knows the code, hears when it was told wrongly several times. */
async function countWrongCode(tx: Tx, booking: BookingRecord, now: number): Promise<void> {
  await bookingRepository(tx).countTripCodeCheck(booking.id, now);
  if ((booking.otp_checks + 1) % TRIP_OTP_TRIES !== 0) return;
  await appendEvent(tx, {
    name: 'booking.trip_code_refused',
    topics: [bookingTopics.ofCustomer(booking.customer)],
    data: { booking_id: booking.id },
  });
}

/**
 * A start told late counts from when it happened. When the booking was cancelled meanwhile the cancellation stands,
 * although the start was before it: rider and driver have been told, and the money of it has moved.
 */
export function createStartTrip(deps: BookingDeps) {
  const { withTx, clock } = deps;

  /** A wrong code is counted while the row is held, and committed: of many at once none is judged uncounted. */
  const start = async (actor: Actor, id: string, { location, otp, at: said }: StartInput) => {
    const settings = await deps.settings.get();
    return withTx(async (tx) => {
      const { booking } = await holdBooking(tx, id, actor, bookingPolicy.startBooking);
      const to = decide(booking, 'start', 'driver');
      if (missingPhoto('start', booking, settings)) throw new DomainError('photo_required');
      const at = await whenStarted(deps, tx, booking, said);
      const place = await placeOfStep(deps, tx, booking, { location, at });
      if (!place) throw new DomainError('location_fetch_error');
      const verdict = judgeOtp(booking, otp, clock.now());
      if (verdict === 'wrong') await countWrongCode(tx, booking, clock.now());
      if (verdict !== 'right') return verdict;
      return takeStep(deps, tx, booking, { to, patch: { trip_start_time: at }, place, at });
    });
  };

  return async (actor: Actor, id: string, input: StartInput): Promise<BookingRecord> => {
    const started = await start(actor, id, input);
    if (started === 'wrong') throw new DomainError('trip_otp_wrong');
    if (typeof started === 'number') throw new TripCodePaused(started);
    return started;
  };
}
