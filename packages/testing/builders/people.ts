// Builders of users for tests: their own record as the API returns it, and drivers as dispatch sees them.
import { type Me, me } from '@kerb/contract';
import type { DriverState, EligibleDriver } from '@kerb/domain/dispatch';
import { SOME_NOON } from '../fake-clock.ts';
import { testId } from '../fake-ids.ts';
import { montevideo } from './places.ts';

/** A rider with a complete profile, with optional overrides. */
export function aUser(change: Partial<Me> = {}): Me {
  return me.parse({
    id: testId(0xa11),
    firstName: 'Ana',
    lastName: 'Silva',
    emailVerified: true,
    email: 'ana@example.uy',
    mobile: '+59899123456',
    usertype: 'rider',
    loginType: 'mobile',
    lang: null,
    approved: true,
    referralId: 'ana1234',
    profile_image: null,
    walletBalance: 0,
    ratings: { userrating: '', count: 0 },
    createdAt: SOME_NOON,
    signupViaReferral: null,
    social: [],
    bankName: null,
    bankCode: null,
    bankAccount: null,
    driver: null,
    ...change,
  });
}

/** A driver on duty without a trip, with a car of `aCarType`. */
export function aDriver(change: Partial<Me> = {}): Me {
  return aUser({
    id: testId(0xd1),
    firstName: 'Leo',
    lastName: 'Pérez',
    email: 'leo@example.uy',
    mobile: '+59899654321',
    usertype: 'driver',
    referralId: 'leo4321',
    driver: {
      carType: testId(0xca1),
      vehicleMake: 'Toyota',
      vehicleModel: 'Corolla',
      vehicleNumber: 'SBT 1234',
      other_info: '',
      driverActiveStatus: true,
      queue: false,
      fleetadmin: null,
      documentsValidUntil: null,
      vehicleChangedAt: null,
      sharedVehicle: null,
    },
    ...change,
  });
}

/** A driver who passes all eligibility checks for a pickup in the centre. */
export function aDriverState(change: Partial<DriverState> = {}): DriverState {
  return {
    uid: testId(0xd1),
    approved: true,
    driverActiveStatus: true,
    queue: false,
    location: { lat: montevideo.intendencia.lat, lng: montevideo.intendencia.lng },
    carType: testId(0xca1),
    ...change,
  };
}

/** An eligible driver two minutes away who has had no offer yet. */
export function aCandidate(change: Partial<EligibleDriver> = {}): EligibleDriver {
  return { driver: testId(0xd1), distance_km: 0.8, eta_secs: 120, offerCount: 0, ...change };
}
