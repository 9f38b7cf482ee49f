// "Book what was quoted": now or later, by a rider for themselves or by an admin for a rider.
import {
  amountDue,
  type InstructionData,
  initialStatus,
  type PaymentMode,
  tripOtp,
  validateBooking,
} from '@kerb/domain/booking';
import type { CarType } from '@kerb/domain/fleet';
import type { LatLng } from '@kerb/domain/geo';
import { bookingReference, DomainError, REFERENCE_LENGTH, ZERO } from '@kerb/domain/kernel';
import type { AppCategory, Settings } from '@kerb/domain/settings';
import { type Actor, type Tx, violatesUnique } from '../../../kit/index.ts';
import type { BookingDeps, Person } from '../booking.deps.ts';
import { tellCreated } from '../booking.events.ts';
import { bookingRepository } from '../booking.repository.ts';
import type { BookingRecord, Quote } from '../booking.tables.ts';
import { choicesOf, type Journey } from '../quote/create-estimate.ts';
import { quoteRepository } from '../quote/quote.repository.ts';
import { askDrivers, assertAssignable, BY_HAND_MS } from '../requests/ask-drivers.ts';
import { DISPATCH_LEAD_MS, planDue } from './booking-due.ts';
import { takePromo } from './take-promo.ts';
import { walletPart } from './wallet-part.ts';

export interface CreateBookingInput extends Journey {
  estimate: string;
  bookLater: boolean;
  tripdate?: number | undefined;
  instructionData?: InstructionData | undefined;
  paymentPacket: { payment_mode: PaymentMode; usedWalletMoney: number };
  booking_type_admin: boolean;
  userDetails?: { uid: string } | undefined;
  driver?: string | undefined;
  /** Id of the promo that the quote was shown with, null for none; left out: not compared. */
  promo?: string | null | undefined;
}

/** About a tenth of a metre: the same point after a trip through JSON and a map. */
const SAME_DEGREES = 1e-6;
const REFERENCE_ATTEMPTS = 5;

const samePoint = (one: LatLng, other: LatLng): boolean =>
  Math.abs(one.lat - other.lat) < SAME_DEGREES && Math.abs(one.lng - other.lng) < SAME_DEGREES;

function isQuoted(quote: Quote, input: CreateBookingInput, carType: CarType, appcat: AppCategory): boolean {
  const { parcel, option } = choicesOf(carType, appcat, input.instructionData);
  return (
    quote.car_type === input.carType &&
    samePoint(quote.pickup, input.pickup) &&
    samePoint(quote.drop_point, input.drop) &&
    (input.promo === undefined || quote.promo === input.promo) &&
    quote.waypoints.length === input.waypoints.length &&
    quote.waypoints.every((point, index) => samePoint(point, input.waypoints[index] ?? input.pickup)) &&
    quote.parcel_type?.description === parcel?.description &&
    quote.option?.description === option?.description
  );
}

/** What one rider may have open at once, for friends too, without keeping the whole fleet from everybody else. */
const MOST_OPEN = { now: 5, later: 50 } as const;

async function refuseTooMany(tx: Tx, { customer, book_later }: BookingRecord): Promise<void> {
  const open = await bookingRepository(tx).holdAndCountOpen(customer, book_later);
  if (open >= (book_later ? MOST_OPEN.later : MOST_OPEN.now))
    throw new DomainError('conflict', 'You have too many open bookings; finish or cancel one first');
}

const noSuchCarType = () => new DomainError('select_proper', 'There is no such car type');

/** A number 0 ≤ n < 1 made of four unpredictable bytes. */
const fraction = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => (sum + byte) / 256, 0);

export function createCreateBooking(deps: BookingDeps) {
  const { db, withTx, clock, ids, random, settings, identity, fleet, wallet } = deps;

  async function refuseInvalid(
    actor: Actor | null,
    input: CreateBookingInput,
    { appcat }: Settings,
  ): Promise<{ rider: Person; actor: Actor }> {
    const person = actor && (await identity.userOf(actor.uid));
    const byAdmin = input.booking_type_admin;
    const chosen = input.userDetails ? await identity.userOf(input.userDetails.uid) : null;
    const rider = byAdmin ? (chosen?.usertype === 'rider' ? chosen : null) : person;
    const nearby = input.bookLater
      ? null
      : (await fleet.eligibleNear(input.pickup, { carType: input.carType, limit: 1 })).length;
    const draft = {
      ...{ appcat, booking_type_admin: byAdmin, person: person ?? null, rider: rider ?? null },
      ...{ pickup: input.pickup, drop: input.drop, waypoints: input.waypoints, carType: input.carType },
      ...{ bookLater: input.bookLater, tripdate: input.tripdate ?? null, driversNearby: nearby },
      ...(input.instructionData ? { instructionData: input.instructionData } : {}),
    };
    const issue = validateBooking(draft, clock.now());
    if (issue) throw new DomainError(issue);
    if (!actor || !rider) throw new DomainError('must_login');
    return { rider, actor };
  }

  /** Somebody else's quote is none: foreign and missing are told apart to nobody. */
  async function quoteFor(
    input: CreateBookingInput,
    carType: CarType,
    appcat: AppCategory,
    people: readonly string[],
  ): Promise<Quote> {
    const quote = await quoteRepository(db).find(input.estimate);
    const isTheirs = !quote?.made_for || people.includes(quote.made_for);
    if (!quote || !isTheirs || quote.expires_at <= clock.now()) throw new DomainError('quote_expired');
    if (!isQuoted(quote, input, carType, appcat)) throw new DomainError('quote_mismatch');
    return quote;
  }

  function newBooking(
    rider: Person,
    input: CreateBookingInput,
    quote: Quote,
    carType: CarType,
    current: Settings,
    paid: ReturnType<typeof walletPart>,
  ) {
    const now = clock.now();
    const tripdate = input.bookLater ? (input.tripdate ?? now) : now;
    // Of a taxi nothing is carried: what a form left over of a delivery is dropped.
    const instructions = current.appcat === 'delivery' ? input.instructionData : undefined;
    return {
      id: ids.next(),
      reference: bookingReference(random(REFERENCE_LENGTH)),
      status: initialStatus(current.appcat, input.booking_type_admin),
      appcat: current.appcat,
      quote: quote.id,
      booking_type_admin: input.booking_type_admin,
      book_later: input.bookLater,
      tripdate,
      booking_date: now,
      dispatch_at: input.bookLater ? Math.max(now, tripdate - DISPATCH_LEAD_MS) : now,
      car_type: carType.id,
      car_type_name: carType.name,
      car_image: carType.image,
      customer: rider.uid,
      customer_name: `${rider.firstName} ${rider.lastName}`.trim(),
      customer_contact: rider.mobile,
      customer_email: rider.email,
      customer_image: rider.profile_image,
      customer_token: rider.pushToken,
      customer_rating: rider.ratings.userrating,
      pickup: input.pickup,
      drop_point: input.drop,
      waypoints: input.waypoints,
      polyline: quote.polyline,
      pricing: quote.pricing,
      estimate: quote.trip_cost,
      estimate_distance_km: quote.distance_km,
      estimate_time_secs: quote.time_secs,
      distance_km: null,
      trip_cost: quote.trip_cost,
      convenience_fees: quote.convenience_fees,
      driver_share: quote.fare,
      discount_amount: quote.discount_amount,
      breakdown: quote.breakdown,
      fare_change_reason: null,
      payment_mode: paid.payment_mode,
      prepaid: false,
      gateway: null,
      customer_paid: ZERO,
      payable_amount: amountDue(quote),
      used_wallet_money: paid.used_wallet_money,
      cash_payment_amount: ZERO,
      card_payment_amount: ZERO,
      wallet_held: ZERO,
      payment: null,
      promo_applied: quote.promo !== null,
      promo_details: quote.promo_details,
      promo_terms: quote.promo_terms,
      ...noDriverYet,
      otp: current.otp_secure ? String(tripOtp(fraction(random(4)))) : null,
      delivery_person: instructions?.deliveryPerson || null,
      delivery_person_phone: instructions?.deliveryPersonPhone || null,
      pick_up_instructions: instructions?.pickUpInstructions || null,
      delivery_instructions: instructions?.deliveryInstructions || null,
      parcel_type: quote.parcel_type,
      option: quote.option,
    } satisfies BookingRecord;
  }

  async function write(tx: Tx, booking: BookingRecord, driver: string | undefined): Promise<void> {
    // The rider may have been disabled since the call came in.
    if (!(await identity.holdApproved(tx, booking.customer)))
      throw new DomainError(booking.booking_type_admin ? 'rider_blocked' : 'must_login');
    if (!(await fleet.holdCarType(tx, booking.car_type))) throw noSuchCarType();
    if (!booking.booking_type_admin) await refuseTooMany(tx, booking);
    await bookingRepository(tx).insert(booking);
    // After the quote's one booking: a second click finds the first one, not a promo that this very one has used.
    await takePromo(deps, tx, booking);
    await tellCreated(tx, booking);
    if (booking.book_later && booking.status === 'NEW') await planDue(tx, booking);
    if (driver !== undefined)
      await askDrivers(deps, tx, booking, [driver], { expiresAt: clock.now() + BY_HAND_MS, again: true });
  }

  /** Tries other references until one is free; the quote of a second click finds the booking of the first. */
  async function insert(make: () => BookingRecord, driver: string | undefined): Promise<BookingRecord> {
    for (let attempt = 1; ; attempt += 1) {
      const booking = make();
      try {
        await withTx((tx) => write(tx, booking, driver));
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

  return async (actor: Actor | null, input: CreateBookingInput): Promise<BookingRecord> => {
    if (!actor) throw new DomainError('must_login');
    const booked = await bookingRepository(db).findByQuote(input.estimate);
    const own = input.booking_type_admin && actor.usertype === 'admin' ? input.userDetails?.uid : actor.uid;
    // A second click finds the first booking, unless that was cancelled meanwhile.
    if (booked && booked.customer === own) {
      if (booked.status === 'CANCELLED') throw new DomainError('quote_expired');
      return booked;
    }
    const current = await settings.get();
    const { rider } = await refuseInvalid(actor, input, current);
    const carType = await fleet.carType(input.carType);
    if (!carType) throw noSuchCarType();
    const quote = await quoteFor(input, carType, current.appcat, [actor.uid, rider.uid]);
    if (booked) throw new DomainError('quote_mismatch', 'This estimate has been booked');
    // Priced before the operator chose other decimals: its amounts are of another unit.
    if (quote.pricing.decimals !== current.decimal) throw new DomainError('quote_expired');
    const balance = await wallet.balanceOf(rider.uid);
    const paid = walletPart(input.paymentPacket, amountDue(quote), balance, quote.pricing.decimals);
    const booking = () => newBooking(rider, input, quote, carType, current, paid);
    const driver = input.booking_type_admin ? input.driver : undefined;
    if (driver !== undefined) assertAssignable(await fleet.driverOf(driver), carType.id, clock.now());
    return insert(booking, driver);
  };
}

const noDriverYet = {
  driver: null,
  driver_name: null,
  driver_contact: null,
  driver_image: null,
  driver_token: null,
  driver_rating: null,
  vehicle_number: null,
  vehicle_description: null,
  fleetadmin: null,
  otp_checks: 0,
  otp_checked_at: null,
  driver_accept_time: null,
  driver_arrive_time: null,
  trip_start_time: null,
  trip_end_time: null,
  total_trip_time: null,
  paid_at: null,
  completed_at: null,
  cancelled_at: null,
  reason: null,
  cancelled_by: null,
  cancellation_fee: ZERO,
  rating: null,
  rating_comment: null,
  rider_rating: null,
  rider_rating_comment: null,
  rider_rated_at: null,
  pickup_image: null,
  deliver_image: null,
} as const;
