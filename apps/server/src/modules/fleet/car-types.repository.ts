// The SQL of car types.
import type { CancelSlab, CarType, FeeType, PricedChoice } from '@kerb/domain/fleet';
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
  parcel_types: PricedChoice[] | string;
  options: PricedChoice[] | string;
  cancel_slab: CancelSlab[] | string;
  created_at: number;
};

/** jsonb comes back parsed; strings are only what is written. */
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
  parcelTypes: read(row.parcel_types),
  options: read(row.options),
  cancelSlab: read(row.cancel_slab),
  createdAt: row.created_at,
});

const toRow = (carType: CarType): CarTypesTable => ({
  id: carType.id,
  name: carType.name,
  image: carType.image,
  base_fare: carType.base_fare,
  rate_per_unit_distance: carType.rate_per_unit_distance,
  rate_per_hour: carType.rate_per_hour,
  min_fare: carType.min_fare,
  convenience_fees: carType.convenience_fees,
  convenience_fee_type: carType.convenience_fee_type,
  extra_info: carType.extra_info,
  parcel_types: JSON.stringify(carType.parcelTypes),
  options: JSON.stringify(carType.options),
  cancel_slab: JSON.stringify(carType.cancelSlab),
  created_at: carType.createdAt,
});

export const carTypesRepository = (queries: Queries) => {
  const db = queries.withTables<{ car_types: CarTypesTable }>();
  return {
    /** In the order they were made. */
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

    /** Adds those whose id and name are free. */
    async addMissing(carTypes: readonly CarType[]): Promise<void> {
      if (carTypes.length === 0) return;
      await db
        .insertInto('car_types')
        .values(carTypes.map(toRow))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
};
