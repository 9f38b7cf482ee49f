// Permissions on a trip: its rider and driver may share it and call for help, its rider may report something. To other
// users the trip does not exist.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { BookingApi } from '../booking/index.ts';

export type OnBoard = 'rider' | 'driver';

/** One line for each route. Alerts are restricted to admins by the access level of their routes. */
export const safetyPolicy = {
  shareBooking: ['rider', 'driver'],
  unshareBooking: ['rider', 'driver'],
  panicBooking: ['rider', 'driver'],
  reportTrip: ['rider'],
  listTripReports: ['rider'],
} as const satisfies Record<string, readonly OnBoard[]>;

export type SafetyBooking = NonNullable<Awaited<ReturnType<BookingApi['find']>>>;

/** The booking and the caller's role in it; throws `not_found` for another user's booking. */
export async function permittedBooking(
  { booking }: { booking: Pick<BookingApi, 'find' | 'partyOf'> },
  actor: Actor,
  id: string,
  line: readonly OnBoard[],
): Promise<{ booking: SafetyBooking; party: OnBoard }> {
  const found = await booking.find(id);
  const party = found && booking.partyOf(found, actor);
  const permitted = line.find((one) => one === party);
  if (!found || !permitted) throw new DomainError('not_found');
  return { booking: found, party: permitted };
}
