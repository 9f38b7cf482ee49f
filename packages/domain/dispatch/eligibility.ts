// Which drivers are eligible for a booking, and for the others the first condition that they fail.
import { distanceKm, type LatLng, withinDriverRadius } from '../geo/index.ts';
import type { Km } from '../kernel/index.ts';
import type { Settings } from '../settings/index.ts';

/**
 * The gates in the order they are tried: those of specification §5, documents that have run out and hours on
 * duty that are used up, then the driver's own no to this booking, a wallet balance that keeps new tasks away, as many open offers as a driver may have,
 * and a later booking that the driver is planned for and would be late for.
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

/** What dispatch knows of a driver. */
export interface DriverState {
  uid: string;
  approved: boolean;
  /** One of the documents has run out; absent means no. */
  documentsExpired?: boolean;
  driverActiveStatus: boolean;
  /** Busy on a trip. */
  queue: boolean;
  /** The hours on duty are used up, or a break is due; absent means no. */
  dutyEnded?: boolean;
  location: LatLng | null;
  carType: string | null;
  /** Has declined this booking; absent means no. */
  declined?: boolean;
  /** The wallet balance blocks new tasks; absent means no. */
  walletBlocked?: boolean;
  /** Has as many open offers as a driver may have at a time; absent means no. */
  offerLimitReached?: boolean;
  /** Would be late for the later booking they are planned for; absent means no. */
  reserved?: boolean;
}

export interface DriverSearch {
  pickup: LatLng;
  /** null: any car type matches (used to check whether any driver is near). */
  carType: string | null;
}

type RadiusSettings = Pick<Settings, 'driverRadius' | 'convert_to_mile'>;

export interface Eligibility {
  /** The first gate that failed; null for an eligible driver. */
  gate: DispatchGate | null;
  /** Great-circle distance to the pickup; null while the driver's place is not known. */
  distance: Km | null;
}

/** Tries every gate on one driver; the answer goes into the booking's dispatch receipt as it is. */
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

/** The drivers through every gate, nearest first. */
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
