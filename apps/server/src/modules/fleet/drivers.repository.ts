// The SQL of drivers and of their last known positions.
import { type Generated, sql } from 'kysely';
import { anyOf, type Queries } from '../../kit/index.ts';
import type { SeenPosition } from './live-fleet.ts';

export interface DriverRecord {
  uid: string;
  carType: string | null;
  vehicleMake: string;
  vehicleModel: string;
  vehicleNumber: string;
  other_info: string;
  driverActiveStatus: boolean;
  /** On a trip. */
  queue: boolean;
  /** uid of the fleet admin the driver belongs to. */
  fleetadmin: string | null;
  /** When the first of the driver's documents expires, ms since the epoch; null while no document has an expiry. */
  documentsValidUntil: number | null;
  /** Since when a changed vehicle waits for an admin's approval, ms since the epoch; null otherwise. */
  vehicleChangedAt: number | null;
  /** When a limit of the hours on duty will be reached, ms since the epoch; null off duty and without limits. */
  dutyUntil: number | null;
  /**
   * Id of the shared vehicle that the driver uses, whose details the fields above copy; null for the driver's own car.
   */
  sharedVehicle: string | null;
}

/** Whether the driver's hours on duty are used up: the driver gets no new offers, but finishes a trip under way. */
export const hasDutyEnded = ({ dutyUntil }: Pick<DriverRecord, 'dutyUntil'>, now: number): boolean =>
  dutyUntil !== null && dutyUntil <= now;

/** A driver to insert; documents are added afterwards. */
export type NewDriver = Omit<
  DriverRecord,
  'documentsValidUntil' | 'vehicleChangedAt' | 'dutyUntil' | 'sharedVehicle'
>;

/** The fields of a driver that an admin may change. */
export type DriverChanges = Partial<
  Pick<
    DriverRecord,
    'carType' | 'vehicleMake' | 'vehicleModel' | 'vehicleNumber' | 'other_info' | 'fleetadmin'
  >
>;

/** `until`: ms since the epoch; null without a limit. */
interface DutyEnd {
  uid: string;
  until: number | null;
}

type FleetTables = {
  drivers: {
    uid: string;
    car_type: string | null;
    vehicle_make: Generated<string>;
    vehicle_model: Generated<string>;
    vehicle_number: Generated<string>;
    other_info: Generated<string>;
    driver_active_status: Generated<boolean>;
    queue: Generated<boolean>;
    fleetadmin: string | null;
    documents_valid_until: number | null;
    vehicle_changed_at: Generated<number | null>;
    duty_until: Generated<number | null>;
    duty_warned: Generated<boolean>;
    shared_vehicle: Generated<string | null>;
    /** Of a deleted user. */
    erased: Generated<boolean>;
  };
  driver_positions: {
    uid: string;
    lat: number;
    lng: number;
    heading: number | null;
    at: number;
    seen_at: number;
  };
};

const columns = [
  'uid',
  'car_type as carType',
  'vehicle_make as vehicleMake',
  'vehicle_model as vehicleModel',
  'vehicle_number as vehicleNumber',
  'other_info',
  'driver_active_status as driverActiveStatus',
  'queue',
  'fleetadmin',
  'documents_valid_until as documentsValidUntil',
  'vehicle_changed_at as vehicleChangedAt',
  'duty_until as dutyUntil',
  'shared_vehicle as sharedVehicle',
] as const;

export const driversRepository = (queries: Queries) => {
  const db = queries.withTables<FleetTables>();
  return {
    async find(uid: string): Promise<DriverRecord | null> {
      return (
        (await db.selectFrom('drivers').select(columns).where('uid', '=', uid).executeTakeFirst()) ?? null
      );
    },

    async findMany(uids: readonly string[]): Promise<DriverRecord[]> {
      if (uids.length === 0) return [];
      return db.selectFrom('drivers').select(columns).where('uid', '=', anyOf('uuid', uids)).execute();
    },

    /** The row, locked until the transaction ends; null when it is missing. */
    async lock(uid: string): Promise<DriverRecord | null> {
      const row = await db
        .selectFrom('drivers')
        .select(columns)
        .where('uid', '=', uid)
        .forUpdate()
        .executeTakeFirst();
      return row ?? null;
    },

    async setSharedVehicle(uid: string, vehicle: string | null): Promise<void> {
      await db.updateTable('drivers').set({ shared_vehicle: vehicle }).where('uid', '=', uid).execute();
    },

    /** Inserts the row if it is missing and locks it until the transaction ends. */
    async lockOrInsert(uid: string): Promise<DriverRecord> {
      await db
        .insertInto('drivers')
        .values({ uid, car_type: null, fleetadmin: null, documents_valid_until: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return db
        .selectFrom('drivers')
        .select(columns)
        .where('uid', '=', uid)
        .forUpdate()
        .executeTakeFirstOrThrow();
    },

    async change(uid: string, changes: DriverChanges): Promise<DriverRecord> {
      return db
        .updateTable('drivers')
        .set({
          // Sets a column to itself, because an update without columns is an SQL error.
          uid,
          car_type: changes.carType,
          vehicle_make: changes.vehicleMake,
          vehicle_model: changes.vehicleModel,
          vehicle_number: changes.vehicleNumber,
          other_info: changes.other_info,
          fleetadmin: changes.fleetadmin,
        })
        .where('uid', '=', uid)
        .returning(columns)
        .executeTakeFirstOrThrow();
    },

    /** Drivers on duty, limited to those of one fleet admin if given. */
    async onDuty(fleetadmin: string | null, limit: number): Promise<DriverRecord[]> {
      return db
        .selectFrom('drivers')
        .select(columns)
        .where('driver_active_status', '=', true)
        .$if(fleetadmin !== null, (query) => query.where('fleetadmin', '=', fleetadmin))
        .orderBy('uid')
        .limit(limit)
        .execute();
    },

    /** The drivers on duty, and which of them are on a trip. */
    async busyOnDuty(limit: number): Promise<Pick<DriverRecord, 'uid' | 'queue'>[]> {
      return db
        .selectFrom('drivers')
        .select(['uid', 'queue'])
        .where('driver_active_status', '=', true)
        .orderBy('uid')
        .limit(limit)
        .execute();
    },

    /** uids of users whose car has this type, including users who are no longer drivers. */
    async ofCarType(carType: string, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('drivers')
        .select('uid')
        .where('car_type', '=', carType)
        .orderBy('uid')
        .limit(limit)
        .execute();
      return rows.map(({ uid }) => uid);
    },

    async setDocumentsValidUntil(uid: string, until: number | null): Promise<void> {
      await db
        .updateTable('drivers')
        .set({ documents_valid_until: until })
        .where('uid', '=', uid)
        .where('documents_valid_until', 'is distinct from', until)
        .execute();
    },

    async forgetCarType(carType: string): Promise<void> {
      await db.updateTable('drivers').set({ car_type: null }).where('car_type', '=', carType).execute();
    },

    /** Drivers of a car type, those on duty first. */
    async withCarType(carType: string, limit: number): Promise<DriverRecord[]> {
      return db
        .selectFrom('drivers')
        .select(columns)
        .where('car_type', '=', carType)
        .orderBy('driver_active_status', 'desc')
        .orderBy('uid')
        .limit(limit)
        .execute();
    },

    async addMissing(drivers: readonly NewDriver[]): Promise<void> {
      if (drivers.length === 0) return;
      await db
        .insertInto('drivers')
        .values(
          drivers.map((driver) => ({
            uid: driver.uid,
            car_type: driver.carType,
            vehicle_make: driver.vehicleMake,
            vehicle_model: driver.vehicleModel,
            vehicle_number: driver.vehicleNumber,
            other_info: driver.other_info,
            driver_active_status: driver.driverActiveStatus,
            queue: driver.queue,
            fleetadmin: driver.fleetadmin,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /**
     * Puts a driver on duty until a time, or takes a driver without a trip off duty. False for a driver on a trip or an
     * unknown one.
     */
    async setDuty(uid: string, active: boolean, until: number | null): Promise<boolean> {
      const changed = await db
        .updateTable('drivers')
        .set({
          driver_active_status: active,
          duty_until: until,
          duty_warned: sql<boolean>`duty_warned and ${active}::boolean`,
        })
        .where('uid', '=', uid)
        .$if(!active, (query) => query.where('queue', '=', false))
        .returning('uid')
        .executeTakeFirst();
      return changed !== undefined;
    },

    /** Takes the driver off duty, also during a trip, which continues. False when they were off duty. */
    async takeOffDuty(uid: string): Promise<boolean> {
      const changed = await db
        .updateTable('drivers')
        .set({ driver_active_status: false, duty_until: null, duty_warned: false })
        .where('uid', '=', uid)
        .where('driver_active_status', '=', true)
        .returning('uid')
        .executeTakeFirst();
      return changed !== undefined;
    },

    /** Removes the fleet admin from all their drivers; returns the drivers' uids. */
    async dissolveFleet(fleetadmin: string): Promise<string[]> {
      const rows = await db
        .updateTable('drivers')
        .set({ fleetadmin: null })
        .where('fleetadmin', '=', fleetadmin)
        .returning('uid')
        .execute();
      return rows.map(({ uid }) => uid);
    },

    /** Erases the personal data of the row; the row stays, because other rows refer to it. */
    async erase(uid: string): Promise<void> {
      await db
        .updateTable('drivers')
        .set({
          vehicle_make: '',
          vehicle_model: '',
          vehicle_number: '',
          other_info: '',
          driver_active_status: false,
          fleetadmin: null,
          vehicle_changed_at: null,
          duty_until: null,
          shared_vehicle: null,
          erased: true,
        })
        .where('uid', '=', uid)
        .execute();
      await db.deleteFrom('driver_positions').where('uid', '=', uid).execute();
    },

    /**
     * Marks the driver as on a trip or free. Null for an unknown driver, and for a driver off duty who would become
     * busy.
     */
    async setQueue(uid: string, busy: boolean): Promise<Pick<DriverRecord, 'uid' | 'dutyUntil'> | null> {
      const changed = await db
        .updateTable('drivers')
        .set({ queue: busy })
        .where('uid', '=', uid)
        .$if(busy, (query) => query.where('driver_active_status', '=', true))
        .returning(['uid', 'duty_until as dutyUntil'])
        .executeTakeFirst();
      return changed ?? null;
    },

    /** uids after `after`, in order, of drivers on duty whose end is before this time or not computed yet. */
    async dutyEndsBefore(before: number, after: string | null, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('drivers')
        .select('uid')
        .where('driver_active_status', '=', true)
        .where((where) => where.or([where('duty_until', 'is', null), where('duty_until', '<=', before)]))
        .$if(after !== null, (query) => query.where('uid', '>', after))
        .orderBy('uid')
        .limit(limit)
        .execute();
      return rows.map(({ uid }) => uid);
    },

    /**
     * Stores the ends of drivers on duty. A driver whose end moved beyond `warnUntil` will be warned again before it.
     */
    async setDutyUntil(ends: readonly DutyEnd[], warnUntil: number): Promise<void> {
      await sql`
        update drivers
        set duty_until = due.until, duty_warned = duty_warned and coalesce(due.until <= ${warnUntil}::bigint, false)
        from unnest(
          ${ends.map(({ uid }) => uid)}::uuid[], ${ends.map(({ until }) => until)}::bigint[]
        ) as due (uid, until)
        where drivers.uid = due.uid and driver_active_status`.execute(db);
    },

    /** Marks the drivers on duty as warned and returns those who were not before. */
    async markWarned(uids: readonly string[]): Promise<string[]> {
      if (uids.length === 0) return [];
      const rows = await db
        .updateTable('drivers')
        .set({ duty_warned: true })
        .where('uid', '=', sql<string>`any(${[...uids]}::uuid[])`)
        .where('driver_active_status', '=', true)
        .where('duty_warned', '=', false)
        .returning('uid')
        .execute();
      return rows.map(({ uid }) => uid);
    },

    async clearDutyUntil(): Promise<void> {
      await db.updateTable('drivers').set({ duty_until: null }).where('duty_until', 'is not', null).execute();
    },

    async setVehicleChanged(uid: string, at: number | null): Promise<void> {
      await db.updateTable('drivers').set({ vehicle_changed_at: at }).where('uid', '=', uid).execute();
    },

    /**
     * Saves all positions; skips those of users who are no longer drivers and of erased drivers. Requires a transaction.
     */
    async savePositions(positions: readonly SeenPosition[]): Promise<void> {
      if (positions.length === 0) return;
      const moved = sql`unnest(
          ${positions.map(({ driver }) => driver)}::uuid[], ${positions.map(({ lat }) => lat)}::float8[],
          ${positions.map(({ lng }) => lng)}::float8[], ${positions.map(({ heading }) => heading)}::float8[],
          ${positions.map(({ at }) => at)}::bigint[], ${positions.map(({ seenAt }) => seenAt)}::bigint[]
        ) as moved (uid, lat, lng, heading, at, seen_at)`;
      await sql`
        update driver_positions saved
        set lat = moved.lat, lng = moved.lng, heading = moved.heading, at = moved.at, seen_at = moved.seen_at
        from ${moved} join drivers d on d.uid = moved.uid
        where saved.uid = moved.uid and saved.seen_at < moved.seen_at and not d.erased`.execute(db);
      // The row lock waits for a driver who is being erased at the same moment. Only a driver without a saved position
      // needs it, because the erasure waits for the update of a saved one.
      await sql`
        with unsaved as materialized (
          select moved.* from ${moved} join drivers d on d.uid = moved.uid
          where not d.erased and not exists (select 1 from driver_positions saved where saved.uid = d.uid)
          order by d.uid for share of d)
        insert into driver_positions (uid, lat, lng, heading, at, seen_at)
        select * from unsaved
        on conflict (uid) do update set lat = excluded.lat, lng = excluded.lng, heading = excluded.heading,
          at = excluded.at, seen_at = excluded.seen_at
        where driver_positions.seen_at < excluded.seen_at`.execute(db);
    },

    /** The saved positions of these drivers, or of all for null. */
    async savedPositions(drivers: readonly string[] | null): Promise<SeenPosition[]> {
      return db
        .selectFrom('driver_positions')
        .select(['uid as driver', 'lat', 'lng', 'heading', 'at', 'seen_at as seenAt'])
        .$if(drivers !== null, (query) =>
          query.where('uid', '=', sql<string>`any(${[...(drivers ?? [])]}::uuid[])`),
        )
        .execute();
    },
  };
};
