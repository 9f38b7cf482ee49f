// Decides when a rider may report something about a ride to the operator: a lost item, or a question.
import { type BookingStatus, occupiesDriver } from '../booking/index.ts';
import { MS_PER_DAY } from '../kernel/index.ts';

export const reportSubjects = ['lost_item', 'help'] as const;
export type ReportSubject = (typeof reportSubjects)[number];

/** Number of days after the trip in which a lost item can be reported. */
export const LOST_ITEM_DAYS = 30;

export interface ReportedTrip {
  status: BookingStatus;
  driver: string | null;
  /** When the trip ended, ms since the epoch; null before its end, and when it was never driven. */
  trip_end_time: number | null;
}

/** Riders can ask for help about any booking of their own; an item can only be lost in a car, once the trip is over. */
export function mayReport(subject: ReportSubject, trip: ReportedTrip, now: number): boolean {
  switch (subject) {
    case 'help':
      return true;
    case 'lost_item':
      return (
        trip.driver !== null &&
        trip.trip_end_time !== null &&
        !occupiesDriver(trip.status) &&
        trip.status !== 'CANCELLED' &&
        now - trip.trip_end_time <= LOST_ITEM_DAYS * MS_PER_DAY
      );
  }
}
