// "The phone had no network": positions it kept meanwhile go into the trail of the trip under way.
import { trackedStatuses } from '@kerb/domain/booking';
import { judgeKeptPositions, type ReportedPosition } from '@kerb/domain/geo';
import { DomainError, MS_PER_HOUR } from '@kerb/domain/kernel';
import type { Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingRepository } from '../booking.repository.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { type TrailPoint, trailRepository } from './trail.repository.ts';

/** Positions are not kept for longer than this by any phone. */
const MAX_KEPT_MS = 12 * MS_PER_HOUR;
/** Where the trail is not known yet the driver was somewhere around the pickup when he accepted; metres. */
const AROUND_PICKUP = 50_000;
const NAMED_PLACE = 1000;

export interface KeptPositions {
  /** New in the trail, oldest first. */
  added: TrailPoint[];
  /** In the trail now, new or not. */
  kept: number;
  rejected: number;
}

/** What is known around the positions; before the first position of a trail the steps stand in. */
async function knownAround(
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
 * Throws `not_found` for a booking that is not this driver's. Of a trip that is over nothing is kept any more: its
 * price is final, and a phone sends what it kept before the step that ends it.
 */
export function createKeepPositions({ withTx, clock }: Pick<BookingDeps, 'withTx' | 'clock'>) {
  return (driver: string, id: string, positions: readonly ReportedPosition[]): Promise<KeptPositions> =>
    // The row is held: two batches at once are judged one after the other.
    withTx(async (tx) => {
      const booking = await bookingRepository(tx).lock(id);
      if (booking?.driver !== driver) throw new DomainError('not_found');
      if (!trackedStatuses.some((tracked) => tracked === booking.status))
        return { added: [], kept: 0, rejected: positions.length };
      const now = clock.now();
      const since = Math.max(booking.driver_accept_time ?? 0, now - MAX_KEPT_MS);
      const times = positions.map(({ at }) => at).filter((at) => at >= since && at <= now + MS_PER_HOUR);
      if (times.length === 0) return { added: [], kept: 0, rejected: positions.length };
      const known = await knownAround(tx, booking, Math.min(...times), Math.max(...times));
      const judged = judgeKeptPositions(positions, { known, since, now });
      const added = judged.fitting.map(({ lat, lng, at }) => ({ lat, lng, at }));
      await trailRepository(tx).append({ booking: id, driver }, added, trackedStatuses, null);
      return { added, kept: added.length + judged.known, rejected: judged.rejected };
    });
}
