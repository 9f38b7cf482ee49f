// Reminders of trips booked for later: the rider one hour before, the driver when they must leave. Their jobs survive
// restarts.
import { type BookingStatus, bookingStatus } from '@kerb/domain/booking';
import { LOOK_AHEAD_MS, leaveAt, REESTIMATE_INTERVAL_MS } from '@kerb/domain/dispatch';
import type { LatLng } from '@kerb/domain/geo';
import { MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { z } from 'zod';
import {
  addJob,
  appendEvent,
  type Clock,
  type JobHandlers,
  type Subscriber,
  type WithTx,
} from '../../kit/index.ts';
import { type ReminderKind, reminderKind, remindersRepository } from './reminders.repository.ts';

export const REMIND_JOB = 'notifications.remind';
export const REMINDER_EVENT = 'booking.reminder';

/** Time before the trip at which the rider is reminded. */
const RIDE_SOON_MS = MS_PER_HOUR;
/** A trip booked within this time before that moment gets no reminder. */
const FRESH_MS = 15 * MS_PER_MINUTE;

export interface RemindedBooking {
  id: string;
  status: BookingStatus;
  book_later: boolean;
  /** ms since the epoch */
  tripdate: number;
  driver: string | null;
  driver_accept_time: number | null;
  pickup: LatLng;
}

export interface RemindPeopleDeps {
  withTx: WithTx;
  clock: Clock;
  findBooking: (id: string) => Promise<RemindedBooking | null>;
  /**
   * Travel time by road from the driver's current position, in seconds; null when the position or the route is unknown.
   */
  secondsTo: (driver: string, point: LatLng) => Promise<number | null>;
}

/** False for a trip that has ended, has begun, or whose time has passed. */
export function isStillToRemind(
  kind: ReminderKind,
  { status, tripdate }: Pick<RemindedBooking, 'status' | 'tripdate'>,
  now: number,
): boolean {
  if (now >= tripdate) return false;
  return status === 'ACCEPTED' || (kind === 'ride_soon' && status === 'NEW');
}

/** Time of the first check of the reminder that this step of a booking requires; null when it requires no reminder. */
export function firstReminder(
  { status, from, isNew }: { status: BookingStatus; from: BookingStatus | undefined; isNew: boolean },
  tripdate: number,
  now: number,
): { kind: ReminderKind; at: number } | null {
  if (status === 'ACCEPTED' && from === 'NEW')
    return { kind: 'leave_now', at: Math.max(now, tripdate - LOOK_AHEAD_MS) };
  const at = tripdate - RIDE_SOON_MS;
  const isBooked = status === 'NEW' && (isNew || from === 'PAYMENT_PENDING');
  return isBooked && at >= now + FRESH_MS ? { kind: 'ride_soon', at } : null;
}

const step = z.object({
  booking_id: z.string(),
  status: bookingStatus,
  from: bookingStatus.optional(),
  book_later: z.boolean().optional(),
});
const reminder = z.object({ booking_id: z.string(), kind: reminderKind });

export function createReminders({ withTx, clock, findBooking, secondsTo }: RemindPeopleDeps): {
  subscriber: Subscriber;
  jobs: JobHandlers;
} {
  /** Adds a job; at most one is waiting for each booking and kind. */
  const plan = (booking_id: string, kind: ReminderKind, runAt: number): Promise<void> =>
    withTx((tx) =>
      addJob(tx, REMIND_JOB, { booking_id, kind }, { runAt, jobKey: `${REMIND_JOB}:${booking_id}:${kind}` }),
    );

  /**
   * Publishes the reminder in the transaction that records it, so that a repeated job publishes nothing. `since`: when
   * the driver accepted; a reminder published before that went to another driver.
   */
  const publishReminder = (booking_id: string, kind: ReminderKind, since: number): Promise<void> =>
    withTx(async (tx) => {
      if (await remindersRepository(tx).rememberReminder(booking_id, kind, { since, at: clock.now() }))
        await appendEvent(tx, { name: REMINDER_EVENT, topics: [], data: { booking_id, kind } });
    });

  /** Checks again while there is time. A driver who accepted when it was already time to leave needs no reminder. */
  async function lookAtDriver(booking: RemindedBooking): Promise<void> {
    const { id, driver, driver_accept_time: accepted, tripdate, pickup } = booking;
    if (driver === null || accepted === null) return;
    const leave = leaveAt(tripdate, await secondsTo(driver, pickup));
    const now = clock.now();
    if (leave <= accepted) return;
    if (now < leave) return plan(id, 'leave_now', Math.min(leave, now + REESTIMATE_INTERVAL_MS));
    return publishReminder(id, 'leave_now', accepted);
  }

  return {
    subscriber: {
      name: 'notifications.plan-reminders',
      events: ['booking.created', 'booking.changed'],
      async handle({ name, data }) {
        const { booking_id, status, from, book_later } = step.parse(data);
        const isNothingNew = name === 'booking.created' ? book_later === false : from === undefined;
        if (isNothingNew) return;
        const booking = await findBooking(booking_id);
        if (!booking?.book_later) return;
        const isNew = name === 'booking.created';
        const first = firstReminder({ status, from, isNew }, booking.tripdate, clock.now());
        if (first !== null) await plan(booking_id, first.kind, first.at);
      },
    },
    jobs: {
      async [REMIND_JOB](payload) {
        const { booking_id, kind } = reminder.parse(payload);
        const booking = await findBooking(booking_id);
        if (!booking || !isStillToRemind(kind, booking, clock.now())) return;
        await (kind === 'leave_now' ? lookAtDriver(booking) : publishReminder(booking_id, kind, 0));
      },
    },
  };
}
