// Decides which drivers are eligible for a booking, and returns the first failed condition of the others.
import { distanceKm, type LatLng, withinDriverRadius } from '../geo/index.ts';
import type { Km } from '../kernel/index.ts';
import type { Settings } from '../settings/index.ts';

/**
 * Conditions in the order in which they are checked: those of specification §5, expired documents, used-up hours on
 * duty, an earlier decline of this booking, a wallet balance that blocks new tasks, the maximum number of open offers,
 * and a planned later booking for which the driver would be late.
 */
export const dispatchGates = [
  'not_approved',
  'documents_expired',
  'off_duty',
  'busy',
  'duty_limit',
  'no_location',
  'other_car_type',
  'too_far',
  'declined',
  'wallet_blocked',
  'offer_limit',
  'reserved',
] as const;
export type DispatchGate = (typeof dispatchGates)[number];

/** Facts about a driver that dispatch reads. */
export interface DriverState {
  uid: string;
  approved: boolean;
  /** A document has expired; absent means false. */
  documentsExpired?: boolean;
  driverActiveStatus: boolean;
  /** The driver is on a trip. */
  queue: boolean;
  /** The hours on duty are used up, or a break is required; absent means false. */
  dutyEnded?: boolean;
  location: LatLng | null;
  carType: string | null;
  /** The driver has declined this booking; absent means false. */
  declined?: boolean;
  /** The wallet balance blocks new tasks; absent means false. */
  walletBlocked?: boolean;
  /** The driver has the maximum number of open offers; absent means false. */
  offerLimitReached?: boolean;
  /** The driver would be late for the later booking they are planned for; absent means false. */
  reserved?: boolean;
}

export interface DriverSearch {
  pickup: LatLng;
  /** null: any car type (used to check whether any driver is nearby). */
  carType: string | null;
}

type RadiusSettings = Pick<Settings, 'driverRadius' | 'convert_to_mile'>;

export interface Eligibility {
  /** First failed condition; null for an eligible driver. */
  gate: DispatchGate | null;
  /** Great-circle distance to the pickup; null while the driver's position is unknown. */
  distance: Km | null;
}

/** Checks every condition for one driver; the result is stored unchanged in the booking's dispatch receipt. */
export function checkDriver(
  driver: DriverState,
  search: DriverSearch,
  settings: RadiusSettings,
): Eligibility {
  const distance = driver.location ? distanceKm(driver.location, search.pickup) : null;
  return { gate: failedGate(driver, search, distance, settings), distance };
}

function failedGate(
  driver: DriverState,
  { carType }: DriverSearch,
  distance: Km | null,
  settings: RadiusSettings,
): DispatchGate | null {
  if (!driver.approved) return 'not_approved';
  if (driver.documentsExpired) return 'documents_expired';
  if (!driver.driverActiveStatus) return 'off_duty';
  if (driver.queue) return 'busy';
  if (driver.dutyEnded) return 'duty_limit';
  if (distance === null) return 'no_location';
  if (carType !== null && driver.carType !== carType) return 'other_car_type';
  if (!withinDriverRadius(distance, settings)) return 'too_far';
  if (driver.declined) return 'declined';
  if (driver.walletBlocked) return 'wallet_blocked';
  if (driver.offerLimitReached) return 'offer_limit';
  return driver.reserved ? 'reserved' : null;
}

/** Returns the eligible drivers, nearest first. */
export function eligibleDrivers<Driver extends DriverState>(
  drivers: readonly Driver[],
  search: DriverSearch,
  settings: RadiusSettings,
): { driver: Driver; distance: Km }[] {
  return drivers
    .flatMap((driver) => {
      const { gate, distance } = checkDriver(driver, search, settings);
      return gate === null && distance !== null ? [{ driver, distance }] : [];
    })
    .sort((one, other) => one.distance - other.distance);
}
