// Replaces the details of a driver's own car by those of a shared vehicle, and restores them when it is returned.
import { DomainError } from '@kerb/domain/kernel';
import { type Tx, violatesForeignKey } from '../../kit/index.ts';
import { type DriverRecord, driversRepository } from './drivers.repository.ts';
import { endDuty, publishCarTypeChanged, publishDriverChanged } from './end-duty.ts';

/** The details of a driver's car that bookings, dispatch and receipts read. */
export type LentVehicle = Pick<
  DriverRecord,
  'carType' | 'vehicleMake' | 'vehicleModel' | 'vehicleNumber' | 'other_info'
>;

/** The details of the driver's own car, and since when it waits for approval. */
export type OwnVehicle = LentVehicle & Pick<DriverRecord, 'vehicleChangedAt'>;

const carTypeGone = (error: unknown): unknown =>
  violatesForeignKey(error, 'drivers_car_type_fkey') ? new DomainError('vehicle_without_car_type') : error;

async function write(tx: Tx, before: DriverRecord, vehicle: LentVehicle): Promise<void> {
  const { uid } = before;
  await driversRepository(tx)
    .change(uid, vehicle)
    .catch((error: unknown) => {
      throw carTypeGone(error);
    });
  if (before.carType !== vehicle.carType) await publishCarTypeChanged(tx, uid);
  await publishDriverChanged(tx, uid);
}

/**
 * Returns the details of the driver's own car. Throws `driver_busy` on a trip, `has_vehicle` for a driver who already
 * has a shared vehicle.
 */
export async function lendVehicle(
  tx: Tx,
  uid: string,
  vehicle: LentVehicle & { id: string },
): Promise<OwnVehicle> {
  const drivers = driversRepository(tx);
  const before = await drivers.lockOrInsert(uid);
  if (before.queue) throw new DomainError('driver_busy');
  if (before.sharedVehicle !== null) throw new DomainError('has_vehicle');
  const { id, ...fields } = vehicle;
  await drivers.setSharedVehicle(uid, id);
  // A shared vehicle needs no review; an own car that waits for one waits again after it is restored.
  await drivers.setVehicleChanged(uid, null);
  await write(tx, before, fields);
  const { carType, vehicleMake, vehicleModel, vehicleNumber, other_info, vehicleChangedAt } = before;
  return { carType, vehicleMake, vehicleModel, vehicleNumber, other_info, vehicleChangedAt };
}

/** Copies changed details of the driver's shared vehicle. Throws `driver_busy` for another car type on a trip. */
export async function changeLentVehicle(tx: Tx, uid: string, vehicle: LentVehicle): Promise<void> {
  const before = await driversRepository(tx).lockOrInsert(uid);
  if (before.queue && before.carType !== vehicle.carType) throw new DomainError('driver_busy');
  await write(tx, before, vehicle);
}

/** Restores the driver's own car and takes the driver off duty. Throws `driver_busy` on a trip. */
export async function takeVehicleBack(
  tx: Tx,
  uid: string,
  { vehicleChangedAt, ...own }: OwnVehicle,
  now: number,
): Promise<void> {
  const drivers = driversRepository(tx);
  const before = await drivers.lockOrInsert(uid);
  if (before.queue) throw new DomainError('driver_busy');
  await endDuty(tx, uid, now);
  await drivers.setSharedVehicle(uid, null);
  await drivers.setVehicleChanged(uid, vehicleChangedAt);
  await write(tx, before, own);
}
