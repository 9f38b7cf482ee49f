// Exports and erases personal data in the safety records of a user's trips.
import type { Queries, Tx } from '../../kit/index.ts';
import { alertRepository } from './alerts/alert.repository.ts';
import { shareRepository } from './share/share.repository.ts';

/** A booking of the user, and their role in it. */
export interface OwnTrip {
  id: string;
  as: 'customer' | 'driver';
}

/**
 * Exports links with their times but without their tokens, which are not stored. An alert has its place only when the
 * user raised it; admins' notes are not exported.
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

/**
 * Deletes links to these trips. Alerts stay with kind, time and place, without admins' notes. Riders' messages are
 * erased with the rider only: a driver's deletion must not remove a report about them.
 */
export async function eraseTrips(
  tx: Tx,
  { ridden, driven }: { ridden: readonly string[]; driven: readonly string[] },
): Promise<void> {
  const trips = [...ridden, ...driven];
  await shareRepository(tx).removeOf(trips);
  await alertRepository(tx).forgetNotes(trips);
  await alertRepository(tx).forgetMessages(ridden);
}
