// What people are told and when: which event, to whom, the words, and the screen it opens.
import type { BookingStatus, CancelledBy } from '@kerb/domain/booking';
import { type NoticeText, noticeTexts } from './notice-texts.ts';

export type NoticeKind =
  | 'accepted'
  | 'accepted_later'
  | 'driver_near'
  | 'trip_started'
  | 'trip_completed'
  | 'payment_success'
  | 'cancelled'
  | 'no_driver'
  | 'not_paid'
  | 'rated'
  | 'new_task'
  | 'ride_soon'
  | 'search_begun'
  | 'leave_now';

export type Receiver = 'customer' | 'driver';

/** Where the notice leads: the booking's screen with `bookingId`, or the driver's tasks. */
export type NoticeScreen = 'BookedCab' | 'DriverTrips';

export interface PlannedNotice {
  kind: NoticeKind;
  to: Receiver;
  screen: NoticeScreen;
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
}

const toCustomer = (kind: NoticeKind): PlannedNotice => ({ kind, to: 'customer', screen: 'BookedCab' });
const toDriver = (kind: NoticeKind): PlannedNotice => ({ kind, to: 'driver', screen: 'BookedCab' });
const toBoth = (kind: NoticeKind): PlannedNotice[] => [toCustomer(kind), toDriver(kind)];

/** The notices of one step of a booking (specification §4). */
export function noticesOf({
  status,
  from,
  rated,
  cancelledBy,
  later,
}: BookingStep): readonly PlannedNotice[] {
  if (from === undefined) return [];
  switch (status) {
    case 'ACCEPTED':
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

/** Before a driver took it only the rider is told, unless they cancelled themselves. */
function cancelNotices(from: BookingStatus, cancelledBy: CancelledBy | null): readonly PlannedNotice[] {
  if (from === 'ACCEPTED' || from === 'ARRIVED') return toBoth('cancelled');
  if (from === 'PAYMENT_PENDING') return cancelledBy === 'system' ? [toCustomer('not_paid')] : [];
  return from === 'NEW' && cancelledBy !== 'rider' ? [toCustomer('no_driver')] : [];
}

/** Of a later trip: once each, and never after it has ended or begun. */
export const rideSoon = toCustomer('ride_soon');
export const searchBegun = toCustomer('search_begun');
export const leaveNow: PlannedNotice = { kind: 'leave_now', to: 'driver', screen: 'DriverTrips' };

export const newTask: PlannedNotice = { kind: 'new_task', to: 'driver', screen: 'DriverTrips' };

/** What the words may name, as {name} in a text. */
export interface NoticeWords {
  reference: string;
  driver: string;
  customer: string;
  vehicle: string;
  pickup: string;
  drop: string;
  /** Of the trip, as the person reads clocks. */
  time: string;
}

/** Title and body in the person's language, English where it has no entry. */
export function wordNotice(kind: NoticeKind, locale: string | undefined, words: NoticeWords): NoticeText {
  const language = locale?.split('-')[0]?.toLowerCase() ?? 'en';
  const text = (noticeTexts[language] ?? noticeTexts.en)[kind];
  const fill = (template: string): string =>
    template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (isWord(name, words) ? words[name] : whole));
  return { title: fill(text.title), body: fill(text.body) };
}

const isWord = (name: string, words: NoticeWords): name is keyof NoticeWords => Object.hasOwn(words, name);
