// SQL of shared vehicles and of the drivers who may take them.
import type { VehicleSort, VehicleState } from '@kerb/contract';
import { plateKey, type VehiclePlanKind } from '@kerb/domain/fleet';
import type { ManagedScope } from '@kerb/domain/identity';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';
import type { VehicleRow, VehicleTables } from './vehicles.tables.ts';

export interface VehicleFilter {
  q?: string | undefined;
  state?: VehicleState | undefined;
  plan?: VehiclePlanKind | undefined;
  fleetadmin?: string | undefined;
}

export type SortValue = string | number;

export interface VehiclePage {
  sort: VehicleSort;
  order: 'asc' | 'desc';
  /** The last row of the previous page. */
  after: { value: SortValue; id: string } | null;
  limit: number;
}

const columns = [
  'v.id',
  'v.fleetadmin',
  'v.vehicle_number',
  'v.plate_key',
  'v.vehicle_make',
  'v.vehicle_model',
  'v.car_type',
  'v.other_info',
  'v.plan',
  'v.rent_amount',
  sql<number | null>`v.commission_percent::float8`.as('commission_percent'),
  'v.created_at',
  'v.version',
  'v.retired_at',
] as const;

const nextVersion = sql<number>`version + 1`;

const sortColumns = {
  vehicleNumber: sql<string>`v.plate_key`,
  vehicleMake: sql<string>`lower(v.vehicle_make || ' ' || v.vehicle_model)`,
  takenAt: sql<number>`coalesce(h.taken_at, 0)`,
  createdAt: sql<number>`v.created_at`,
} as const satisfies Record<VehicleSort, unknown>;

const escaped = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Condition on `vehicles as v` and the open handover of each as `h`. */
function conditionOf(scope: ManagedScope, filter: VehicleFilter): RawBuilder<boolean> {
  const { q, state, plan, fleetadmin } = filter;
  const conditions = [sql`v.retired_at is ${sql.raw(state === 'retired' ? 'not null' : 'null')}`];
  if (scope.of === 'fleet') conditions.push(sql`v.fleetadmin = ${scope.fleetadmin}`);
  if (fleetadmin !== undefined) conditions.push(sql`v.fleetadmin = ${fleetadmin}`);
  if (plan !== undefined) conditions.push(sql`v.plan = ${plan}`);
  if (state === 'free') conditions.push(sql`h.id is null`);
  if (state === 'taken') conditions.push(sql`h.id is not null`);
  if (q) {
    const inNames = sql`lower(v.vehicle_make || ' ' || v.vehicle_model) like ${escaped(q.toLowerCase())}`;
    const plate = plateKey(q);
    conditions.push(plate === '' ? inNames : sql`(v.plate_key like ${escaped(plate)} or ${inNames})`);
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

export function vehiclesRepository(queries: Queries) {
  const db = queries.withTables<VehicleTables>();
  const rows = () => db.selectFrom('vehicles as v').select(columns);
  /** Vehicles with their open handover, if there is one. */
  const listed = () =>
    db
      .selectFrom('vehicles as v')
      .leftJoin('vehicle_handovers as h', (join) =>
        join.onRef('h.vehicle', '=', 'v.id').on('h.returned_at', 'is', null),
      );

  return {
    async insert(row: VehicleRow): Promise<void> {
      await db.insertInto('vehicles').values(row).execute();
    },

    async update({ id, ...row }: Omit<VehicleRow, 'created_at' | 'version' | 'retired_at'>): Promise<void> {
      await db
        .updateTable('vehicles')
        .set({ ...row, version: nextVersion })
        .where('id', '=', id)
        .execute();
    },

    async retire(id: string, at: number): Promise<void> {
      await db.updateTable('vehicles').set({ retired_at: at }).where('id', '=', id).execute();
    },

    async find(id: string): Promise<VehicleRow | null> {
      return (await rows().where('v.id', '=', id).executeTakeFirst()) ?? null;
    },

    /** Locks the row until the transaction ends, so that the second of two drivers who take the vehicle waits. */
    async lock(id: string): Promise<VehicleRow | null> {
      return (await rows().where('v.id', '=', id).forUpdate().executeTakeFirst()) ?? null;
    },

    /** Rows with equal sort values are ordered by id. */
    page(
      scope: ManagedScope,
      filter: VehicleFilter,
      { sort, order, after, limit }: VehiclePage,
    ): Promise<(VehicleRow & { sort_value: SortValue })[]> {
      const column = sortColumns[sort];
      let query = listed()
        .where(conditionOf(scope, filter))
        .select(columns)
        .select(sql<SortValue>`${column}`.as('sort_value'));
      if (after !== null) {
        const beyond = sql.raw(order === 'asc' ? '>' : '<');
        query = query.where(sql<boolean>`(${column}, v.id) ${beyond} (${after.value}, ${after.id}::uuid)`);
      }
      return query.orderBy(column, order).orderBy('v.id', order).limit(limit).execute();
    },

    async count(scope: ManagedScope, filter: VehicleFilter): Promise<number> {
      const { total } = await listed()
        .where(conditionOf(scope, filter))
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    /** Uids of the drivers who may take each vehicle; vehicles without any are missing. */
    async driversOf(vehicles: readonly string[]): Promise<Map<string, string[]>> {
      const drivers = new Map<string, string[]>();
      if (vehicles.length === 0) return drivers;
      const found = await db
        .selectFrom('vehicle_drivers')
        .selectAll()
        .where('vehicle', 'in', vehicles)
        .orderBy('driver')
        .execute();
      for (const { vehicle, driver } of found)
        drivers.set(vehicle, [...(drivers.get(vehicle) ?? []), driver]);
      return drivers;
    },

    async setDrivers(vehicle: string, drivers: readonly string[]): Promise<void> {
      await db.deleteFrom('vehicle_drivers').where('vehicle', '=', vehicle).execute();
      await db.updateTable('vehicles').set({ version: nextVersion }).where('id', '=', vehicle).execute();
      if (drivers.length === 0) return;
      await db
        .insertInto('vehicle_drivers')
        .values(drivers.map((driver) => ({ vehicle, driver })))
        .execute();
    },

    async mayTake(vehicle: string, driver: string): Promise<boolean> {
      const row = await db
        .selectFrom('vehicle_drivers')
        .select('driver')
        .where('vehicle', '=', vehicle)
        .where('driver', '=', driver)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Vehicles in use that are shared with the driver, ordered by plate. */
    sharedWith(driver: string): Promise<VehicleRow[]> {
      return rows()
        .innerJoin('vehicle_drivers as d', 'd.vehicle', 'v.id')
        .where('d.driver', '=', driver)
        .where('v.retired_at', 'is', null)
        .orderBy('v.plate_key')
        .execute();
    },

    async isSharedWith(driver: string): Promise<boolean> {
      const row = await db
        .selectFrom('vehicle_drivers as d')
        .innerJoin('vehicles as v', 'v.id', 'd.vehicle')
        .select('d.driver')
        .where('d.driver', '=', driver)
        .where('v.retired_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Whether any vehicle has a rent, also a retired one. */
    async hasRents(): Promise<boolean> {
      const row = await db
        .selectFrom('vehicles')
        .select('id')
        .where('rent_amount', 'is not', null)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Whether a vehicle that is not retired has this car type. */
    async existsOfCarType(carType: string): Promise<boolean> {
      const row = await db
        .selectFrom('vehicles')
        .select('id')
        .where('car_type', '=', carType)
        .where('retired_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async removeDriver(driver: string): Promise<void> {
      await db.deleteFrom('vehicle_drivers').where('driver', '=', driver).execute();
    },

    /** Makes the vehicles of a fleet admin the platform's, without a plan; returns their ids. */
    async leaveFleet(fleetadmin: string): Promise<string[]> {
      const left = await db
        .updateTable('vehicles')
        .set({
          fleetadmin: null,
          plan: 'none',
          rent_amount: null,
          commission_percent: null,
          version: nextVersion,
        })
        .where('fleetadmin', '=', fleetadmin)
        .returning('id')
        .execute();
      return left.map(({ id }) => id);
    },
  };
}
