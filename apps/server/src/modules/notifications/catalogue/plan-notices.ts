// Plans the recipients and kinds of notices for each step of a booking, a document or an account.
import { type BookingStatus, type CancelledBy, INCOMPLETE_BOOKING_REASON } from '@kerb/domain/booking';
import type { Review } from '@kerb/domain/identity';
import type { TextNoticeKind } from './notice-catalogue.ts';

export interface PlannedNotice {
  kind: TextNoticeKind;
  to: 'customer' | 'driver';
}

/** The fields of a booking event that notices depend on. */
export interface BookingStep {
  status: BookingStatus;
  /** The previous status; undefined when the status did not change. */
  from: BookingStatus | undefined;
  rated: boolean;
  cancelledBy: CancelledBy | null;
  /** The stored reason of a cancelled booking. */
  reason: string | null;
  /** True for a trip booked for a later time that is not near yet. */
  later?: boolean;
  /** `waits`: the driver finishes another trip first; `begun`: they have finished it and set out. */
  followOn?: 'waits' | 'begun' | undefined;
}

const toCustomer = (kind: TextNoticeKind): PlannedNotice => ({ kind, to: 'customer' });
const toDriver = (kind: TextNoticeKind): PlannedNotice => ({ kind, to: 'driver' });
const toBoth = (kind: TextNoticeKind): PlannedNotice[] => [toCustomer(kind), toDriver(kind)];

/** Sent only while the rider has not given the correct code. */
export const codeRefused: PlannedNotice = toCustomer('trip_code_refused');

/** Notices of one step of a booking (specification §4). */
export function noticesOf(step: BookingStep): readonly PlannedNotice[] {
  const { status, from, rated, later, followOn } = step;
  if (from === undefined) return [];
  switch (status) {
    case 'ACCEPTED':
      // A separate notice is sent when the driver sets out.
      if (followOn === 'begun') return [];
      if (followOn === 'waits') return [toCustomer('accepted_follow_on')];
      return [toCustomer(later ? 'accepted_later' : 'accepted')];
    case 'ARRIVED':
      return [toCustomer('driver_near')];
    case 'STARTED':
      return [toCustomer('trip_started')];
    case 'REACHED':
      return [toCustomer('trip_completed')];
    case 'PAID':
      return toBoth('payment_success');
    case 'COMPLETE':
      return rated ? [toDriver('rated')] : [];
    case 'CANCELLED':
      return cancelNotices(from, step);
    case 'PAYMENT_PENDING':
    case 'NEW':
    case 'PENDING':
      return [];
  }
}

/**
 * True for a notice of `status` that would be wrong now: the booking has left the status meanwhile, for example while
 * the server was down. Results, such as a paid or cancelled trip, do not become wrong.
 */
export function isOutdated(status: BookingStatus, current: BookingStatus): boolean {
  switch (status) {
    case 'ACCEPTED':
    case 'ARRIVED':
    case 'STARTED':
      return current !== status;
    case 'PAYMENT_PENDING':
    case 'NEW':
    case 'REACHED':
    case 'PENDING':
    case 'PAID':
    case 'COMPLETE':
    case 'CANCELLED':
      return false;
  }
}

const ofSearch = ['given_back', 'given_back_later', 'search_begun'] as const;
const ofApproach = ['accepted', 'accepted_later', 'accepted_follow_on', 'ride_soon', 'leave_now'] as const;
const ofArrival = ['driver_near', 'trip_code_refused'] as const;

/** The kinds of waiting notices that are wrong for a booking of this status. */
export function outdatedBy(status: BookingStatus): readonly TextNoticeKind[] {
  switch (status) {
    case 'NEW':
      return ['accepted', 'accepted_later', 'accepted_follow_on', 'leave_now', ...ofArrival];
    case 'ACCEPTED':
      return ofSearch;
    case 'ARRIVED':
      return [...ofSearch, ...ofApproach];
    case 'STARTED':
      return [...ofSearch, ...ofApproach, ...ofArrival];
    case 'REACHED':
    case 'PENDING':
    case 'PAID':
    case 'COMPLETE':
    case 'CANCELLED':
      return [...ofSearch, ...ofApproach, ...ofArrival, 'trip_started'];
    case 'PAYMENT_PENDING':
      return [];
  }
}

/**
 * Before a driver has accepted, only the rider is notified, unless they cancelled the booking themselves. A booking that
 * was paid too late is cancelled by the server as well, for another reason than a missing payment.
 */
function cancelNotices(
  from: BookingStatus,
  { cancelledBy, reason }: Pick<BookingStep, 'cancelledBy' | 'reason'>,
): readonly PlannedNotice[] {
  if (from === 'ACCEPTED' || from === 'ARRIVED') return toBoth('cancelled');
  if (cancelledBy === 'rider') return [];
  if (from === 'PAYMENT_PENDING') {
    const isUnpaid = cancelledBy === 'system' && reason === INCOMPLETE_BOOKING_REASON;
    return [toCustomer(isUnpaid ? 'not_paid' : 'cancelled')];
  }
  return from === 'NEW' ? [toCustomer('no_driver')] : [];
}

/** The driver of a follow-on trip has finished the previous trip. */
export const setOut = toCustomer('accepted');
/** A later trip accepted ahead has become the driver's current trip; its rider is reminded of it anyway. */
export const bookedTripBegun = toDriver('booked_trip_begun');
/**
 * The driver has given the booking back, and the search for another driver goes on. `later`: the trip is booked for a
 * later time that is not near yet.
 */
export const givenBack = (later: boolean): PlannedNotice =>
  toCustomer(later ? 'given_back_later' : 'given_back');

/**
 * Empty for a driver who gave the booking back themselves. `ahead`: they accepted it before its search and had not set
 * out.
 */
export function givenBackToDriver(
  reason: 'driver' | 'late' | 'silent' | 'reassigned',
  { later, ahead }: { later: boolean; ahead: boolean },
): readonly PlannedNotice[] {
  switch (reason) {
    case 'driver':
      return [];
    case 'late':
      return [toDriver(ahead ? 'booked_trip_over' : 'next_trip_over')];
    case 'silent':
      return [toDriver('trip_lost')];
    case 'reassigned':
      return [toDriver(later ? 'trip_reassigned_later' : 'trip_reassigned')];
  }
}

/** Notices of a trip booked for later: each is sent once, and only before the trip begins or ends. */
export const rideSoon = toCustomer('ride_soon');
export const searchBegun = toCustomer('search_begun');
export const leaveNow = toDriver('leave_now');

/** `later`: the trip is booked for a later time that is not near yet. */
export const newTask = (later: boolean): PlannedNotice => toDriver(later ? 'new_task_later' : 'new_task');

/** The kind of notice for a document that expires in this number of days. */
export function documentNoticeOf(daysLeft: number): TextNoticeKind {
  if (daysLeft < 0) return 'document_expired';
  return daysLeft === 0 ? 'document_ends_today' : 'document_ending';
}

/** Null for a review state that is not a decision. */
export function accountNoticeOf(review: Review): TextNoticeKind | null {
  switch (review) {
    case 'waiting':
      return null;
    case 'approved':
      return 'account_approved';
    case 'refused':
      return 'account_refused';
    case 'disabled':
      return 'account_disabled';
  }
}
