// What must hold before a trip can be booked: specification §5, for the form and the server alike.
import { type AddressedPoint, distanceKm } from '../geo/index.ts';
import type { Usertype } from '../identity/index.ts';
import { type ErrorCode, MS_PER_MINUTE } from '../kernel/index.ts';
import type { AppCategory } from '../settings/index.ts';
import { deliveryPhonePattern, type InstructionData } from './booking.schema.ts';

/** Specification §9: how far ahead a later booking must be. */
export const BOOK_LATER_LEAD_MS = 15 * MS_PER_MINUTE;

/** Nearer than this and without a stop between, pickup and drop are the same place. */
const SAME_PLACE_KM = 0.01;

interface Profile {
  firstName: string;
  lastName: string;
  email: string;
}

export interface BookingDraft {
  appcat: AppCategory;
  /** Made in the console for a rider (/addbookings), rather than on the landing page for oneself. */
  booking_type_admin: boolean;
  /** Who is signed in; null for nobody. */
  person: (Profile & { usertype: Usertype }) | null;
  /** The rider an admin books for; null while none is chosen. Not read for bookings of one's own. */
  rider?: { mobile: string } | null;
  pickup: AddressedPoint | null;
  drop: AddressedPoint | null;
  waypoints?: readonly AddressedPoint[];
  carType: string | null;
  bookLater: boolean;
  /** The moment asked for, ms since the epoch; read for later bookings only. */
  tripdate: number | null;
  /** Eligible drivers within the radius of the pickup; null while that is not known, which refuses nothing. */
  driversNearby: number | null;
  instructionData?: Pick<InstructionData, 'deliveryPerson' | 'deliveryPersonPhone'>;
}

export type BookingIssue = Extract<
  ErrorCode,
  | 'must_login'
  | 'user_issue_contact_admin'
  | 'profile_incomplete'
  | 'select_proper'
  | 'incomplete_user'
  | 'past_booking_error'
  | 'no_driver_found_alert_messege'
  | 'deliveryDetailMissing'
  | 'pickup_equals_drop'
>;

const isBlank = (text: string | undefined): boolean => (text ?? '').trim() === '';

function personIssue({ person, booking_type_admin }: BookingDraft): BookingIssue | null {
  if (!person) return 'must_login';
  if (person.usertype !== (booking_type_admin ? 'admin' : 'rider')) return 'user_issue_contact_admin';
  const profile = [person.email, person.firstName, person.lastName];
  return !booking_type_admin && profile.some(isBlank) ? 'profile_incomplete' : null;
}

function choiceIssue(draft: BookingDraft): BookingIssue | null {
  const { pickup, drop, carType, booking_type_admin, rider } = draft;
  if (!pickup || !drop || isBlank(pickup.add) || isBlank(drop.add)) return 'select_proper';
  if (isBlank(carType ?? '')) return 'select_proper';
  if (!booking_type_admin) return null;
  if (!rider) return 'select_proper';
  return isBlank(rider.mobile) ? 'incomplete_user' : null;
}

function timeIssue(draft: BookingDraft, now: number): BookingIssue | null {
  if (draft.bookLater) {
    const inTime = draft.tripdate !== null && draft.tripdate >= now + BOOK_LATER_LEAD_MS;
    return inTime ? null : 'past_booking_error';
  }
  return draft.driversNearby === 0 ? 'no_driver_found_alert_messege' : null;
}

function deliveryIssue({ appcat, instructionData }: BookingDraft): BookingIssue | null {
  if (appcat !== 'delivery') return null;
  if (isBlank(instructionData?.deliveryPerson)) return 'deliveryDetailMissing';
  return isDeliveryPhone(instructionData?.deliveryPersonPhone ?? '') ? null : 'deliveryDetailMissing';
}

function routeIssue({ pickup, drop, waypoints = [] }: BookingDraft): BookingIssue | null {
  if (!pickup || !drop || waypoints.length > 0) return null;
  return distanceKm(pickup, drop) < SAME_PLACE_KM ? 'pickup_equals_drop' : null;
}

/** At least 7 characters: digits, blanks or dashes, with an optional extension; blanks and dashes alone are none. */
export function isDeliveryPhone(phone: string): boolean {
  return deliveryPhonePattern.test(phone.trim()) && /\d/.test(phone);
}

/**
 * The first thing wrong with a booking, in the order of the specification, or null. Who is signed in comes
 * first, then what is chosen, then when, then what is carried.
 */
export function validateBooking(draft: BookingDraft, now: number): BookingIssue | null {
  return (
    personIssue(draft) ??
    choiceIssue(draft) ??
    timeIssue(draft, now) ??
    deliveryIssue(draft) ??
    routeIssue(draft)
  );
}
