// The fields that a booking copies from the driver's car when the driver accepts it, and again when a trip that waited
// begins.
import type { Driver } from '../booking.deps.ts';

export const carFields = (driver: Omit<Driver, 'approved'>) => ({
  vehicle_number: driver.vehicleNumber,
  vehicle_description: `${driver.vehicleMake} ${driver.vehicleModel}`.trim(),
  fleetadmin: driver.fleetadmin,
});
