// Decides when a changed vehicle must be approved again, because riders recognise the car by its plate, make and model.
import { plateKey } from './vehicle.schema.ts';

export interface IdentifiedVehicle {
  vehicleMake: string;
  vehicleModel: string;
  vehicleNumber: string;
  carType: string | null;
}

/** Returns true for a different plate, make, model or car type; letter case, spaces and dashes are ignored. */
export function isOtherVehicle(before: IdentifiedVehicle, after: IdentifiedVehicle): boolean {
  return (
    before.carType !== after.carType ||
    plateKey(before.vehicleNumber) !== plateKey(after.vehicleNumber) ||
    plateKey(before.vehicleMake) !== plateKey(after.vehicleMake) ||
    plateKey(before.vehicleModel) !== plateKey(after.vehicleModel)
  );
}
