// Writes the nightly file of a day again in two cases. A ride ends in it later: an admin ends a ride whose driver does
// not at the time when the car was last seen, which may be days ago. Or a rider of the day deletes the account: the
// places of their trips are then less precise.
import { bookingStatus } from '@kerb/domain/booking';
import { calendarDay, isoDay, MS_PER_MINUTE, parseDay } from '@kerb/domain/kernel';
import { z } from 'zod';
import { addJob, type JobHandlers, type Subscriber, type Tx, type WithTx } from '../../kit/index.ts';
import { mobilityDataRepository } from './mobility-data.repository.ts';
import { createStoreDay, RETENTION_DAYS, type TripFileDeps } from './write-trip-files.ts';

export const REWRITE_FILE_JOB = 'mobility-data.rewrite-file';

const changed = z.object({ booking_id: z.string(), status: bookingStatus, from: bookingStatus.optional() });
const job = z.object({ day: z.string() });

/** Longer than writing a file takes. */
const WRITING_MS = 10 * MS_PER_MINUTE;

const addRewriteJob = (tx: Tx, day: string, now: number): Promise<void> =>
  addJob(tx, REWRITE_FILE_JOB, { day }, { runAt: now, jobKey: `${REWRITE_FILE_JOB}:${day}` });

interface DeletedRides {
  readonly bookings: readonly string[];
  readonly timezone: string;
  /** ms since the epoch */
  readonly now: number;
}

/**
 * Writes the files that contain trips of a deleted rider again once the deletion has been committed, and once more
 * later, because a file that is being written meanwhile may have been read before.
 */
export async function rewriteFilesOfRider(
  tx: Tx,
  rider: string,
  { bookings, timezone, now }: DeletedRides,
): Promise<void> {
  const ended = await mobilityDataRepository(tx).tripsEndedAt(bookings, rider);
  const oldest = isoDay(parseDay(isoDay(calendarDay(now, timezone)), -RETENTION_DAYS));
  for (const day of new Set(ended.map((at) => isoDay(calendarDay(at, timezone))))) {
    if (day < oldest) continue;
    await addRewriteJob(tx, day, now);
    await addJob(
      tx,
      REWRITE_FILE_JOB,
      { day },
      { runAt: now + WRITING_MS, jobKey: `${REWRITE_FILE_JOB}:${day}:later` },
    );
  }
}

export function createRewriteTripFiles(deps: TripFileDeps & { withTx: WithTx }): {
  subscriber: Subscriber;
  jobs: JobHandlers;
} {
  const { db, withTx, clock, settings, logger } = deps;
  const repository = mobilityDataRepository(db);
  const storeDay = createStoreDay(deps);

  return {
    subscriber: {
      name: 'mobility-data.on-ride-ended',
      events: ['booking.changed'],
      async handle({ data }) {
        const { booking_id, status, from } = changed.parse(data);
        const endedAt =
          status === 'REACHED' && from !== undefined ? await repository.rideEndedAt(booking_id) : null;
        if (endedAt === null) return;
        const { timezone } = await settings.get();
        const day = isoDay(calendarDay(endedAt, timezone));
        if (!(await repository.hasTripFile(day))) return;
        await withTx((tx) => addRewriteJob(tx, day, clock.now()));
      },
    },
    jobs: {
      async [REWRITE_FILE_JOB](payload) {
        const { day } = job.parse(payload);
        if (!(await repository.hasTripFile(day))) return;
        const { timezone } = await settings.get();
        const file = await storeDay(day, timezone);
        await repository.updateTripFile(file);
        logger.info(file, 'Wrote the trips of a day again');
      },
    },
  };
}
