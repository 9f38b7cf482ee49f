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
import { findBookableQuote, validateRequest } from './booking-request.ts';
import { newBooking } from './new-booking.ts';
import { consumePromo } from './take-promo.ts';

export interface BookedTrip {
  booking: BookingRecord;
  /** False for an operator whose console hides contacts. */
  showsContact: boolean;
}

const REFERENCE_ATTEMPTS = 5;

/** The number of open bookings allowed per rider, so that one rider cannot occupy the whole fleet. */
const MAX_OPEN = { now: 5, later: 50 } as const;

async function assertBelowOpenLimit(tx: Tx, { customer, book_later }: BookingRecord): Promise<void> {
  const open = await bookingRepository(tx).lockAndCountOpen(customer, book_later);
  if (open >= (book_later ? MAX_OPEN.later : MAX_OPEN.now))
    throw new DomainError('conflict', 'You have too many open bookings; finish or cancel one first');
}

const noSuchCarType = () => new DomainError('select_proper', 'There is no such car type');

/** The driver that an admin asks with the booking. */
interface NamedDriver {
  driver: string;
  /** uid of the admin */
  by: string;
}

export function createBookTrip(deps: BookingDeps) {
  const { db, withTx, clock, ids, random, fleet, identity, wallet } = deps;

  async function write(tx: Tx, booking: BookingRecord, offer: NamedDriver | null): Promise<void> {
    // The rider may have been disabled since the request was authenticated.
    if (!(await identity.holdApproved(tx, booking.customer)))
      throw new DomainError(booking.booking_type_admin ? 'rider_blocked' : 'must_login');
    if (!(await fleet.holdCarType(tx, booking.car_type))) throw noSuchCarType();
    if (!booking.booking_type_admin) await assertBelowOpenLimit(tx, booking);
    await bookingRepository(tx).insert(booking);
    // After the insert: a repeated request must find the first booking, not fail on the promo that it has used.
    await consumePromo(deps, tx, booking);
    await publishCreated(tx, booking);
    if (booking.book_later && booking.status === 'NEW') await scheduleDispatch(tx, booking);
    if (offer !== null) await offerToDriver(deps, tx, booking, offer);
  }

  /** Retries with another reference on a collision; a repeated request for the same quote gets the first booking. */
  async function insert(make: () => BookingRecord, offer: NamedDriver | null): Promise<BookingRecord> {
    for (let attempt = 1; ; attempt += 1) {
      const booking = make();
      try {
        await withTx((tx) => write(tx, booking, offer));
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

  async function book(actor: Actor, input: ParsedBookingRequest, settings: Settings): Promise<BookingRecord> {
    const booked = await bookingRepository(db).findByQuote(input.estimate);
    const own = input.booking_type_admin && actor.usertype === 'admin' ? input.userDetails?.uid : actor.uid;
    // A repeated request gets the first booking, unless it was cancelled.
    if (booked && booked.customer === own) {
      if (booked.status === 'CANCELLED') throw new DomainError('quote_expired');
      return booked;
    }
    const rider = await validateRequest(deps, actor, input, settings);
    const carType = await fleet.carType(input.carType);
    if (!carType) throw noSuchCarType();
    const quote = await findBookableQuote(deps, input, carType, [actor.uid, rider.uid]);
    if (booked) throw new DomainError('quote_mismatch', 'This estimate has been booked');
    // The operator changed the currency's decimals since the quote: its amounts are in another unit.
    if (quote.pricing.decimals !== settings.decimal) throw new DomainError('quote_expired');
    const balance = await wallet.balanceOf(rider.uid);
    const payment = walletPart(input.paymentPacket, amountDue(quote), balance, quote.pricing.decimals);
    const driver = input.booking_type_admin ? input.driver : undefined;
    if (driver !== undefined) assertAssignable(await fleet.driverOf(driver), carType.id, clock.now());
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
    return insert(make, driver === undefined ? null : { driver, by: actor.uid });
  }

  return async function bookTrip(actor: Actor | null, input: ParsedBookingRequest): Promise<BookedTrip> {
    if (!actor) throw new DomainError('must_login');
    const settings = await deps.settings.get();
    const booking = await book(actor, input, settings);
    return { booking, showsContact: settings.AllowCriticalEditsAdmin || actor.uid === booking.customer };
  };
}
