// Writes the nightly file of a day again: once after it was written first, when a trip ends in the day later, when the
// amounts of a trip change later, and when a rider of the day deletes the account. A trip ends later when an admin ends
// a ride whose driver does not, at the time when the car was last seen, or when a phone that was offline reports its
// steps. Amounts change by a payment, a tip, or the decision on a fare review. After a deletion the places of the
// rider's trips are less precise.
import { type BookingStatus, bookingStatus } from '@kerb/domain/booking';
import { calendarDay, isoDay, MS_PER_HOUR, parseDay } from '@kerb/domain/kernel';
import { z } from 'zod';
import type { JobHandlers, Subscriber, Tx } from '../../kit/index.ts';
import { mobilityDataRepository } from './mobility-data.repository.ts';
import {
  addRewriteJob,
  createStoreDay,
  RETENTION_DAYS,
  REWRITE_FILE_JOB,
  type TripFileDeps,
} from './write-trip-files.ts';

/** The changes of amounts of so long are written together: riders tip trips of the last two weeks all the time. */
const AMOUNTS_TOGETHER_MS = MS_PER_HOUR;

const changed = z.object({ booking_id: z.string(), status: bookingStatus, from: bookingStatus.optional() });
const ofBooking = z.object({ booking_id: z.string() });
const job = z.object({ day: z.string() });

/** True for a step that ends the drive to the pickup or the ride. */
const endsTrip = (status: BookingStatus): boolean =>
  status === 'ARRIVED' || status === 'REACHED' || status === 'CANCELLED';

/** True for an event of a booking that has become paid. */
function isPayment(data: Record<string, unknown>): boolean {
  const { status, from } = changed.parse(data);
  return from !== undefined && status === 'PAID';
}

/** The days of these times, each once. */
const daysOf = (times: readonly number[], timezone: string): Set<string> =>
  new Set(times.map((at) => isoDay(calendarDay(at, timezone))));

interface DeletedRides {
  readonly bookings: readonly string[];
  readonly timezone: string;
  /** ms since the epoch */
  readonly now: number;
}

/**
 * Writes the files that contain trips of a deleted rider again once the deletion has been committed. A file that is
 * being written meanwhile is written again anyway.
 */
export async function rewriteFilesOfRider(
  tx: Tx,
  rider: string,
  { bookings, timezone, now }: DeletedRides,
): Promise<void> {
  const ended = await mobilityDataRepository(tx).tripsEndedAt(bookings, { exceptDriver: rider });
  const oldest = isoDay(parseDay(isoDay(calendarDay(now, timezone)), -RETENTION_DAYS));
  for (const day of daysOf(ended, timezone)) if (day >= oldest) await addRewriteJob(tx, day, now);
}

/**
 * Two subscribers, because each has a stored position: an earlier version runs the first one only, and would move a
 * common position past the changes of amounts, which it does not handle.
 */
export function createRewriteTripFiles(deps: TripFileDeps): {
  subscribers: Subscriber[];
  jobs: JobHandlers;
} {
  const { db, withTx, clock, settings, logger } = deps;
  const repository = mobilityDataRepository(db);
  const storeDay = createStoreDay(deps);

  /** Adds jobs for the files that contain trips of the booking. */
  async function rewriteFilesOf(booking: string, add: (tx: Tx, day: string) => Promise<void>): Promise<void> {
    const ended = await repository.tripsEndedAt([booking]);
    const { timezone } = await settings.get();
    for (const day of daysOf(ended, timezone))
      if (await repository.hasTripFile(day)) await withTx((tx) => add(tx, day));
  }

  const rewriteNow = (tx: Tx, day: string): Promise<void> => addRewriteJob(tx, day, clock.now());
  const rewriteLater = (tx: Tx, day: string): Promise<void> =>
    addRewriteJob(tx, day, clock.now() + AMOUNTS_TOGETHER_MS, { unlessWaiting: true });

  return {
    subscribers: [
      {
        name: 'mobility-data.on-ride-ended',
        events: ['booking.changed'],
        async handle({ data }) {
          const { booking_id, status, from } = changed.parse(data);
          if (from !== undefined && endsTrip(status)) await rewriteFilesOf(booking_id, rewriteNow);
        },
      },
      {
        name: 'mobility-data.on-amounts-changed',
        events: ['booking.changed', 'booking.tipped', 'fare-review.decided'],
        async handle({ name, data }) {
          if (name === 'booking.changed' && !isPayment(data)) return;
          await rewriteFilesOf(ofBooking.parse(data).booking_id, rewriteLater);
        },
      },
    ],
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
