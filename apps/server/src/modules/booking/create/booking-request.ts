// Validates a booking request: its rider, places, time and nearby drivers, and the quote that it books.
import type { ParsedBookingRequest } from '@kerb/contract';
import { validateBooking } from '@kerb/domain/booking';
import type { CarType } from '@kerb/domain/fleet';
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps, Person } from '../booking.deps.ts';
import { choicesOf } from '../step/price-trip.ts';
import type { Quote } from '../store/booking.tables.ts';
import { quoteRepository } from '../store/quote.repository.ts';

type RequestDeps = Pick<BookingDeps, 'db' | 'identity' | 'fleet' | 'clock'>;

/** Whether a driver is free near the pickup, or finishes a trip near it soon. */
async function hasDriverNear(
  { fleet }: Pick<RequestDeps, 'fleet'>,
  { pickup, carType }: Pick<ParsedBookingRequest, 'pickup' | 'carType'>,
): Promise<boolean> {
  const free = await fleet.eligibleNear(pickup, { carType, limit: 1 });
  return free.length > 0 || fleet.isFinishingNear(pickup, carType);
}

/** The caller who books: a user, or the server on behalf of the admins. */
export type Booker = Pick<Actor, 'uid' | 'usertype'> | 'server';

const server = { usertype: 'admin', firstName: '', lastName: '', email: '' } as const;

/** Throws the error code of the first invalid field. Returns the rider of the booking. */
export async function validateRequest(
  deps: RequestDeps,
  booker: Booker,
  input: ParsedBookingRequest,
  settings: Settings,
): Promise<Person> {
  const { identity, clock } = deps;
  const user = booker === 'server' ? null : await identity.userOf(booker.uid);
  const byAdmin = input.booking_type_admin;
  const chosen = input.userDetails ? await identity.userOf(input.userDetails.uid) : null;
  const rider = byAdmin ? (chosen?.usertype === 'rider' ? chosen : null) : user;
  const nearby = input.bookLater ? null : Number(await hasDriverNear(deps, input));
  const draft = {
    appcat: settings.appcat,
    booking_type_admin: byAdmin,
    person: booker === 'server' ? server : (user ?? null),
    rider: rider ?? null,
    pickup: input.pickup,
    drop: input.drop,
    waypoints: input.waypoints,
    carType: input.carType,
    bookLater: input.bookLater,
    tripdate: input.tripdate ?? null,
    driversNearby: nearby,
    ...(input.instructionData ? { instructionData: input.instructionData } : {}),
  };
  const issue = validateBooking(draft, clock.now());
  if (issue) throw new DomainError(issue);
  if (!rider) throw new DomainError('must_login');
  return rider;
}

/** About 0.1 m: tolerates rounding by JSON and map libraries. */
const SAME_DEGREES = 1e-6;

const samePoint = (one: LatLng, other: LatLng): boolean =>
  Math.abs(one.lat - other.lat) < SAME_DEGREES && Math.abs(one.lng - other.lng) < SAME_DEGREES;

/**
 * Whether the quote was priced for this departure, now or at the trip time: the price with the traffic of another hour
 * does not apply.
 */
const isOfDeparture = ({ departs_at }: Quote, { bookLater, tripdate }: ParsedBookingRequest): boolean =>
  departs_at === null ? !bookLater : bookLater && tripdate === departs_at;

function isQuoted(quote: Quote, input: ParsedBookingRequest, carType: CarType): boolean {
  const { parcel, option } = choicesOf(carType, input.instructionData);
  return (
    quote.car_type === input.carType &&
    isOfDeparture(quote, input) &&
    samePoint(quote.pickup, input.pickup) &&
    samePoint(quote.drop_point, input.drop) &&
    (input.promo === undefined || quote.promo === input.promo) &&
    quote.waypoints.length === input.waypoints.length &&
    quote.waypoints.every((point, index) => samePoint(point, input.waypoints[index] ?? input.pickup)) &&
    quote.parcel_type?.description === parcel?.description &&
    quote.option?.description === option?.description
  );
}

/** Throws `quote_expired` for a missing, expired or another user's quote alike, `quote_mismatch` for a changed one. */
export async function findBookableQuote(
  { db, clock }: Pick<BookingDeps, 'db' | 'clock'>,
  input: ParsedBookingRequest,
  carType: CarType,
  people: readonly string[],
): Promise<Quote> {
  const quote = await quoteRepository(db).find(input.estimate);
  const isTheirs = !quote?.made_for || people.includes(quote.made_for);
  if (!quote || !isTheirs || quote.expires_at <= clock.now()) throw new DomainError('quote_expired');
  if (!isQuoted(quote, input, carType)) throw new DomainError('quote_mismatch');
  return quote;
}
