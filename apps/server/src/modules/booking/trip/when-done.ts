// When a step told by a driver's phone happened, by what the phone says and what is kept of the trip.
import { stepTime, stepTimeLimits } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';
import type { Clock, Queries } from '../../../kit/index.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { trailRepository } from './trail.repository.ts';

/** What the phone says of a step: where it stood, and when it happened by its own clock (ms since the epoch). */
export interface ToldByPhone {
  location?: LatLng | undefined;
  at?: number | undefined;
}

/** ms since the epoch, between the step before and now. */
export function whenDone(
  { clock }: { clock: Clock },
  said: number | undefined,
  previous: number | null,
): number {
  return stepTime({ said, previous, now: clock.now() });
}

/** The same of the start, from which time is paid for: not before the phone was last heard without it. */
export async function whenStarted(
  { clock }: { clock: Clock },
  db: Queries,
  booking: Pick<BookingRecord, 'id' | 'driver_arrive_time'>,
  said: number | undefined,
): Promise<number> {
  const now = clock.now();
  const heard = await trailRepository(db).lastHeard(booking.id, now - stepTimeLimits.sendingMs);
  return stepTime({ said, previous: booking.driver_arrive_time, heard, now });
}
