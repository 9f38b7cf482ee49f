// SQL of car types and of their uploaded pictures.
import type { CancelSlab, CarType, FeeType, PricedChoice } from '@kerb/domain/fleet';
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

type CarTypesTable = {
  id: string;
  name: string;
  image: string;
  base_fare: number;
  rate_per_unit_distance: number;
  rate_per_hour: number;
  min_fare: number;
  convenience_fees: number;
  convenience_fee_type: FeeType;
  extra_info: string;
  translations: NonNullable<CarType['translations']>;
  parcel_types: PricedChoice[] | string;
  options: PricedChoice[] | string;
  cancel_slab: CancelSlab[] | string;
  created_at: number;
  version: number;
};

type Tables = { car_types: CarTypesTable; car_type_images: { id: string; car_type: string; at: number } };

/** Reads a jsonb column. The driver returns it parsed; the type includes string only because writes pass JSON text. */
const read = <T>(stored: T[] | string): T[] => (typeof stored === 'string' ? [] : stored);

const toCarType = (row: CarTypesTable): CarType => ({
  id: row.id,
  name: row.name,
  image: row.image,
  base_fare: row.base_fare,
  rate_per_unit_distance: row.rate_per_unit_distance,
  rate_per_hour: row.rate_per_hour,
  min_fare: row.min_fare,
  convenience_fees: row.convenience_fees,
  convenience_fee_type: row.convenience_fee_type,
  extra_info: row.extra_info,
  translations: Object.keys(row.translations).length > 0 ? row.translations : undefined,
  parcelTypes: read(row.parcel_types),
  options: read(row.options),
  cancelSlab: read(row.cancel_slab),
  createdAt: row.created_at,
  version: row.version,
});

/** The fields that an admin edits, with the address of the picture. */
export type CarTypeContent = Omit<CarType, 'id' | 'createdAt' | 'version'>;

const contentRow = (carType: CarTypeContent) => ({
  name: carType.name,
  image: carType.image,
  base_fare: carType.base_fare,
  rate_per_unit_distance: carType.rate_per_unit_distance,
  rate_per_hour: carType.rate_per_hour,
  min_fare: carType.min_fare,
  convenience_fees: carType.convenience_fees,
  convenience_fee_type: carType.convenience_fee_type,
  extra_info: carType.extra_info,
  translations: carType.translations ?? {},
  parcel_types: JSON.stringify(carType.parcelTypes),
  options: JSON.stringify(carType.options),
  cancel_slab: JSON.stringify(carType.cancelSlab),
});

const toRow = (carType: CarType): CarTypesTable => ({
  ...contentRow(carType),
  id: carType.id,
  created_at: carType.createdAt,
  version: carType.version,
});

export const carTypesRepository = (queries: Queries) => {
  const db = queries.withTables<Tables>();
  return {
    /** All car types in creation order. */
    async all(): Promise<CarType[]> {
      const rows = await db
        .selectFrom('car_types')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .limit(200)
        .execute();
      return rows.map(toCarType);
    },

    /** Adds the car types whose id and name are free. */
    async addMissing(carTypes: readonly CarType[]): Promise<void> {
      if (carTypes.length === 0) return;
      await db
        .insertInto('car_types')
        .values(carTypes.map(toRow))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Serialises transactions that add or edit a car type, so that no two store the same name in a language. */
    async lockNames(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('car_types:names', 0))`.execute(db);
    },

    async insert(carType: CarType): Promise<void> {
      await db.insertInto('car_types').values(toRow(carType)).execute();
    },

    /** Locks the row until the transaction ends, so that the car type is not assigned, booked or changed meanwhile. */
    async findForUpdate(id: string): Promise<CarType | null> {
      const row = await db
        .selectFrom('car_types')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      return row ? toCarType(row) : null;
    },

    /** Whether the car type exists; it cannot be deleted until the transaction ends. */
    async lockExisting(id: string): Promise<boolean> {
      const row = await db
        .selectFrom('car_types')
        .select('id')
        .where('id', '=', id)
        .forKeyShare()
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Stores the content and increments the version; returns the stored car type. */
    async update(id: string, content: CarTypeContent): Promise<CarType> {
      const row = await db
        .updateTable('car_types')
        .set({ ...contentRow(content), version: sql<number>`version + 1` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return toCarType(row);
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('car_types').where('id', '=', id).execute();
    },

    /** Id of the car type that uses the picture; null for a picture that is not in use. */
    async ownerOfImage(image: string): Promise<string | null> {
      const row = await db
        .selectFrom('car_type_images')
        .select('car_type')
        .where('id', '=', image)
        .executeTakeFirst();
      return row?.car_type ?? null;
    },

    /**
     * Replaces the uploaded picture of the car type, or removes it when null; returns the id of the previous picture.
     */
    async replaceImage(carType: string, image: string | null, now: number): Promise<string | null> {
      const old = await db
        .deleteFrom('car_type_images')
        .where('car_type', '=', carType)
        .returning('id')
        .executeTakeFirst();
      if (image !== null)
        await db.insertInto('car_type_images').values({ id: image, car_type: carType, at: now }).execute();
      return old?.id ?? null;
    },
  };
};
