// Computes the time of a step that a driver's phone reports, limited by the stored times of the trip.
import { stepTime, stepTimeLimits } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';
import type { Clock, Queries } from '../../../kit/index.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { trailRepository } from '../store/trail.repository.ts';

/** A step as the phone reports it: its location, and the time by the phone's clock (ms since the epoch). */
export interface ReportedStep {
  location?: LatLng | undefined;
  at?: number | undefined;
}

/** ms since the epoch, between the previous step and now. */
export function reportedStepTime(
  { clock }: { clock: Clock },
  reportedAt: number | undefined,
  previous: number | null,
): number {
  return stepTime({ said: reportedAt, previous, now: clock.now() });
}

/**
 * The time of the start, from which the trip is charged, ms since the epoch. It is not before the last contact in which
 * the phone sent a position but did not report the start.
 */
export async function reportedStartTime(
  { clock }: { clock: Clock },
  db: Queries,
  booking: Pick<BookingRecord, 'id' | 'driver_arrive_time'>,
  reportedAt: number | undefined,
): Promise<number> {
  const now = clock.now();
  const lastContact = await trailRepository(db).lastReceivedAt(booking.id, now - stepTimeLimits.sendingMs);
  return stepTime({ said: reportedAt, previous: booking.driver_arrive_time, lastOnlineAt: lastContact, now });
}
