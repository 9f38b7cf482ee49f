// When a changed vehicle has to be approved again: riders recognise the car by its plate, make and model.

export interface IdentifiedVehicle {
  vehicleMake: string;
  vehicleModel: string;
  vehicleNumber: string;
  carType: string | null;
}

const spelled = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** True for another plate, make, model or car type; spelling with other letter case, spaces or dashes is the same. */
export function isOtherVehicle(before: IdentifiedVehicle, after: IdentifiedVehicle): boolean {
  return (
    before.carType !== after.carType ||
    spelled(before.vehicleNumber) !== spelled(after.vehicleNumber) ||
    spelled(before.vehicleMake) !== spelled(after.vehicleMake) ||
    spelled(before.vehicleModel) !== spelled(after.vehicleModel)
  );
}
