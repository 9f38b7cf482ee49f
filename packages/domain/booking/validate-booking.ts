// Validates a booking request by the rules of specification §5, for the booking form and the server.
import { type AddressedPoint, distanceKm } from '../geo/index.ts';
import type { Usertype } from '../identity/index.ts';
import { type ErrorCode, MS_PER_DAY, MS_PER_MINUTE } from '../kernel/index.ts';
import type { AppCategory } from '../settings/index.ts';
import { deliveryPhonePattern, type InstructionData, maxWaypoints } from './booking.schema.ts';

/** Specification §9: minimum time between now and a later booking. */
export const BOOK_LATER_LEAD_MS = 15 * MS_PER_MINUTE;

/** Maximum time between now and a later booking; prices are not guaranteed for longer. */
export const BOOK_LATER_HORIZON_MS = 90 * MS_PER_DAY;

/** Pickup and drop that are closer than this, without a stop in between, are the same place. */
const SAME_PLACE_KM = 0.01;

interface Profile {
  firstName: string;
  lastName: string;
  email: string;
}

export interface BookingDraft {
  appcat: AppCategory;
  /**
   * True for a booking that an admin makes for a rider in the console (/addbookings), false for one's own booking on
   * the landing page.
   */
  booking_type_admin: boolean;
  /** The signed-in user; null without a session. */
  person: (Profile & { usertype: Usertype }) | null;
  /** Rider of a booking made by an admin; null while none is chosen. Ignored for one's own bookings. */
  rider?: { mobile: string; approved: boolean } | null;
  pickup: AddressedPoint | null;
  drop: AddressedPoint | null;
  waypoints?: readonly AddressedPoint[];
  carType: string | null;
  bookLater: boolean;
  /** Requested time in ms since the epoch; read for later bookings only. */
  tripdate: number | null;
  /** Number of eligible drivers within the radius of the pickup; null while unknown, which raises no issue. */
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
  | 'too_many_waypoints'
  | 'too_far_ahead'
  | 'rider_blocked'
>;

/** Form field beside which an issue is displayed. Issues of the signed-in user belong to no field. */
export type BookingField =
  | 'rider'
  | 'pickup'
  | 'waypoints'
  | 'drop'
  | 'carType'
  | 'tripdate'
  | 'deliveryPerson'
  | 'deliveryPersonPhone';

export type FieldIssues = Partial<Record<BookingField, BookingIssue>>;

interface Finding {
  issue: BookingIssue;
  /** null for an issue of the signed-in user. */
  field: BookingField | null;
}

const isBlank = (text: string | undefined): boolean => (text ?? '').trim() === '';

const personFinding = (issue: BookingIssue): Finding => ({ issue, field: null });

function* personFindings({ person, booking_type_admin }: BookingDraft): Generator<Finding> {
  if (!person) return yield personFinding('must_login');
  if (person.usertype !== (booking_type_admin ? 'admin' : 'rider'))
    return yield personFinding('user_issue_contact_admin');
  const profile = [person.email, person.firstName, person.lastName];
  if (!booking_type_admin && profile.some(isBlank)) yield personFinding('profile_incomplete');
}

function* choiceFindings(draft: BookingDraft): Generator<Finding> {
  const { pickup, drop, carType, booking_type_admin, rider } = draft;
  if (isBlank(pickup?.add)) yield { issue: 'select_proper', field: 'pickup' };
  if (isBlank(drop?.add)) yield { issue: 'select_proper', field: 'drop' };
  if (isBlank(carType ?? '')) yield { issue: 'select_proper', field: 'carType' };
  if (!booking_type_admin) return;
  if (!rider) return yield { issue: 'select_proper', field: 'rider' };
  if (isBlank(rider.mobile)) yield { issue: 'incomplete_user', field: 'rider' };
  if (!rider.approved) yield { issue: 'rider_blocked', field: 'rider' };
}

function* timeFindings(draft: BookingDraft, now: number): Generator<Finding> {
  const { bookLater, tripdate, driversNearby } = draft;
  if (!bookLater) {
    if (driversNearby === 0) yield { issue: 'no_driver_found_alert_messege', field: 'carType' };
    return;
  }
  const inTime = tripdate !== null && tripdate >= now + BOOK_LATER_LEAD_MS;
  if (!inTime) yield { issue: 'past_booking_error', field: 'tripdate' };
  else if (tripdate > now + BOOK_LATER_HORIZON_MS) yield { issue: 'too_far_ahead', field: 'tripdate' };
}

function* deliveryFindings({ appcat, instructionData }: BookingDraft): Generator<Finding> {
  if (appcat !== 'delivery') return;
  if (isBlank(instructionData?.deliveryPerson))
    yield { issue: 'deliveryDetailMissing', field: 'deliveryPerson' };
  if (!isDeliveryPhone(instructionData?.deliveryPersonPhone ?? ''))
    yield { issue: 'deliveryDetailMissing', field: 'deliveryPersonPhone' };
}

function* routeFindings({ pickup, drop, waypoints = [] }: BookingDraft): Generator<Finding> {
  if (waypoints.length > maxWaypoints) yield { issue: 'too_many_waypoints', field: 'waypoints' };
  if (pickup && drop && waypoints.length === 0 && distanceKm(pickup, drop) < SAME_PLACE_KM)
    yield { issue: 'pickup_equals_drop', field: 'drop' };
}

/** Yields all issues in the order of the specification: user, required fields, time, delivery details, route. */
function* findings(draft: BookingDraft, now: number): Generator<Finding> {
  yield* personFindings(draft);
  yield* choiceFindings(draft);
  yield* timeFindings(draft, now);
  yield* deliveryFindings(draft);
  yield* routeFindings(draft);
}

/**
 * Returns whether the text is a phone number of at least 7 characters: digits, spaces or dashes, with an optional
 * extension. Spaces and dashes alone are not a number.
 */
export function isDeliveryPhone(phone: string): boolean {
  return deliveryPhonePattern.test(phone.trim()) && /\d/.test(phone);
}

/**
 * Returns the first issue of a booking in the order of the specification, as the key of the alert's text; null for a
 * valid booking.
 */
export function validateBooking(draft: BookingDraft, now: number): BookingIssue | null {
  return findings(draft, now).next().value?.issue ?? null;
}

/**
 * Returns the first issue of each form field, by the same rules as validateBooking. Together with the issues of the
 * signed-in user these are all issues; validateBooking returns the first of them.
 */
export function fieldIssues(draft: BookingDraft, now: number): FieldIssues {
  const issues: FieldIssues = {};
  for (const { field, issue } of findings(draft, now)) if (field !== null) issues[field] ??= issue;
  return issues;
}
