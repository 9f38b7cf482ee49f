// Makes the offers of dispatch: one round for each of several bookings, in a few statements for all of them.
import type { Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { type ChangedOffers, type OfferChange, publishOffers } from '../booking.events.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import { type FollowOnOffer, offerRepository, type PlannedOffer } from '../store/offer.repository.ts';

/** The offers that dispatch planned for one booking. */
export interface PlannedRound {
  booking: string;
  /** uids of the drivers, most preferred first; empty for a booking that gets no offer now. */
  ranked: readonly string[];
  /** At most this many of the ranked drivers get an offer. */
  wanted: number;
  /** Follow-on terms by driver on a trip; without them such a driver could not accept the offer. */
  followOns?: ReadonlyMap<string, FollowOnOffer> | undefined;
}

export interface RoundLimits {
  /** ms since the epoch */
  expiresAt: number;
  /** A driver with this many open offers of other bookings gets none. */
  maxOpen: number;
}

type DriverOf = { booking: string; driver: string };

const driversOf = (rows: readonly DriverOf[], id: string): string[] =>
  rows.filter(({ booking }) => booking === id).map(({ driver }) => driver);

/**
 * Chooses the first drivers of each booking who have fewer than `maxOpen` open offers; the chosen offers of one booking
 * count for the bookings after it.
 */
function chooseDrivers(
  rounds: readonly PlannedRound[],
  openOffers: readonly DriverOf[],
  maxOpen: number,
): PlannedOffer[] {
  const bookingsOf = new Map<string, Set<string>>();
  const addOffer = ({ booking, driver }: DriverOf): void => {
    bookingsOf.set(driver, (bookingsOf.get(driver) ?? new Set()).add(booking));
  };
  for (const offer of openOffers) addOffer(offer);
  return rounds.flatMap(({ booking, ranked, wanted, followOns }) => {
    const isFree = (driver: string): boolean => {
      const others = bookingsOf.get(driver);
      return (others?.size ?? 0) - (others?.has(booking) ? 1 : 0) < maxOpen;
    };
    const chosen = ranked.filter(isFree).slice(0, wanted);
    for (const driver of chosen) addOffer({ booking, driver });
    return chosen.map((driver) => {
      const { follows = null, pickup_at = null } = followOns?.get(driver) ?? {};
      return { booking, driver, follows, pickup_at };
    });
  });
}

/**
 * Called by dispatch. Closes the expired offers of the bookings and makes the new ones. Returns the bookings that are
 * still NEW with the drivers who have an offer now. A driver who declined a booking before gets no other offer of it.
 */
export function createOfferRounds({ clock }: Pick<BookingDeps, 'clock'>) {
  return async function offerRounds(
    tx: Tx,
    rounds: readonly PlannedRound[],
    { expiresAt, maxOpen }: RoundLimits,
  ): Promise<Map<string, string[]>> {
    const now = clock.now();
    const repository = offerRepository(tx);
    const open = await bookingRepository(tx).lockNew(rounds.map(({ booking }) => booking));
    const ids = new Set(open.map(({ id }) => id));
    const expired = await repository.expireEach([...ids], now);
    const planned = rounds.filter(({ booking }) => ids.has(booking));
    const drivers = [...new Set(planned.flatMap(({ ranked }) => ranked))];
    const openOffers = drivers.length === 0 ? [] : await repository.lockOpenOffersOf(drivers, now);
    const made = await repository.offerEach(chooseDrivers(planned, openOffers, maxOpen), { now, expiresAt });
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
    return new Map(open.map(({ id }) => [id, driversOf(made, id)]));
  };
}
