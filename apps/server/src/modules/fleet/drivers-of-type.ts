// Every driver of a car type with valid documents, with their position and the first gate that makes them ineligible.
import { checkDriver, type DispatchGate } from '@kerb/domain/dispatch';
import { hasRunOut } from '@kerb/domain/fleet';
import type { LatLng } from '@kerb/domain/geo';
import type { Km } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Clock } from '../../kit/index.ts';
import { type DriverRecord, hasDutyEnded } from './drivers.repository.ts';
import type { KnownPositions } from './known-positions.ts';
import { POSITION_VALID_MS } from './live-fleet.ts';
import { isVehicleApproved } from './review-vehicle.ts';

export interface DriverOfType {
  /** uid */
  driver: string;
  vehicle_number: string;
  vehicle_description: string;
  /** Null without a fresh position. */
  position: LatLng | null;
  /** Great-circle distance to the point; null without a fresh position. */
  distance_km: Km | null;
  /** The first gate of the fleet that makes the driver ineligible; null when none does. */
  gate: DispatchGate | null;
}

export interface DriversOfTypeDeps {
  clock: Clock;
  positions: Pick<KnownPositions, 'ofMany'>;
  settings: () => Promise<Pick<Settings, 'driverRadius' | 'convert_to_mile' | 'driver_approval'>>;
  withCarType: (carType: string, limit: number) => Promise<DriverRecord[]>;
}

/** Most drivers listed; those on duty come first. */
const MOST = 2_000;

/** Does not check whether the user is approved, which identity stores; the vehicle's approval is checked. */
export function createDriversOfType({ clock, positions, settings, withCarType }: DriversOfTypeDeps) {
  return async function driversOfType(pickup: LatLng, carType: string): Promise<DriverOfType[]> {
    const [current, drivers] = await Promise.all([settings(), withCarType(carType, MOST)]);
    const now = clock.now();
    const valid = drivers.filter(({ documentsValidUntil }) => !hasRunOut(documentsValidUntil, now));
    const known = await positions.ofMany(valid.map(({ uid }) => uid));
    return valid.map((driver) => {
      const seen = known.get(driver.uid);
      const position = seen && seen.seenAt >= now - POSITION_VALID_MS ? seen : null;
      const state = {
        ...driver,
        approved: isVehicleApproved(driver, current),
        dutyEnded: hasDutyEnded(driver, now),
        location: position,
      };
      const { gate, distance } = checkDriver(state, { pickup, carType }, current);
      return {
        driver: driver.uid,
        vehicle_number: driver.vehicleNumber,
        vehicle_description: `${driver.vehicleMake} ${driver.vehicleModel}`.trim(),
        position,
        distance_km: distance,
        gate,
      };
    });
  };
}
