// Writes the nightly file of a day again when a ride ends in it later: an admin ends a ride whose driver does not at the
// time when the car was last seen, which may be days ago.
import { bookingStatus } from '@kerb/domain/booking';
import { calendarDay, isoDay } from '@kerb/domain/kernel';
import { z } from 'zod';
import { addJob, type JobHandlers, type Subscriber, type WithTx } from '../../kit/index.ts';
import { mobilityDataRepository } from './mobility-data.repository.ts';
import { createStoreDay, type TripFileDeps } from './write-trip-files.ts';

export const REWRITE_FILE_JOB = 'mobility-data.rewrite-file';

const changed = z.object({ booking_id: z.string(), status: bookingStatus, from: bookingStatus.optional() });
const job = z.object({ day: z.string() });

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
        await withTx((tx) => addJob(tx, REWRITE_FILE_JOB, { day }, { jobKey: `${REWRITE_FILE_JOB}:${day}` }));
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
