// Who may share a trip and call for help on it: its rider and its driver; and report something about it: its rider. For all others it does not exist.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { BookingApi } from '../booking/index.ts';

export type OnBoard = 'rider' | 'driver';

/** One line a route; alerts are the admins', by the routes' own access. */
export const safetyPolicy = {
  shareBooking: ['rider', 'driver'],
  unshareBooking: ['rider', 'driver'],
  panicBooking: ['rider', 'driver'],
  reportTrip: ['rider'],
  listTripReports: ['rider'],
} as const satisfies Record<string, readonly OnBoard[]>;

export type SafetyBooking = NonNullable<Awaited<ReturnType<BookingApi['find']>>>;

/** The booking and the actor's role in it; throws `not_found` for another person's booking. */
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
