// Personal data in the safety records of a user's trips: their export, and their erasure.
import type { Queries, Tx } from '../../kit/index.ts';
import { alertRepository } from './alerts/alert.repository.ts';
import { shareRepository } from './share/share.repository.ts';

/** One of the person's bookings, and what they were in it. */
export interface OwnTrip {
  id: string;
  as: 'customer' | 'driver';
}

/**
 * Links by when they were made and ended, without their tokens, which are not stored. Of alerts the place is the
 * person's where they called for help themselves; what admins noted is the operator's.
 */
export async function exportTrips(queries: Queries, uid: string, trips: readonly OwnTrip[]) {
  const mine = new Map(trips.map(({ id, as }) => [id, as === 'customer' ? 'rider' : 'driver']));
  const [alerts, links] = await Promise.all([
    alertRepository(queries).ofBookings([...mine.keys()]),
    shareRepository(queries).sharedBy(uid),
  ]);
  return {
    alerts: alerts.map(({ booking, kind, at, last_at, times, raised_by, lat, lng, resolved_at, message }) => {
      const isOwn = raised_by !== null && raised_by === mine.get(booking);
      return {
        booking,
        kind,
        at,
        lastAt: last_at,
        times,
        resolvedAt: resolved_at,
        ...(isOwn
          ? {
              byMe: true,
              ...(message === null ? {} : { message }),
              ...(lat === null || lng === null ? {} : { place: { lat, lng } }),
            }
          : {}),
      };
    }),
    sharedTrips: links.map(({ booking, made_at: madeAt, ended_at: endedAt }) => ({
      booking,
      madeAt,
      endedAt,
    })),
  };
}

/** Deletes links to these trips; alerts stay with kind, time and place, without the notes of admins and the words of reports. */
export async function eraseTrips(tx: Tx, bookings: readonly string[]): Promise<void> {
  await shareRepository(tx).removeOf(bookings);
  await alertRepository(tx).forgetTexts(bookings);
}
