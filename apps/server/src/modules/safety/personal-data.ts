// Exports and erases personal data in the safety records of a user's trips.
import type { Queries, Tx } from '../../kit/index.ts';
import { alertRepository } from './alerts/alert.repository.ts';
import type { AlertRow } from './safety.tables.ts';
import { shareRepository } from './share/share.repository.ts';

/** A booking of the user, and their role in it. */
export interface OwnTrip {
  id: string;
  as: 'customer' | 'driver';
}

/** An alert has its place and message only for its caller, and the plate only for its driver. */
function exportAlert(alert: AlertRow, uid: string) {
  const { booking, kind, at, last_at, times, caller, driver, vehicle_reg_no, resolved_at } = alert;
  const { lat, lng, message } = alert;
  const ofCaller = {
    byMe: true,
    ...(message === null ? {} : { message }),
    ...(lat === null || lng === null ? {} : { place: { lat, lng } }),
  };
  return {
    booking,
    kind,
    at,
    lastAt: last_at,
    times,
    resolvedAt: resolved_at,
    ...(driver === uid && vehicle_reg_no !== null ? { vehicle_number: vehicle_reg_no } : {}),
    ...(caller === uid ? ofCaller : {}),
  };
}

/**
 * Exports the alerts of a rider's bookings, and of a driver those that were raised while they had the booking. Links are
 * exported with their times but without their tokens, which are not stored. Admins' notes are not exported.
 */
export async function exportTrips(queries: Queries, uid: string, trips: readonly OwnTrip[]) {
  const ridden = trips.filter(({ as }) => as === 'customer').map(({ id }) => id);
  const [alerts, links] = await Promise.all([
    alertRepository(queries).ofPerson(uid, ridden),
    shareRepository(queries).sharedBy(uid),
  ]);
  return {
    alerts: alerts.map((alert) => exportAlert(alert, uid)),
    sharedTrips: links.map(({ booking, made_at: madeAt, ended_at: endedAt }) => ({
      booking,
      madeAt,
      endedAt,
    })),
  };
}

/**
 * Deletes links to these trips of the user. Alerts stay with kind, time, place and people, without admins' notes; a
 * driver's plate is erased, also from alerts of bookings that another driver has now. Riders' messages are erased with
 * the rider only: a driver's deletion must not remove a report about them.
 */
export async function eraseTrips(
  tx: Tx,
  uid: string,
  { ridden, driven }: { ridden: readonly string[]; driven: readonly string[] },
): Promise<void> {
  const trips = [...ridden, ...driven];
  await shareRepository(tx).removeOf(trips);
  await alertRepository(tx).forgetNotes(uid, trips);
  await alertRepository(tx).forgetPlate(uid);
  await alertRepository(tx).forgetMessages(ridden);
}
