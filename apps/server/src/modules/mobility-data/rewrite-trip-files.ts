// Writes the nightly file of a day again when a ride ends in it later: an admin ends a ride whose driver does not at the
// time when the car was last seen, which may be days ago. And when a rider of the day deletes the account, because the
// places of their trips are then less precise.
import { bookingStatus } from '@kerb/domain/booking';
import { calendarDay, isoDay } from '@kerb/domain/kernel';
import { z } from 'zod';
import { addJob, type JobHandlers, type Subscriber, type Tx, type WithTx } from '../../kit/index.ts';
import { mobilityDataRepository } from './mobility-data.repository.ts';
import { createStoreDay, type TripFileDeps } from './write-trip-files.ts';

export const REWRITE_FILE_JOB = 'mobility-data.rewrite-file';

const changed = z.object({ booking_id: z.string(), status: bookingStatus, from: bookingStatus.optional() });
const job = z.object({ day: z.string() });

const addRewriteJob = (tx: Tx, day: string): Promise<void> =>
  addJob(tx, REWRITE_FILE_JOB, { day }, { jobKey: `${REWRITE_FILE_JOB}:${day}` });

/** Writes the files that contain trips of a deleted rider again once the deletion has been committed. */
export async function rewriteFilesOfRider(
  tx: Tx,
  rider: string,
  { bookings, timezone }: { bookings: readonly string[]; timezone: string },
): Promise<void> {
  const repository = mobilityDataRepository(tx);
  const ended = await repository.tripsEndedAt(bookings, rider);
  const days = new Set(ended.map((at) => isoDay(calendarDay(at, timezone))));
  for (const { day } of await repository.tripFiles()) if (days.has(day)) await addRewriteJob(tx, day);
}

export function createRewriteTripFiles(deps: TripFileDeps & { withTx: WithTx }): {
  subscriber: Subscriber;
  jobs: JobHandlers;
} {
  const { db, withTx, settings, logger } = deps;
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
        await withTx((tx) => addRewriteJob(tx, day));
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
