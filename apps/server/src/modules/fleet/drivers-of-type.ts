// Every driver of a car type who may drive by the papers, with where he is and the first gate that holds him back.
import { checkDriver, type DispatchGate } from '@kerb/domain/dispatch';
import { hasRunOut } from '@kerb/domain/fleet';
import type { LatLng } from '@kerb/domain/geo';
import type { Km } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Clock } from '../../kit/index.ts';
import type { DriverRecord } from './drivers.repository.ts';
import { type LiveFleet, POSITION_VALID_MS } from './live-fleet.ts';

export interface DriverOfType {
  /** uid */
  driver: string;
  vehicle_number: string;
  vehicle_description: string;
  /** Null without a fresh position. */
  position: LatLng | null;
  /** Great-circle distance to the point; null without a fresh position. */
  distance_km: Km | null;
  /** Of the fleet's gates; null when all are open, as far as the fleet knows. */
  gate: DispatchGate | null;
}

export interface DriversOfTypeDeps {
  clock: Clock;
  live: Pick<LiveFleet, 'get'>;
  settings: () => Promise<Pick<Settings, 'driverRadius' | 'convert_to_mile'>>;
  withCarType: (carType: string, limit: number) => Promise<DriverRecord[]>;
}

/** More than anybody chooses from; those on duty are never left out for those who are not. */
const MOST = 2_000;

/** Whether somebody is approved is not the fleet's to know: it is taken for granted here. */
export function createDriversOfType({ clock, live, settings, withCarType }: DriversOfTypeDeps) {
  return async (pickup: LatLng, carType: string): Promise<DriverOfType[]> => {
    const [current, drivers] = await Promise.all([settings(), withCarType(carType, MOST)]);
    const now = clock.now();
    const valid = drivers.filter(({ documentsValidUntil }) => !hasRunOut(documentsValidUntil, now));
    return valid.map((driver) => {
      const seen = live.get(driver.uid);
      const position = seen && seen.seenAt >= now - POSITION_VALID_MS ? seen : null;
      const state = { ...driver, approved: true, location: position };
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
