// SQL of mobility data: its own tables, and read-only views of bookings, vehicles and duty.
import { trackedStatuses } from '@kerb/domain/booking';
import { MS_PER_DAY, type Span } from '@kerb/domain/kernel';
import type { DrivenBooking } from '@kerb/domain/mobility-data';
import { type Selectable, sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';
import type {
  DeclaredCarTypeTable,
  MobilityDataTables,
  TripFileTable,
  VehicleView,
} from './mobility-data.tables.ts';

export type VehicleRow = Pick<
  Selectable<VehicleView>,
  'uid' | 'device_id' | 'car_type' | 'vehicle_number' | 'vehicle_make' | 'vehicle_model'
>;
export type VehicleNowRow = Pick<Selectable<VehicleView>, 'uid' | 'device_id' | 'on_duty' | 'duty'>;

/** Selects a page of vehicles after a device id, or one vehicle. */
export type VehicleChoice = { after: string | undefined; limit: number } | { device_id: string };

const basic = [
  'booking',
  'driver',
  'device_id',
  'status',
  'cancelled_by',
  'listed_reason',
  'booking_type_admin',
  'booking_date',
  'tripdate',
  'pickup_promised_at',
  'set_out_at',
  'driver_accept_time',
  'driver_arrive_time',
  'trip_start_time',
  'trip_end_time',
  'paid_at',
  'cancelled_at',
  'total_trip_time',
  'rider_deleted',
  'pickup',
  'drop_point',
  'distance_km',
  'trip_cost',
  'discount_amount',
  'convenience_fees',
  'driver_share',
  'cancellation_fee',
  'tip',
  'base_fare_major',
  'payment_mode',
  'promo_applied',
] as const;

/** Nulls for the columns of the view that are slow to compute, in queries that do not use them. */
const noPlaces = {
  accepted_place: null,
  started_place: null,
  ended_place: null,
  approach_place: null,
  approach_km: null,
} as const;

/** Maximum length of a period on duty. */
const MAX_DUTY_MS = MS_PER_DAY;

const vehicleColumns = [
  'uid',
  'device_id',
  'car_type',
  'vehicle_number',
  'vehicle_make',
  'vehicle_model',
] as const;

function bookingQueries(queries: Queries) {
  const db = queries.withTables<MobilityDataTables>();
  return {
    /** Rides that ended in the span, in order of time. */
    async ridesEnded({ starts, ends }: Span): Promise<DrivenBooking[]> {
      const rows = await db
        .selectFrom('mobility_bookings')
        .select([...basic, 'started_place', 'ended_place'])
        .where('trip_end_time', '>=', starts)
        .where('trip_end_time', '<', ends)
        .where('status', 'in', ['REACHED', 'PENDING', 'PAID', 'COMPLETE'])
        .orderBy('trip_end_time')
        .orderBy('booking')
        .execute();
      return rows.map((row) => ({ ...noPlaces, ...row }));
    },

    /**
     * Bookings whose driver arrived at the pickup in the span, or was on the way to it when the booking was cancelled
     * in the span.
     */
    async approachesEnded({ starts, ends }: Span): Promise<DrivenBooking[]> {
      const columns = [...basic, 'accepted_place', 'approach_place', 'approach_km'] as const;
      const all = db.selectFrom('mobility_bookings').select(columns);
      const arrived = await all
        .where('driver_arrive_time', '>=', starts)
        .where('driver_arrive_time', '<', ends)
        .orderBy('driver_arrive_time')
        .orderBy('booking')
        .execute();
      const cancelled = await all
        .where('cancelled_at', '>=', starts)
        .where('cancelled_at', '<', ends)
        .where('driver_arrive_time', 'is', null)
        .orderBy('cancelled_at')
        .orderBy('booking')
        .execute();
      return [...arrived, ...cancelled].map((row) => ({ ...noPlaces, ...row }));
    },

    /** The latest booking that each driver has set out for. */
    async latestOf(drivers: readonly string[]): Promise<Map<string, DrivenBooking>> {
      if (drivers.length === 0) return new Map();
      const rows = await db
        .selectFrom('mobility_bookings')
        .distinctOn('driver')
        .select(basic)
        .where('driver', '=', sql<string>`any(${[...drivers]}::uuid[])`)
        .where('follows', 'is', null)
        .where((eb) => eb.or([eb('pickup_promised_at', 'is', null), eb('set_out_at', 'is not', null)]))
        .orderBy('driver')
        // A later booking may have been accepted before trips that ended before it began.
        .orderBy(sql`coalesce(set_out_at, driver_accept_time)`, 'desc')
        .execute();
      return new Map(rows.map((row) => [row.driver, { ...noPlaces, ...row }]));
    },

    /**
     * Whether a trip is under way whose driver was not reachable after `at`, so that the phone may still report earlier
     * steps.
     */
    async awaitsReports(at: number): Promise<boolean> {
      const row = await db
        .selectFrom('mobility_bookings as b')
        .innerJoin('mobility_vehicles as v', 'v.uid', 'b.driver')
        .select('b.booking')
        .where('b.status', 'in', trackedStatuses)
        .where((eb) => eb.or([eb('b.pickup_promised_at', 'is', null), eb('b.set_out_at', 'is not', null)]))
        .where('b.driver_accept_time', '<', at)
        .where(sql<boolean>`coalesce(v.seen_at, 0) < ${at}::bigint`)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Times when the trips of these bookings ended, optionally without bookings that a driver drove. */
    async tripsEndedAt(
      bookings: readonly string[],
      { exceptDriver }: { exceptDriver?: string } = {},
    ): Promise<number[]> {
      if (bookings.length === 0) return [];
      const rows = await db
        .selectFrom('mobility_bookings')
        .select(['driver_arrive_time', 'cancelled_at', 'trip_end_time'])
        .where('booking', '=', sql<string>`any(${[...bookings]}::uuid[])`)
        .$if(exceptDriver !== undefined, (query) => query.where('driver', '<>', exceptDriver ?? ''))
        .execute();
      return rows
        .flatMap((row) => [row.driver_arrive_time, row.cancelled_at, row.trip_end_time])
        .filter((at) => at !== null);
    },

    /** Time when the first ride ended; null before it. */
    async firstRideEndedAt(): Promise<number | null> {
      const row = await db
        .selectFrom('mobility_bookings')
        .select('trip_end_time')
        .where('trip_end_time', 'is not', null)
        .orderBy('trip_end_time')
        .limit(1)
        .executeTakeFirst();
      return row?.trip_end_time ?? null;
    },
  };
}

function vehicleQueries(queries: Queries) {
  const db = queries.withTables<MobilityDataTables>();

  /** Ordered by device id, so that pages do not overlap. */
  const chosen = (choice: VehicleChoice) => {
    const all = db.selectFrom('mobility_vehicles as v').orderBy('v.device_id');
    if ('device_id' in choice) return all.where('v.device_id', '=', choice.device_id).limit(1);
    const { after, limit } = choice;
    return all.$if(after !== undefined, (query) => query.where('v.device_id', '>', after ?? '')).limit(limit);
  };
  const dutyAfter = (at: number) => sql<boolean>`exists (
    select from mobility_duty p
    where p.uid = v.uid and p.started_at >= ${at - MAX_DUTY_MS}::bigint
      and (p.ended_at is null or p.ended_at >= ${at}::bigint))`;

  return {
    /** Vehicles that were in service at `since` or later. */
    inService(choice: VehicleChoice, since: number): Promise<VehicleRow[]> {
      return chosen(choice).select(vehicleColumns).where(dutyAfter(since)).execute();
    },

    /** A vehicle that was in service at any time; null for others. */
    async everInService(device_id: string): Promise<VehicleRow | null> {
      const row = await chosen({ device_id })
        .select(vehicleColumns)
        .where(
          sql<boolean>`(exists (select from mobility_duty p where p.uid = v.uid)
            or exists (select from mobility_bookings b where b.driver = v.uid))`,
        )
        .executeTakeFirst();
      return row ?? null;
    },

    /** Vehicles that are in service or on a trip, and those that went out of service at `since` or later. */
    current(choice: VehicleChoice, since: number): Promise<VehicleNowRow[]> {
      return chosen(choice)
        .select(['uid', 'device_id', 'on_duty', 'duty'])
        .where((eb) => eb.or([eb('v.on_duty', '=', true), eb('v.busy', '=', true), dutyAfter(since)]))
        .execute();
    },
  };
}

export function mobilityDataRepository(queries: Queries) {
  const db = queries.withTables<MobilityDataTables>();
  return {
    ...bookingQueries(queries),
    ...vehicleQueries(queries),

    async providerId(): Promise<string> {
      const row = await db.selectFrom('mobility_providers').select('provider_id').executeTakeFirstOrThrow();
      return row.provider_id;
    },

    async setProviderId(provider_id: string): Promise<void> {
      await db.updateTable('mobility_providers').set({ provider_id }).execute();
    },

    async declaredCarTypes(): Promise<Map<string, DeclaredCarTypeTable>> {
      const rows = await db.selectFrom('mobility_car_types').selectAll().execute();
      return new Map(rows.map((row) => [row.car_type, row]));
    },

    async declareCarType(row: DeclaredCarTypeTable): Promise<void> {
      await db
        .insertInto('mobility_car_types')
        .values(row)
        .onConflict((conflict) => conflict.column('car_type').doUpdateSet(row))
        .execute();
    },

    /** All files, newest first. */
    tripFiles(): Promise<TripFileTable[]> {
      return db.selectFrom('mobility_trip_files').selectAll().orderBy('day', 'desc').execute();
    },

    async hasTripFile(day: string): Promise<boolean> {
      const row = await db
        .selectFrom('mobility_trip_files')
        .select('day')
        .where('day', '=', day)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** False when the day already has a file. */
    async addTripFile(row: TripFileTable): Promise<boolean> {
      const added = await db
        .insertInto('mobility_trip_files')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('day')
        .executeTakeFirst();
      return added !== undefined;
    },

    async updateTripFile({ day, ...file }: TripFileTable): Promise<void> {
      await db.updateTable('mobility_trip_files').set(file).where('day', '=', day).execute();
    },

    async removeTripFile(day: string): Promise<void> {
      await db.deleteFrom('mobility_trip_files').where('day', '=', day).execute();
    },
  };
}
