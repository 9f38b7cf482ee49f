// "Book a trip": creates a booking from a quote, now or later, by a rider or by an admin for a rider.
import type { ParsedBookingRequest } from '@kerb/contract';
import { amountDue } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { type Actor, type Tx, violatesUnique } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishCreated } from '../booking.events.ts';
import { scheduleDispatch } from '../step/dispatch-due.ts';
import { assertAssignable, offerToDriver } from '../step/offer-to-driver.ts';
import { walletPart } from '../step/wallet-part.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { type Booker, findBookableQuote, validateRequest } from './booking-request.ts';
import { consumePromo } from './consume-promo.ts';
import { newBooking } from './new-booking.ts';

export interface BookedTrip {
  booking: BookingRecord;
  /** False for an operator while critical edits are off. */
  showsContact: boolean;
}

const REFERENCE_ATTEMPTS = 5;

/** The number of open bookings allowed per rider, so that one rider cannot occupy the whole fleet. */
const MAX_OPEN = { now: 5, later: 50 } as const;

/** What limits the bookings of a rider. The lock that the count takes first serialises their bookings. */
async function readLimits(
  { wallet }: Pick<BookingDeps, 'wallet'>,
  tx: Tx,
  { customer, book_later }: BookingRecord,
) {
  const bookings = bookingRepository(tx);
  const [open, hasUnpaidTrip, balance] = await Promise.all([
    bookings.lockAndCountOpen(customer, book_later),
    bookings.hasUnpaidTrip(customer),
    wallet.lockAnyBalance(tx, customer),
  ]);
  return { isFull: open >= (book_later ? MAX_OPEN.later : MAX_OPEN.now), owes: hasUnpaidTrip || balance < 0 };
}

const noSuchCarType = () => new DomainError('select_proper', 'There is no such car type');

/** The driver to whom an admin offers the booking. */
interface NamedDriver {
  driver: string;
  /** uid of the admin */
  by: string;
}

/** Additional writes in the transaction of the booking. */
interface Extras {
  offer: NamedDriver | null;
  /** Runs last; the booking is not made when it throws. */
  writeInTx: ((tx: Tx, booking: BookingRecord) => Promise<void>) | null;
}

const onlyTheBooking: Extras = { offer: null, writeInTx: null };

function createBook(deps: BookingDeps) {
  const { db, withTx, clock, ids, random, fleet, identity, wallet } = deps;

  async function write(
    tx: Tx,
    booking: BookingRecord,
    { offer, writeInTx, settings }: Extras & { settings: Settings },
  ): Promise<void> {
    // The decimals may have changed since the quote was read, and the rider may have been disabled since the request was
    // authenticated.
    const [unit, isApproved, carTypeExists, limits] = await Promise.all([
      deps.settings.lockMoneyUnit(tx),
      identity.lockApproved(tx, booking.customer),
      fleet.lockCarType(tx, booking.car_type),
      booking.booking_type_admin ? null : readLimits(deps, tx, booking),
    ]);
    if (unit.decimal !== booking.pricing.decimals) throw new DomainError('quote_expired');
    if (!isApproved) throw new DomainError(booking.booking_type_admin ? 'rider_blocked' : 'must_login');
    if (!carTypeExists) throw noSuchCarType();
    if (limits?.isFull)
      throw new DomainError('conflict', 'You have too many open bookings; finish or cancel one first');
    if (limits?.owes) throw new DomainError('payment_due');
    await Promise.all([
      bookingRepository(tx).insert(booking),
      // After the insert: a repeated request must find the first booking, not fail on the promo that it has used.
      consumePromo(deps, tx, booking),
      publishCreated(tx, booking),
      booking.book_later && booking.status === 'NEW' ? scheduleDispatch(tx, booking) : undefined,
    ]);
    if (offer !== null) await offerToDriver(deps, tx, booking, { ...offer, settings });
    await writeInTx?.(tx, booking);
  }

  /** Retries with another reference on a collision; a repeated request for the same quote gets the first booking. */
  async function insert(
    make: () => BookingRecord,
    extras: Extras & { settings: Settings },
  ): Promise<BookingRecord> {
    for (let attempt = 1; ; attempt += 1) {
      const booking = make();
      try {
        await withTx((tx) => write(tx, booking, extras));
        return booking;
      } catch (error) {
        if (violatesUnique(error, 'booking_reference') && attempt < REFERENCE_ATTEMPTS) continue;
        if (!violatesUnique(error, 'booking_quote_once')) throw error;
        const first = await bookingRepository(db).findByQuote(booking.quote);
        if (first?.customer !== booking.customer) throw new DomainError('quote_mismatch');
        return first;
      }
    }
  }

  return async function book(
    booker: Booker,
    input: ParsedBookingRequest,
    settings: Settings,
    extras: Extras = onlyTheBooking,
  ): Promise<BookingRecord> {
    const booked = await bookingRepository(db).findByQuote(input.estimate);
    const own = riderNamedBy(booker, input);
    // A repeated request gets the first booking, unless it was cancelled.
    if (booked && booked.customer === own) {
      if (booked.status === 'CANCELLED') throw new DomainError('quote_expired');
      return booked;
    }
    const rider = await validateRequest(deps, booker, input, settings);
    const carType = await fleet.carType(input.carType);
    if (!carType) throw noSuchCarType();
    const people = booker === 'server' ? [rider.uid] : [booker.uid, rider.uid];
    const quote = await findBookableQuote(deps, input, carType, people);
    if (booked) throw new DomainError('quote_mismatch', 'This estimate has been booked');
    // The operator changed the currency's decimals since the quote: its amounts are in another unit.
    if (quote.pricing.decimals !== settings.decimal) throw new DomainError('quote_expired');
    const balance = await wallet.balanceOf(rider.uid);
    const payment = walletPart(input.paymentPacket, amountDue(quote), balance, quote.pricing.decimals);
    if (extras.offer !== null)
      assertAssignable(await fleet.driverOf(extras.offer.driver), carType.id, clock.now());
    const make = () =>
      newBooking({
        id: ids.next(),
        rider,
        input,
        quote,
        carType,
        settings,
        payment,
        random,
        now: clock.now(),
      });
    return insert(make, { ...extras, settings });
  };
}

/** uid of the rider of the booking: the one that the request names, for admins and the server, otherwise the booker. */
function riderNamedBy(booker: Booker, input: ParsedBookingRequest): string | undefined {
  if (booker === 'server') return input.userDetails?.uid;
  return input.booking_type_admin && booker.usertype === 'admin' ? input.userDetails?.uid : booker.uid;
}

export function createBookTrip(deps: BookingDeps) {
  const book = createBook(deps);
  return async function bookTrip(actor: Actor | null, input: ParsedBookingRequest): Promise<BookedTrip> {
    if (!actor) throw new DomainError('must_login');
    const settings = await deps.settings.get();
    const driver = input.booking_type_admin ? input.driver : undefined;
    const offer = driver === undefined ? null : { driver, by: actor.uid };
    const booking = await book(actor, input, settings, { offer, writeInTx: null });
    return { booking, showsContact: settings.AllowCriticalEditsAdmin || actor.uid === booking.customer };
  };
}

export type BookForAdmins = (
  trip: Omit<ParsedBookingRequest, 'booking_type_admin' | 'driver' | 'promo'> & {
    userDetails: { uid: string };
  },
  writeInTx: (tx: Tx, booking: BookingRecord) => Promise<void>,
) => Promise<BookingRecord>;

/**
 * Books for a rider by an admin's rules, without a signed-in admin. `writeInTx` runs in the transaction of the booking;
 * when it throws, the booking is not made.
 */
export function createBookForAdmins(deps: BookingDeps): BookForAdmins {
  const book = createBook(deps);
  return async function bookForAdmins(trip, writeInTx) {
    const settings = await deps.settings.get();
    return book('server', { ...trip, booking_type_admin: true }, settings, { offer: null, writeInTx });
  };
}
