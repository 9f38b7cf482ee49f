// When a rider may report something about a ride to the operator: a lost item, or a question.
import { type BookingStatus, keepsDriverBusy } from '../booking/index.ts';
import { MS_PER_DAY } from '../kernel/index.ts';

export const reportSubjects = ['lost_item', 'help'] as const;
export type ReportSubject = (typeof reportSubjects)[number];

/** A driver is asked to look for an item no longer than this after the trip. */
export const LOST_ITEM_DAYS = 30;

export interface ReportedTrip {
  status: BookingStatus;
  driver: string | null;
  /** When the trip ended, ms since the epoch; null while it has not, and where it was never driven. */
  trip_end_time: number | null;
}

/** Help is for any booking of one's own; an item can be lost only in a car, once the trip is over. */
export function mayReport(subject: ReportSubject, trip: ReportedTrip, now: number): boolean {
  switch (subject) {
    case 'help':
      return true;
    case 'lost_item':
      return (
        trip.driver !== null &&
        trip.trip_end_time !== null &&
        !keepsDriverBusy(trip.status) &&
        trip.status !== 'CANCELLED' &&
        now - trip.trip_end_time <= LOST_ITEM_DAYS * MS_PER_DAY
      );
  }
}
