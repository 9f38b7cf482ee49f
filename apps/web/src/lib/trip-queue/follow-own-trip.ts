// Updates the trip stored in the queue from the list of bookings: the driver's current trip.
import { driverWaits, occupiesDriver } from '@kerb/domain/booking';
import { ApiError, type Client } from '@kerb/sdk/client';
import { store } from '../store.ts';
import type { TripQueue } from './trip-queue.ts';

/**
 * Follows the list until the returned function is called; this also finds a trip that the driver accepted on another
 * phone.
 */
export function followOwnTrip(
  queue: TripQueue,
  driver: string,
  client: Pick<Client, 'getBooking'>,
): () => void {
  let seen: unknown = null;
  const read = async (id: string) => {
    try {
      await queue.storeBooking(await client.getBooking({ params: { id } }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The booking was reassigned. After any other error the read is retried after the next change of the list.
      if (error.code === 'not_found') await queue.lose(id);
    }
  };
  // The trip of a rejected step may have been cancelled while the app was closed.
  const halted = (queue.state().steps ?? []).filter(({ refusal }) => refusal !== null);
  for (const id of new Set(halted.map(({ booking }) => booking))) void read(id);
  const look = () => {
    const { active, bookings } = store.getState().bookinglistdata;
    if (bookings === null || bookings === seen) return;
    seen = bookings;
    const { known } = queue.state();
    const own = active.find(
      (one) => one.driver === driver && !driverWaits(one) && occupiesDriver(one.status),
    );
    if (own && own.id !== known?.id) void read(own.id);
    // The trip is no longer active in the list: reads its record to learn how it ended.
    if (!own && known) void read(known.id);
  };
  look();
  return store.subscribe(look);
}
