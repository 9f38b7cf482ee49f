// "The phone was offline": adds the positions that it buffered to the trail of the trip under way.
import { trackedStatuses, waitsToSetOut } from '@kerb/domain/booking';
import { judgeBufferedPositions, type ReportedPosition } from '@kerb/domain/geo';
import { DomainError, MS_PER_HOUR } from '@kerb/domain/kernel';
import type { Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { type TrailPoint, trailRepository } from '../store/trail.repository.ts';

/** Phones buffer positions no longer than this. */
const MAX_UPLOAD_AGE_MS = 12 * MS_PER_HOUR;
/** Assumed accuracy of the pickup as the driver's place at acceptance while the trail is empty; metres. */
const AROUND_PICKUP = 50_000;
/** Assumed accuracy of a place reported with a step; metres. */
const NAMED_PLACE = 1000;

export interface UploadedPositions {
  /** The positions that were added to the trail, oldest first. */
  added: TrailPoint[];
  /** Number of the uploaded positions that are in the trail, new or already stored. */
  stored: number;
  rejected: number;
}

/** The trail around the positions; the last step serves as anchor before the first position of a trail. */
async function trailAround(
  tx: Tx,
  booking: BookingRecord,
  from: number,
  to: number,
): Promise<ReportedPosition[]> {
  const trails = trailRepository(tx);
  const known: ReportedPosition[] = await trails.around(booking.id, from, to);
  const first = known[0];
  if (first && first.at <= from) return known;
  const steps = (await trails.timeline(booking.id)).filter(({ at }) => at <= from);
  const last = steps.at(-1);
  const anchor = last
    ? { lat: last.lat, lng: last.lng, at: last.at, accuracy: NAMED_PLACE }
    : { ...booking.pickup, at: booking.driver_accept_time ?? 0, accuracy: AROUND_PICKUP };
  return [anchor, ...known];
}

/**
 * Throws `not_found` for another driver's booking. Positions of a finished trip are rejected: its price is final, and
 * phones upload their buffer before the step that ends the trip.
 */
export function createAddUploadedPositions({ withTx, clock }: Pick<BookingDeps, 'withTx' | 'clock'>) {
  return function addUploadedPositions(
    driver: string,
    id: string,
    positions: readonly ReportedPosition[],
  ): Promise<UploadedPositions> {
    return withTx(async (tx) => {
      const booking = await bookingRepository(tx).lock(id);
      if (booking?.driver !== driver) throw new DomainError('not_found');
      if (waitsToSetOut(booking) || !trackedStatuses.some((tracked) => tracked === booking.status))
        return { added: [], stored: 0, rejected: positions.length };
      const now = clock.now();
      // The driver may have been on other trips since the acceptance.
      const ended = booking.set_out_at === null ? null : await bookingRepository(tx).endOfTripBefore(booking);
      const since = Math.max(booking.driver_accept_time ?? 0, ended ?? 0, now - MAX_UPLOAD_AGE_MS);
      const times = positions.map(({ at }) => at).filter((at) => at >= since && at <= now + MS_PER_HOUR);
      if (times.length === 0) return { added: [], stored: 0, rejected: positions.length };
      const known = await trailAround(tx, booking, Math.min(...times), Math.max(...times));
      const judged = judgeBufferedPositions(positions, { known, since, now });
      const added = judged.fitting.map(({ lat, lng, at }) => ({ lat, lng, at }));
      await trailRepository(tx).append({ booking: id, driver }, added, trackedStatuses, null);
      return { added, stored: added.length + judged.known, rejected: judged.rejected };
    });
  };
}
