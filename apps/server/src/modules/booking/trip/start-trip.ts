// "The trip starts": checks the rider's code when secure OTP is on and stores the start time and place.
import { isTripOtp, missingPhoto, TRIP_OTP_TRIES, tripOtpPauseMs } from '@kerb/domain/booking';
import { DomainError, MS_PER_SECOND } from '@kerb/domain/kernel';
import { type Actor, appendEvent, type Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingTopics } from '../booking.events.ts';
import { bookingPolicy } from '../booking.policy.ts';
import { decide, lockBooking, takeStep } from '../step/booking-step.ts';
import { placeOfStep, readDriverPlace } from '../step/driver-place.ts';
import { type ReportedStep, reportedStartTime } from '../step/reported-time.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';

export interface StartInput extends ReportedStep {
  otp?: string | undefined;
}

/** Thrown for any code, right or wrong, shortly after several wrong ones. */
export class TripCodePaused extends DomainError {
  readonly retryAfterSecs: number;

  constructor(waitMs: number) {
    const seconds = Math.ceil(waitMs / MS_PER_SECOND);
    super('trip_otp_paused', `Codes are judged again in ${seconds} s.`);
    this.retryAfterSecs = seconds;
  }
}

/** Always 'right' without secure OTP; a number is the remaining pause in ms during which no code is checked. */
function checkOtp(
  booking: BookingRecord,
  typed: string | undefined,
  now: number,
): 'right' | 'wrong' | number {
  if (booking.otp === null) return 'right';
  const wait = (booking.otp_checked_at ?? 0) + tripOtpPauseMs(booking.otp_checks) - now;
  if (wait > 0) return wait;
  return typed !== undefined && isTripOtp(typed, Number(booking.otp)) ? 'right' : 'wrong';
}

/** Counts a wrong code and notifies the rider after every few of them. */
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
 * A start that is reported late counts from its own time. A booking that was cancelled in the meantime stays cancelled,
 * even if the start was earlier, because rider and driver were notified and the refund was made.
 */
export function createStartTrip(deps: BookingDeps) {
  const { withTx, clock } = deps;

  /** A wrong code is counted under the row lock and committed, so that concurrent attempts are all counted. */
  const start = async (actor: Actor, id: string, { location, otp, at: reportedAt }: StartInput) => {
    const settings = await deps.settings.get();
    await readDriverPlace(deps, actor.uid);
    return withTx(async (tx) => {
      const { booking } = await lockBooking(tx, id, actor, bookingPolicy.startBooking);
      const to = decide(booking, 'start', 'driver');
      if (missingPhoto('start', booking, settings)) throw new DomainError('photo_required');
      const at = await reportedStartTime(deps, tx, booking, reportedAt);
      const place = await placeOfStep(deps, tx, booking, { location, at });
      if (!place) throw new DomainError('location_fetch_error');
      const verdict = checkOtp(booking, otp, clock.now());
      if (verdict === 'wrong') await countWrongCode(tx, booking, clock.now());
      if (verdict !== 'right') return verdict;
      return takeStep(deps, tx, booking, {
        to,
        patch: { trip_start_time: at },
        place,
        at,
        by: location && actor,
      });
    });
  };

  return async function startTrip(actor: Actor, id: string, input: StartInput): Promise<BookingRecord> {
    const started = await start(actor, id, input);
    if (started === 'wrong') throw new DomainError('trip_otp_wrong');
    if (typeof started === 'number') throw new TripCodePaused(started);
    return started;
  };
}
