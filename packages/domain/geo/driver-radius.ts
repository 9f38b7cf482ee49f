// The driver search radius: a setting in the unit the operator sees.
import { inOperatorUnit, type Km } from '../kernel/index.ts';
import type { Settings } from '../settings/index.ts';

/**
 * Whether a driver this far from the pickup is near enough: the distance is turned into miles when
 * convert_to_mile is on, then compared with driverRadius. Exactly at the radius is near enough.
 */
export function withinDriverRadius(
  distance: Km,
  settings: Pick<Settings, 'driverRadius' | 'convert_to_mile'>,
): boolean {
  return inOperatorUnit(distance, settings.convert_to_mile) <= settings.driverRadius;
}
