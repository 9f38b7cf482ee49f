// When a changed vehicle has to be approved again: riders recognise the car by its plate, make and model.
import { plateKey } from './vehicle.schema.ts';

export interface IdentifiedVehicle {
  vehicleMake: string;
  vehicleModel: string;
  vehicleNumber: string;
  carType: string | null;
}

/** True for another plate, make, model or car type; spelling with other letter case, spaces or dashes is the same. */
export function isOtherVehicle(before: IdentifiedVehicle, after: IdentifiedVehicle): boolean {
  return (
    before.carType !== after.carType ||
    plateKey(before.vehicleNumber) !== plateKey(after.vehicleNumber) ||
    plateKey(before.vehicleMake) !== plateKey(after.vehicleMake) ||
    plateKey(before.vehicleModel) !== plateKey(after.vehicleModel)
  );
}
