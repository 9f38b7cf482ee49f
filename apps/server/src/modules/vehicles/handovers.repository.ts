// SQL of handovers, from taking a vehicle to its return, and of their charges.
import type { ManagedScope } from '@kerb/domain/identity';
import type { Minor } from '@kerb/domain/kernel';
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';
import type { ChargeRow, HandoverRow, VehicleTables } from './vehicles.tables.ts';

/** Days as text, because the database driver would convert a date to a time in this machine's time zone. */
const columns = [
  'id',
  'vehicle',
  'driver',
  'fleetadmin',
  'plan',
  'rent_amount',
  sql<number | null>`commission_percent::float8`.as('commission_percent'),
  'taken_at',
  'taken_by',
  'odometer_taken',
  'returned_at',
  'returned_by',
  'odometer_returned',
  'note_taken',
  'note_returned',
  sql<string | null>`charged_through::text`.as('charged_through'),
  'own_vehicle_number',
  'own_vehicle_make',
  'own_vehicle_model',
  'own_other_info',
  'own_car_type',
  'own_vehicle_changed_at',
] as const;

export type NewHandover = Omit<
  HandoverRow,
  'odometer_returned' | 'returned_at' | 'returned_by' | 'note_returned' | 'charged_through'
>;

export type Return = Pick<HandoverRow, 'returned_at' | 'returned_by' | 'odometer_returned' | 'note_returned'>;

const withoutOwnVehicle = {
  own_vehicle_number: '',
  own_vehicle_make: '',
  own_vehicle_model: '',
  own_other_info: '',
  own_car_type: null,
  own_vehicle_changed_at: null,
} as const;

export function handoversRepository(queries: Queries) {
  const db = queries.withTables<VehicleTables>();
  const rows = () => db.selectFrom('vehicle_handovers').select(columns);
  const open = () => rows().where('returned_at', 'is', null);

  return {
    async insert(row: NewHandover): Promise<void> {
      await db.insertInto('vehicle_handovers').values(row).execute();
    },

    /** Closes the handover and removes the stored copy of the driver's own car. */
    async close(id: string, returned: Return): Promise<void> {
      await db
        .updateTable('vehicle_handovers')
        .set({ ...returned, ...withoutOwnVehicle })
        .where('id', '=', id)
        .execute();
    },

    /** The open handovers of these vehicles. */
    async openOf(vehicles: readonly string[]): Promise<HandoverRow[]> {
      return vehicles.length === 0 ? [] : open().where('vehicle', 'in', vehicles).execute();
    },

    async openOfDriver(driver: string): Promise<HandoverRow | null> {
      return (await open().where('driver', '=', driver).executeTakeFirst()) ?? null;
    },

    /** Whether the own car of a driver who has a shared vehicle is of this car type. */
    async isOwnCarType(carType: string): Promise<boolean> {
      const row = await db
        .selectFrom('vehicle_handovers')
        .select('id')
        .where('own_car_type', '=', carType)
        .where('returned_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Locks the handover until the transaction ends, so that no other transaction charges for it meanwhile. */
    async lock(id: string): Promise<HandoverRow | null> {
      return (await rows().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
    },

    async lockOpenOf(vehicle: string): Promise<HandoverRow | null> {
      return (await open().where('vehicle', '=', vehicle).forUpdate().executeTakeFirst()) ?? null;
    },

    /** The handover that the driver had at a time; null when they drove their own car. */
    async at(driver: string, moment: number): Promise<HandoverRow | null> {
      const row = await rows()
        .where('driver', '=', driver)
        .where('taken_at', '<=', moment)
        .where((where) => where.or([where('returned_at', 'is', null), where('returned_at', '>', moment)]))
        .orderBy('taken_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Newest first, those of a fleet by the owner at the time; `after` is the last id of the previous page. */
    page(
      vehicle: string,
      scope: ManagedScope,
      { after, limit }: { after?: string | undefined; limit: number },
    ) {
      let query = rows().where('vehicle', '=', vehicle).orderBy('id', 'desc').limit(limit);
      if (scope.of === 'fleet') query = query.where('fleetadmin', '=', scope.fleetadmin);
      if (after !== undefined) query = query.where('id', '<', after);
      return query.execute();
    },

    /** Ids of open handovers whose rent for this day is not charged yet, in order. */
    async owingRent(day: string, after: string | null, limit: number): Promise<string[]> {
      let query = db
        .selectFrom('vehicle_handovers')
        .select('id')
        .where('returned_at', 'is', null)
        .where('plan', '=', 'rent')
        .where(sql<boolean>`(charged_through is null or charged_through < ${day}::date)`)
        .orderBy('id')
        .limit(limit);
      if (after !== null) query = query.where('id', '>', after);
      return (await query.execute()).map(({ id }) => id);
    },

    async setChargedThrough(id: string, day: string): Promise<void> {
      await db
        .updateTable('vehicle_handovers')
        .set({ charged_through: sql<string>`${day}::date` })
        .where('id', '=', id)
        .execute();
    },

    /** False when this vehicle, driver and day, or this part of the booking's commission, is already charged. */
    async charge(row: ChargeRow): Promise<boolean> {
      const written = await db
        .insertInto('vehicle_charges')
        .values({ ...row, day: row.day === null ? null : sql<string>`${row.day}::date` })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return written !== undefined;
    },

    /** Sum of the charged commission of a booking, and the number of its parts. */
    async chargedOf(booking: string): Promise<{ amount: Minor; parts: number }> {
      return db
        .selectFrom('vehicle_charges')
        .select([
          sql<Minor>`coalesce(sum(amount), 0)::bigint`.as('amount'),
          (eb) => eb.fn.countAll<number>().as('parts'),
        ])
        .where('booking', '=', booking)
        .executeTakeFirstOrThrow();
    },

    /**
     * Number and sum of the charges of each handover (days of rent, or trips with a commission); handovers without
     * charges are missing.
     */
    async chargesOf(handovers: readonly string[]): Promise<Map<string, { amount: Minor; count: number }>> {
      if (handovers.length === 0) return new Map();
      const found = await db
        .selectFrom('vehicle_charges')
        .select([
          'handover',
          sql<Minor>`sum(amount)::bigint`.as('amount'),
          sql<number>`count(distinct coalesce(day::text, booking::text))`.as('count'),
        ])
        .where('handover', 'in', handovers)
        .groupBy('handover')
        .execute();
      return new Map(found.map(({ handover, amount, count }) => [handover, { amount, count }]));
    },

    /** All handovers of a driver, oldest first. */
    allOf(driver: string): Promise<HandoverRow[]> {
      return rows().where('driver', '=', driver).orderBy('id').execute();
    },

    /** Closes the open handover of a deleted driver, and erases the own car and the notes of all their handovers. */
    async eraseDriver(driver: string, at: number): Promise<void> {
      await db
        .updateTable('vehicle_handovers')
        .set({ returned_at: at, returned_by: driver })
        .where('driver', '=', driver)
        .where('returned_at', 'is', null)
        .execute();
      await db
        .updateTable('vehicle_handovers')
        .set({ ...withoutOwnVehicle, note_taken: '', note_returned: '' })
        .where('driver', '=', driver)
        .execute();
    },

    /**
     * Ends the plans of a former fleet admin's vehicles that are in use, so that nothing more is charged. Returned
     * handovers keep the plan that was agreed.
     */
    async endPlansOf(fleetadmin: string): Promise<void> {
      await db
        .updateTable('vehicle_handovers')
        .set({ plan: 'none', rent_amount: null, commission_percent: null, fleetadmin: null })
        .where('fleetadmin', '=', fleetadmin)
        .where('returned_at', 'is', null)
        .execute();
    },
  };
}
