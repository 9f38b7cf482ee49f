// Lists every driver of a car type with valid documents, with position and the first eligibility check that the driver
// fails.
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
  /** Null without a recent position. */
  position: LatLng | null;
  /** Great-circle distance to the point; null without a recent position. */
  distance_km: Km | null;
  /** The first of the fleet's eligibility checks that the driver fails; null for an eligible driver. */
  gate: DispatchGate | null;
}

export interface DriversOfTypeDeps {
  clock: Clock;
  positions: Pick<KnownPositions, 'ofMany'>;
  settings: () => Promise<Pick<Settings, 'driverRadius' | 'convert_to_mile' | 'driver_approval'>>;
  withCarType: (carType: string, limit: number) => Promise<DriverRecord[]>;
}

/** Maximum number of listed drivers; those on duty come first. */
const MOST = 2_000;

/** Checks the vehicle's approval, but not the user's, which the identity module stores. */
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
