// What the booking module tells the rest of the house and the live sockets: ids and statuses only.
import type { BookingStatus } from '@kerb/domain/booking';
import { appendEvent, type Tx } from '../../kit/index.ts';
import type { BookingRecord } from './booking.tables.ts';

export const bookingTopics = {
  booking: (id: string) => `booking:${id}`,
  ofCustomer: (uid: string) => `bookings:customer:${uid}`,
  ofDriver: (uid: string) => `bookings:driver:${uid}`,
  ofFleet: (uid: string) => `bookings:fleet:${uid}`,
  all: 'bookings:all',
  tasks: (driver: string) => `tasks:${driver}`,
} as const;

/** The driver among those who hear of a booking; null when nobody has taken it. */
export function driverAmong(topics: readonly string[]): string | null {
  const start = bookingTopics.ofDriver('');
  return topics.find((topic) => topic.startsWith(start))?.slice(start.length) ?? null;
}

type Parties = Pick<BookingRecord, 'id' | 'customer' | 'driver' | 'fleetadmin'>;

/** Everybody who may see the booking in a list or on a screen. */
function topicsOf(booking: Parties): string[] {
  return [
    bookingTopics.booking(booking.id),
    bookingTopics.ofCustomer(booking.customer),
    ...(booking.driver ? [bookingTopics.ofDriver(booking.driver)] : []),
    ...(booking.fleetadmin ? [bookingTopics.ofFleet(booking.fleetadmin)] : []),
    bookingTopics.all,
  ];
}

export async function tellCreated(tx: Tx, booking: Parties & { status: BookingStatus }): Promise<void> {
  await appendEvent(tx, {
    name: 'booking.created',
    topics: topicsOf(booking),
    data: { booking_id: booking.id, status: booking.status },
  });
}

/** `from` is left out when something else than the status changed. */
export async function tellChanged(
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

/** A NEW booking's time to look for drivers has come. */
export async function tellDue(tx: Tx, id: string): Promise<void> {
  await appendEvent(tx, { name: 'booking.due', topics: [], data: { booking_id: id } });
}

export async function tellOffered(tx: Tx, id: string, drivers: readonly string[]): Promise<void> {
  await tellDrivers(tx, 'task.offered', id, drivers);
}

export async function tellWithdrawn(tx: Tx, id: string, drivers: readonly string[]): Promise<void> {
  await tellDrivers(tx, 'task.withdrawn', id, drivers);
}

async function tellDrivers(tx: Tx, name: string, id: string, drivers: readonly string[]): Promise<void> {
  if (drivers.length === 0) return;
  await appendEvent(tx, { name, topics: drivers.map(bookingTopics.tasks), data: { booking_id: id } });
}
