// Row types of recurring bookings. Times are ms since the epoch; days are read as text, YYYY-MM-DD.
import type { InstructionData, PaymentMode } from '@kerb/domain/booking';
import type { AddressedPoint } from '@kerb/domain/geo';
import type { JSONColumnType, Selectable } from 'kysely';

export interface RecurringBookingsTable {
  id: string;
  rider: string;
  /** Null after the rider's account was deleted. */
  pickup: JSONColumnType<AddressedPoint> | null;
  drop_point: JSONColumnType<AddressedPoint> | null;
  waypoints: JSONColumnType<AddressedPoint[]>;
  car_type: string;
  instruction_data: JSONColumnType<InstructionData> | null;
  /** Descriptions of the chosen parcel type and option; null for none, and for an index without one. */
  parcel_type: string | null;
  option: string | null;
  payment_mode: PaymentMode;
  weekdays: number[];
  time_of_day: string;
  first_day: string;
  last_day: string | null;
  skipped_days: string[];
  created_by: string;
  created_at: number;
  stopped_at: number | null;
  stopped_by: string | null;
}

export interface RecurringBookingDaysTable {
  recurring_booking: string;
  day: string;
  booking: string | null;
  problem: string | null;
}

export type RecurringBookingTables = {
  recurring_bookings: RecurringBookingsTable;
  recurring_booking_days: RecurringBookingDaysTable;
};

type Stored = Selectable<RecurringBookingsTable>;

/** A recurring booking whose places are known. */
export type RecurringBookingRow = Stored & {
  [Place in 'pickup' | 'drop_point']: NonNullable<Stored[Place]>;
};

export type RecurringDayRow = RecurringBookingDaysTable;
