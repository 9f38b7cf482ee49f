// What people are told and when: which event, to whom, the words, and the screen it opens.
import type { BookingStatus, CancelledBy } from '@kerb/domain/booking';

export type NoticeKind =
  | 'accepted'
  | 'driver_near'
  | 'trip_started'
  | 'trip_completed'
  | 'payment_success'
  | 'cancelled'
  | 'no_driver'
  | 'rated'
  | 'new_task';

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
}

const toCustomer = (kind: NoticeKind): PlannedNotice => ({ kind, to: 'customer', screen: 'BookedCab' });
const toDriver = (kind: NoticeKind): PlannedNotice => ({ kind, to: 'driver', screen: 'BookedCab' });
const toBoth = (kind: NoticeKind): PlannedNotice[] => [toCustomer(kind), toDriver(kind)];

/** The notices of one step of a booking (specification §4). */
export function noticesOf({ status, from, rated, cancelledBy }: BookingStep): readonly PlannedNotice[] {
  if (from === undefined) return [];
  switch (status) {
    case 'ACCEPTED':
      return [toCustomer('accepted')];
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
  return from === 'NEW' && cancelledBy !== 'rider' ? [toCustomer('no_driver')] : [];
}

export const newTask: PlannedNotice = { kind: 'new_task', to: 'driver', screen: 'DriverTrips' };

/** What the words may name, as {name} in a text. */
export interface NoticeWords {
  reference: string;
  driver: string;
  customer: string;
  vehicle: string;
  pickup: string;
  drop: string;
}

interface NoticeText {
  title: string;
  body: string;
}

/** One entry a language; English is complete, another language is another entry. */
const texts: Readonly<Record<string, Readonly<Record<NoticeKind, NoticeText>>>> = {
  en: {
    accepted: { title: 'Your ride is on its way', body: '{driver} is coming to {pickup} in {vehicle}.' },
    driver_near: { title: 'Your driver is here', body: '{driver} is waiting at {pickup}: {vehicle}.' },
    trip_started: { title: 'Trip started', body: 'You are on the way to {drop}.' },
    trip_completed: { title: 'Trip completed', body: 'You have reached {drop}. Ride {reference}.' },
    payment_success: { title: 'Payment received', body: 'Ride {reference} is paid.' },
    cancelled: { title: 'Ride cancelled', body: 'Ride {reference} from {pickup} was cancelled.' },
    no_driver: {
      title: 'Ride cancelled',
      body: 'Ride {reference} from {pickup} was cancelled before a driver took it.',
    },
    rated: { title: 'You have a new rating', body: '{customer} rated ride {reference}.' },
    new_task: { title: 'New ride', body: 'From {pickup} to {drop}.' },
  },
};

/** Title and body in the person's language, English where it has no entry. */
export function wordNotice(kind: NoticeKind, locale: string | undefined, words: NoticeWords): NoticeText {
  const language = locale?.split('-')[0]?.toLowerCase() ?? 'en';
  const text = (texts[language] ?? texts.en)?.[kind];
  if (!text) return { title: words.reference, body: '' };
  const fill = (template: string): string =>
    template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (isWord(name, words) ? words[name] : whole));
  return { title: fill(text.title), body: fill(text.body) };
}

const isWord = (name: string, words: NoticeWords): name is keyof NoticeWords => Object.hasOwn(words, name);
