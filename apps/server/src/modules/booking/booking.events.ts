// The events that the booking module publishes to other modules and live sockets: ids and statuses only.
import type { BookingStatus } from '@kerb/domain/booking';
import type { Minor } from '@kerb/domain/kernel';
import { appendEvent, appendEvents, type NewEvent, type Tx } from '../../kit/index.ts';
import type { BookingRecord } from './store/booking.tables.ts';

export const bookingTopics = {
  booking: (id: string) => `booking:${id}`,
  ofCustomer: (uid: string) => `bookings:customer:${uid}`,
  ofDriver: (uid: string) => `bookings:driver:${uid}`,
  ofFleet: (uid: string) => `bookings:fleet:${uid}`,
  all: 'bookings:all',
  tasks: (driver: string) => `tasks:${driver}`,
} as const;

/** Finds the driver in the topics of a booking's event; null while the booking has no driver. */
export function driverAmong(topics: readonly string[]): string | null {
  const start = bookingTopics.ofDriver('');
  return topics.find((topic) => topic.startsWith(start))?.slice(start.length) ?? null;
}

type Parties = Pick<BookingRecord, 'id' | 'customer' | 'driver' | 'fleetadmin'>;

/** The topics of every user who may see the booking in a list or on a screen. */
function topicsOf(booking: Parties): string[] {
  return [
    bookingTopics.booking(booking.id),
    bookingTopics.ofCustomer(booking.customer),
    ...(booking.driver ? [bookingTopics.ofDriver(booking.driver)] : []),
    ...(booking.fleetadmin ? [bookingTopics.ofFleet(booking.fleetadmin)] : []),
    bookingTopics.all,
  ];
}

export async function publishCreated(
  tx: Tx,
  booking: Parties & Pick<BookingRecord, 'status' | 'book_later'>,
): Promise<void> {
  await appendEvent(tx, {
    name: 'booking.created',
    topics: topicsOf(booking),
    data: { booking_id: booking.id, status: booking.status, book_later: booking.book_later },
  });
}

/** Omit `from` when the status did not change. */
export async function publishChanged(
  tx: Tx,
  booking: Parties & { status: BookingStatus },
  from?: BookingStatus,
): Promise<void> {
  const { id: booking_id, status } = booking;
  await appendEvent(tx, {
    name: 'booking.changed',
    topics: topicsOf(booking),
    data: from === undefined ? { booking_id, status } : { booking_id, status, from },
  });
}

/** Publishes a tip, so that other modules notify the driver. `amount`: minor units. */
export const publishTipped = (
  tx: Tx,
  { id: booking_id, reference }: Pick<BookingRecord, 'id' | 'reference'>,
  { driver, tip: amount }: { driver: string; tip: Minor },
): Promise<void> =>
  appendEvent(tx, { name: 'booking.tipped', topics: [], data: { booking_id, reference, driver, amount } });

/** Publishes that a refund was credited to the rider's wallet, so that they are notified. `amount`: minor units. */
export const publishRefunded = (
  tx: Tx,
  { id: booking_id, reference, customer: rider }: Pick<BookingRecord, 'id' | 'reference' | 'customer'>,
  amount: Minor,
): Promise<void> =>
  appendEvent(tx, { name: 'booking.refunded', topics: [], data: { booking_id, reference, rider, amount } });

/** A change of a booking's open offers. `by`: made by dispatch, which then does not process the booking again. */
export interface OfferChange {
  name: 'task.offered' | 'task.withdrawn';
  drivers: readonly string[];
  by?: 'dispatch' | undefined;
}

/** A change of a booking's offers. */
export interface ChangedOffers {
  booking: Parties & { status: BookingStatus };
  change: OfferChange;
}

function eventsOf({ booking, change: { name, drivers, by } }: ChangedOffers): NewEvent[] {
  if (drivers.length === 0) return [];
  const { id: booking_id, status } = booking;
  const data = by === undefined ? { booking_id, status } : { booking_id, status, by };
  return [
    { name, topics: drivers.map(bookingTopics.tasks), data: { booking_id } },
    { name: 'booking.changed', topics: topicsOf(booking), data },
  ];
}

/** Notifies the drivers of the offers and everyone who sees the bookings. */
export const publishOffers = (tx: Tx, ...changes: readonly ChangedOffers[]): Promise<void> =>
  appendEvents(tx, changes.flatMap(eventsOf));

/** Publishes that a review of a fare above its quote was opened or decided. */
export async function publishFareReview(
  tx: Tx,
  { id, reference, customer, driver }: Pick<BookingRecord, 'id' | 'reference' | 'customer' | 'driver'>,
  what: 'opened' | 'decided',
): Promise<void> {
  await appendEvent(tx, {
    name: `fare-review.${what}`,
    topics: [],
    data: { booking_id: id, reference, rider: customer, driver },
  });
}

/**
 * Why a booking returned to dispatch. `driver`: its driver returned it. `late`: the trip before it does not end on
 * time, or the driver stops after it. `silent`: the driver's phone sends no positions.
 */
export type GiveBackReason = 'driver' | 'late' | 'silent' | 'reassigned';

/** Publishes that the driver who accepted will not come; dispatch searches again. `isAhead`: they had accepted it ahead. */
export async function publishGivenBack(
  tx: Tx,
  id: string,
  change: { driver: string; reason: GiveBackReason; isAhead: boolean },
): Promise<void> {
  await appendEvent(tx, { name: 'booking.given-back', topics: [], data: { booking_id: id, ...change } });
}

/**
 * Publishes that the driver of a follow-on trip has finished the trip before it, or that a later booking accepted ahead
 * (`isAhead`) has begun.
 */
export async function publishSetOut(tx: Tx, id: string, { isAhead = false } = {}): Promise<void> {
  await appendEvent(tx, { name: 'booking.set-out', topics: [], data: { booking_id: id, isAhead } });
}

/** Publishes that the dispatch time of a NEW booking has come. */
export async function publishDue(tx: Tx, id: string): Promise<void> {
  await appendEvent(tx, { name: 'booking.due', topics: [], data: { booking_id: id } });
}

export async function publishWithdrawn(tx: Tx, id: string, drivers: readonly string[]): Promise<void> {
  if (drivers.length === 0) return;
  const topics = drivers.map(bookingTopics.tasks);
  await appendEvent(tx, { name: 'task.withdrawn', topics, data: { booking_id: id } });
}
