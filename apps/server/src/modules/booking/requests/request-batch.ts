// The offers of a batch of dispatch: at most one a booking, in a few statements for all of them.
import type { Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { type ChangedOffers, type OfferChange, publishOffers } from '../booking.events.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import { type FollowOnOffer, requestRepository } from '../store/request.repository.ts';

/** What a batch planned for one booking. `driver`: null for a booking that gets none. */
export interface BatchedRequest {
  booking: string;
  driver: string | null;
  /** For a driver on a trip. */
  followOn: FollowOnOffer | null;
}

export interface BatchLimits {
  /** ms since the epoch */
  expiresAt: number;
  /** A driver with this many open offers gets none. */
  maxOpen: number;
}

type DriverOf = { booking: string; driver: string };

const driversOf = (rows: readonly DriverOf[], id: string): string[] =>
  rows.filter(({ booking }) => booking === id).map(({ driver }) => driver);

/**
 * Called by the dispatcher. Closes the expired offers of the bookings and makes the new ones. Returns the bookings that
 * are still NEW with the driver who has an offer now; null for a booking without one.
 */
export function createRequestBatch({ clock }: Pick<BookingDeps, 'clock'>) {
  return async function requestBatch(
    tx: Tx,
    requests: readonly BatchedRequest[],
    { expiresAt, maxOpen }: BatchLimits,
  ): Promise<Map<string, string | null>> {
    const now = clock.now();
    const repository = requestRepository(tx);
    const open = await bookingRepository(tx).lockNew(requests.map(({ booking }) => booking));
    const ids = new Set(open.map(({ id }) => id));
    const expired = await repository.expireEach([...ids], now);
    const planned = requests.flatMap(({ booking, driver, followOn }) => {
      const { follows = null, pickup_at = null } = followOn ?? {};
      return driver !== null && ids.has(booking) ? [{ booking, driver, follows, pickup_at }] : [];
    });
    const drivers = planned.map(({ driver }) => driver);
    const openOffers =
      drivers.length === 0 ? new Map() : await repository.lockOpenOffersOf(drivers, null, now);
    const free = planned.filter(({ driver }) => (openOffers.get(driver) ?? 0) < maxOpen);
    const made = await repository.offerEach(free, { now, expiresAt });
    const change =
      (name: OfferChange['name'], rows: readonly DriverOf[]) =>
      (id: string): OfferChange => ({
        name,
        drivers: driversOf(rows, id),
        by: 'dispatch',
      });
    const withdrawn = change('task.withdrawn', expired);
    const offered = change('task.offered', made);
    const changes = open.flatMap((booking): ChangedOffers[] => [
      { booking, change: withdrawn(booking.id) },
      { booking, change: offered(booking.id) },
    ]);
    await publishOffers(tx, ...changes);
    return new Map(open.map(({ id }) => [id, driversOf(made, id)[0] ?? null]));
  };
}
