// Compares distances with the driver search radius, a setting in the operator's unit.
import { inOperatorUnit, type Km } from '../kernel/index.ts';
import type { Settings } from '../settings/index.ts';

/**
 * Returns whether a driver at this distance from the pickup is within the radius: the distance is converted to miles
 * when convert_to_mile is on, then compared with driverRadius. A distance equal to the radius is within it.
 */
export function withinDriverRadius(
  distance: Km,
  settings: Pick<Settings, 'driverRadius' | 'convert_to_mile'>,
): boolean {
  return inOperatorUnit(distance, settings.convert_to_mile) <= settings.driverRadius;
}
