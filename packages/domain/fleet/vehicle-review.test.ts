// Tests which changes of a vehicle require a new approval.
import { expect, test } from 'vitest';
import { isOtherVehicle } from './vehicle-review.ts';

const car = { vehicleMake: 'Fiat', vehicleModel: 'Argo', vehicleNumber: 'SAB 1234', carType: 'economy' };

test.each([
  [{}, false],
  [{ vehicleNumber: 'sab-1234' }, false],
  [{ vehicleMake: ' FIAT ' }, false],
  [{ vehicleNumber: 'SAB 1235' }, true],
  [{ vehicleNumber: '' }, true],
  [{ vehicleMake: 'Ford' }, true],
  [{ vehicleModel: 'Mobi' }, true],
  [{ carType: 'van' }, true],
  [{ carType: null }, true],
])('%j is another vehicle: %s', (change, isOther) => {
  expect(isOtherVehicle(car, { ...car, ...change })).toBe(isOther);
});
