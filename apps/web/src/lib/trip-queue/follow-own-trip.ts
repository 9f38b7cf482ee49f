// Keeps the queue's own trip current: the one that the list of bookings has the driver on.
import { keepsDriverBusy } from '@kerb/domain/booking';
import { ApiError, type Client } from '@kerb/sdk/client';
import { store } from '../store.ts';
import type { TripQueue } from './trip-queue.ts';

/** Until the answer is called; a trip accepted on another phone is found as well. */
export function followOwnTrip(
  queue: TripQueue,
  driver: string,
  client: Pick<Client, 'getBooking'>,
): () => void {
  let seen: unknown = null;
  const read = async (id: string) => {
    try {
      await queue.keepBooking(await client.getBooking({ params: { id } }));
    } catch (error) {
      // The next change of the list asks again.
      if (!(error instanceof ApiError)) throw error;
    }
  };
  const look = () => {
    const { active, bookings } = store.getState().bookinglistdata;
    if (bookings === null || bookings === seen) return;
    seen = bookings;
    const { known } = queue.state();
    const own = active.find(
      (one) => one.driver === driver && one.followOn === null && keepsDriverBusy(one.status),
    );
    if (own && own.id !== known?.id) void read(own.id);
    // The list has it no more as under way: its record says how it ended.
    if (!own && known) void read(known.id);
  };
  look();
  return store.subscribe(look);
}
