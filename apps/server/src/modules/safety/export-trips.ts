// What is kept of the safety of a person's trips, for the export of their data.
import type { Queries } from '../../kit/index.ts';
import { alertRepository } from './alerts/alert.repository.ts';
import { shareRepository } from './share/share.repository.ts';

/** One of the person's bookings, and what they were in it. */
export interface OwnTrip {
  id: string;
  as: 'customer' | 'driver';
}

/**
 * Links by when they were made and ended, never their tokens, which are not kept either. Of alerts the place is the
 * person's where they called for help themselves; what admins noted is the operator's.
 */
export async function exportTrips(queries: Queries, uid: string, trips: readonly OwnTrip[]) {
  const mine = new Map(trips.map(({ id, as }) => [id, as === 'customer' ? 'rider' : 'driver']));
  const [alerts, links] = await Promise.all([
    alertRepository(queries).ofBookings([...mine.keys()]),
    shareRepository(queries).sharedBy(uid),
  ]);
  return {
    alerts: alerts.map(({ booking, kind, at, last_at, times, raised_by, lat, lng, resolved_at }) => {
      const isOwn = raised_by !== null && raised_by === mine.get(booking);
      return {
        ...{ booking, kind, at, lastAt: last_at, times, resolvedAt: resolved_at },
        ...(isOwn ? { byMe: true, ...(lat === null || lng === null ? {} : { place: { lat, lng } }) } : {}),
      };
    }),
    sharedTrips: links.map(({ booking, made_at: madeAt, ended_at: endedAt }) => ({
      booking,
      madeAt,
      endedAt,
    })),
  };
}
