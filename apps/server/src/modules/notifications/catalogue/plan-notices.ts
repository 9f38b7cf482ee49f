// Who is notified of what: at each step of a booking, of a document, of an account; by the kinds of the catalogue.
import type { BookingStatus, CancelledBy } from '@kerb/domain/booking';
import type { Review } from '@kerb/domain/identity';
import type { WordedKind } from './notice-catalogue.ts';

export interface PlannedNotice {
  kind: WordedKind;
  to: 'customer' | 'driver';
}

/** What happened to a booking, as far as notices depend on it. */
export interface BookingStep {
  status: BookingStatus;
  /** The status before; undefined when something else than the status changed. */
  from: BookingStatus | undefined;
  rated: boolean;
  cancelledBy: CancelledBy | null;
  /** A later trip whose time is not near yet. */
  later?: boolean;
  /** `waits`: the driver finishes another trip first; `begun`: they had, and have set out. */
  followOn?: 'waits' | 'begun' | undefined;
}

const toCustomer = (kind: WordedKind): PlannedNotice => ({ kind, to: 'customer' });
const toDriver = (kind: WordedKind): PlannedNotice => ({ kind, to: 'driver' });
const toBoth = (kind: WordedKind): PlannedNotice[] => [toCustomer(kind), toDriver(kind)];

/** While the rider has not yet given the code. */
export const codeRefused: PlannedNotice = toCustomer('trip_code_refused');

/** The notices of one step of a booking (specification §4). */
export function noticesOf(step: BookingStep): readonly PlannedNotice[] {
  const { status, from, rated, cancelledBy, later, followOn } = step;
  if (from === undefined) return [];
  switch (status) {
    case 'ACCEPTED':
      // The driver's setting out has its own notice.
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
      return cancelNotices(from, cancelledBy);
    case 'PAYMENT_PENDING':
    case 'NEW':
    case 'PENDING':
      return [];
  }
}

/** Before a driver took it only the rider is notified, unless they cancelled themselves. */
function cancelNotices(from: BookingStatus, cancelledBy: CancelledBy | null): readonly PlannedNotice[] {
  if (from === 'ACCEPTED' || from === 'ARRIVED') return toBoth('cancelled');
  if (from === 'PAYMENT_PENDING') return cancelledBy === 'system' ? [toCustomer('not_paid')] : [];
  return from === 'NEW' && cancelledBy !== 'rider' ? [toCustomer('no_driver')] : [];
}

/** The driver of a follow-on trip has finished the trip before it. */
export const setOut = toCustomer('accepted');
/** The driver does not come; the search goes on. */
export const givenBack = toCustomer('given_back');

/** None to a driver who gave the booking back themselves. */
export function givenBackToDriver(
  reason: 'driver' | 'late' | 'silent' | 'reassigned',
): readonly PlannedNotice[] {
  switch (reason) {
    case 'driver':
      return [];
    case 'late':
      return [toDriver('next_trip_over')];
    case 'silent':
      return [toDriver('trip_lost')];
    case 'reassigned':
      return [toDriver('trip_reassigned')];
  }
}

/** Of a later trip: once each, and never after it has ended or begun. */
export const rideSoon = toCustomer('ride_soon');
export const searchBegun = toCustomer('search_begun');
export const leaveNow = toDriver('leave_now');
export const newTask = toDriver('new_task');

/** Which of a document's notices so many days before its end. */
export function documentNoticeOf(daysLeft: number): WordedKind {
  if (daysLeft < 0) return 'document_expired';
  return daysLeft === 0 ? 'document_ends_today' : 'document_ending';
}

/** Null for a review state that is not a decision. */
export function accountNoticeOf(review: Review): WordedKind | null {
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
