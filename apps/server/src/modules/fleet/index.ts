// Entry point of the fleet module: drivers with their vehicles and duty, and their current positions. The catalogue of
// car types is the module `car-types`, documents are `driver-documents`, and `sign-up` adds drivers.
import type { Me } from '@kerb/contract';
import { type DutyState, hasRunOut } from '@kerb/domain/fleet';
import type { LatLng } from '@kerb/domain/geo';
import { DomainError, MS_PER_DAY, type Span } from '@kerb/domain/kernel';
import {
  addJob,
  appendEvent,
  type Clock,
  type Queries,
  readRowsTogether,
  type ServerModule,
  subscribeOnEveryServer,
  type Tx,
  type WithTx,
} from '../../kit/index.ts';
import type { Bus } from '../../ports/bus.ts';
import type { CarTypeDrivers, CarTypesApi } from '../car-types/index.ts';
import type { IdentityApi, VehiclePatch } from '../identity/index.ts';
import type { SettingsApi } from '../settings/index.ts';
import { type DriverRecord, driversRepository, type NewDriver } from './drivers.repository.ts';
import { createDriversOfType, type DriverOfType } from './drivers-of-type.ts';
import { createDriversOnDuty, type DriverOnDuty } from './drivers-on-duty.ts';
import { CHECK_DUTY_JOB, createDutyLimits, type DutyLimits } from './duty-limits.ts';
import { type DutyPeriod, dutyPeriodsRepository } from './duty-periods.repository.ts';
import { endDuty } from './end-duty.ts';
import {
  createEligibleNear,
  createGatesAt,
  createSearchNear,
  createSharedSearch,
  type DriverSearches,
  type EligibleOptions,
  type FoundDriver,
  type GatesAt,
  type SearchNear,
} from './find-drivers.ts';
import { createFinishingNear } from './finishing-near.ts';
import {
  type CarPositions,
  type DriverShifts,
  type DutyInOtherCities,
  noOtherCities,
  type SharedVehicles,
  type TripsUnderWay,
} from './fleet.ports.ts';
import { presentDriverPart } from './fleet.presenter.ts';
import { fleetRoutes } from './fleet.routes.ts';
import { createGuardShift } from './guard-shift.ts';
import { createKnownPositions, type KnownPositions } from './known-positions.ts';
import {
  changeLentVehicle,
  type LentVehicle,
  lendVehicle,
  type OwnVehicle,
  takeVehicleBack,
} from './lend-vehicle.ts';
import { createLiveDrivers } from './live-drivers.ts';
import { createLiveFleet, type LiveFleet } from './live-fleet.ts';
import { createNearbyDrivers } from './nearby-drivers.ts';
import { createPositionSnapshot } from './position-snapshot.ts';
import { createReportingDevices, type ReportingDevices } from './reporting-devices.ts';
import {
  approveVehicle,
  type ChangedBy,
  createRecordVehicleChange,
  isVehicleApproved,
} from './review-vehicle.ts';
import { createSaveDriver, type DriverPatch, dissolveFleet, publishDeletionToFleet } from './save-driver.ts';
import { createSetDuty } from './set-duty.ts';

export type { DriverRecord, NewDriver } from './drivers.repository.ts';
export type { EligibleOptions, FoundDriver, GatedDriver } from './find-drivers.ts';
export {
  type CarPositions,
  type DriverShifts,
  type DutyInOtherCities,
  noOtherCities,
  type SharedVehicles,
  type TripsUnderWay,
} from './fleet.ports.ts';
export type { KnownPositions } from './known-positions.ts';
export type { LentVehicle, OwnVehicle } from './lend-vehicle.ts';
export { createLiveFleet, type LiveFleet, type NearPosition, POSITION_VALID_MS } from './live-fleet.ts';
export type { ReportingDevices } from './reporting-devices.ts';
export type { DriverPatch } from './save-driver.ts';

export interface FleetModuleDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  bus: Bus;
  logger: { warn(details: object, message: string): void };
  settings: SettingsApi;
  identity: Pick<IdentityApi, 'userOf' | 'usersOf' | 'approvedAmong' | 'presentMe'>;
  carTypes: CarTypesApi;
  trips: TripsUnderWay;
  shifts: DriverShifts;
  vehicles: SharedVehicles;
  /** Omitted where the installation has only one city. */
  elsewhere?: DutyInOtherCities | undefined;
  cars: CarPositions;
  /** Seconds by road from each start to the point; null without a route. */
  secondsTo: (starts: readonly LatLng[], point: LatLng) => Promise<readonly (number | null)[]>;
}

/** Maximum number of periods on duty in one export. */
const MAX_PERIODS = 5000;
const DUTY_RETENTION_MS = 400 * MS_PER_DAY;
const REMOVE_OLD_DUTY_JOB = 'fleet.remove-old-duty';

export type Driver = DriverRecord & { approved: boolean };

/** Includes the functions of the car types, because every use of a driver's vehicle needs its car type. */
export interface FleetApi extends CarTypesApi, CarTypeDrivers {
  driverOf(uid: string): Promise<Driver | null>;
  /** Whether one of the driver's documents has expired, so that the driver gets no new tasks. */
  documentsExpired(uid: string): Promise<boolean>;
  driversOf(uids: readonly string[]): Promise<Map<string, DriverRecord>>;
  findDriver(db: Queries, uid: string): Promise<DriverRecord | null>;
  /** The driver's hours on duty, computed from their periods. */
  dutyState(uid: string): Promise<DutyState>;
  /** Inserts the driver's row if it is missing and locks it until the transaction ends. */
  lockDriver(tx: Tx, uid: string): Promise<DriverRecord>;
  /** Stores until when the driver's documents are valid, ms since the epoch; null without an expiry. */
  setDocumentsValidUntil(db: Queries, uid: string, until: number | null): Promise<void>;
  /**
   * Inserts or changes a driver's vehicle and fleet. Throws `driver_busy` for another car type on a trip,
   * `invalid_input` for a car type or fleet admin that does not exist, and `shared_vehicle` for the details of a shared
   * vehicle. Another vehicle of an approved driver waits for approval unless an admin changes it.
   */
  saveDriver(tx: Tx, uid: string, patch: DriverPatch, by?: ChangedBy): Promise<DriverRecord>;
  /** Approves the changed vehicle of a driver; false when there is no changed vehicle to approve. */
  approveVehicle(tx: Tx, uid: string): Promise<boolean>;
  /**
   * Replaces the driver's vehicle by a shared one. Returns the details of the driver's own car, with which
   * `takeVehicleBack` restores it. Throws `driver_busy` on a trip, `has_vehicle`, and `vehicle_without_car_type`.
   */
  lendVehicle(tx: Tx, uid: string, vehicle: LentVehicle & { id: string }): Promise<OwnVehicle>;
  /** Copies changed details of the driver's shared vehicle. Throws `driver_busy` for another car type on a trip. */
  changeLentVehicle(tx: Tx, uid: string, vehicle: LentVehicle): Promise<void>;
  /** Restores the driver's own car and takes the driver off duty. Throws `driver_busy` on a trip. */
  takeVehicleBack(tx: Tx, uid: string, own: OwnVehicle): Promise<void>;
  /** Takes a driver off duty who may no longer drive; a trip under way continues. Does nothing for other users. */
  takeOffDuty(tx: Tx, uid: string): Promise<void>;
  /** Removes the fleet admin from all their drivers; returns the drivers' uids. */
  dissolveFleet(tx: Tx, fleetadmin: string): Promise<string[]>;
  /** Inserts the drivers that are missing. */
  addDrivers(tx: Tx, drivers: readonly NewDriver[]): Promise<void>;
  updateVehicle(tx: Tx, uid: string, vehicle: VehiclePatch): Promise<void>;
  /** The driver's fields of the user's own record. */
  driverPartOf(uid: string): Promise<Me['driver']>;
  /**
   * The periods in which the driver was on duty and reachable, limited to those that overlap the span, in order. They
   * may overlap each other.
   */
  dutyBetween(uid: string, span: Span): Promise<Span[]>;
  /** The same for several drivers, by uid; drivers without a period are missing. */
  dutyOfMany(uids: readonly string[], span: Span): Promise<Map<string, Span[]>>;
  /** The newest periods on duty, for the personal data export. */
  dutyPeriodsOf(uid: string): Promise<DutyPeriod[]>;
  /**
   * Marks the driver as on a trip, or as free again. Throws `driver_not_eligible` when a driver off duty would become
   * busy.
   */
  setQueue(tx: Tx, uid: string, busy: boolean): Promise<void>;
  /** Erases a deleted driver: blanks the vehicle, and removes the position from the memory of every server. */
  eraseDriver(tx: Tx, uid: string): Promise<void>;
  /** The positions that this server has received. Use `positions` for cars that may report to another server. */
  readonly live: LiveFleet;
  readonly positions: KnownPositions;
  readonly reportingDevices: ReportingDevices;
  /** Drivers that can get an offer for a booking at this point, nearest first. */
  eligibleNear(point: LatLng, options?: EligibleOptions): Promise<FoundDriver[]>;
  /**
   * Yields every driver within the driver radius with the first check they fail, nearest first, in groups: a search for
   * a few drivers does not read all of them.
   */
  searchNear: SearchNear;
  /** A search for many points at one moment, which reads each driver once. */
  sharedSearch(): DriverSearches;
  /** Evaluates drivers on a trip as if they were at its end and free for the next one. */
  gatesAt: GatesAt;
  /** Whether a driver of the car type finishes a trip near the point soon; false while follow-on trips are off. */
  isFinishingNear(point: LatLng, carType: string): Promise<boolean>;
  /** The drivers of a car type with valid documents, approved or not, with the checks they fail. */
  driversOfType(pickup: LatLng, carType: string): Promise<DriverOfType[]>;
  /** Every driver on duty with a recent position, approved or not; `busy` on a trip. */
  driversOnDuty(): Promise<DriverOnDuty[]>;
  /** Restores the last saved positions and begins to save new ones. */
  start(): Promise<void>;
  /** Saves the positions that are still buffered. */
  close(): Promise<void>;
}

/** Reads drivers' records, and writes them within the caller's transaction. */
function createDriverRecords(
  { db, clock, settings, identity, carTypes }: FleetModuleDeps,
  { endAfterTrip, stateOf }: DutyLimits,
) {
  const drivers = driversRepository(db);
  const readDriver = readRowsTogether(drivers.findMany, ({ uid }) => uid);
  const saveDriver = createSaveDriver({
    clock,
    carType: carTypes.carType,
    userOf: identity.userOf,
    recordVehicleChange: createRecordVehicleChange({
      clock,
      settings: settings.get,
      userOf: identity.userOf,
    }),
  });
  return {
    ...carTypes,
    ...createCarTypeDrivers(identity),
    async driverOf(uid) {
      const [driver, user] = await Promise.all([readDriver(uid), identity.userOf(uid)]);
      if (driver === null || user === null) return null;
      return { ...driver, approved: user.approved && isVehicleApproved(driver, await settings.get()) };
    },
    documentsExpired: async (uid) =>
      hasRunOut((await readDriver(uid))?.documentsValidUntil ?? null, clock.now()),
    driversOf: async (uids) => new Map((await drivers.findMany(uids)).map((driver) => [driver.uid, driver])),
    findDriver: (queries, uid) => driversRepository(queries).find(uid),
    lockDriver: (tx, uid) => driversRepository(tx).lockOrInsert(uid),
    setDocumentsValidUntil: (queries, uid, until) =>
      driversRepository(queries).setDocumentsValidUntil(uid, until),
    saveDriver,
    approveVehicle,
    lendVehicle,
    changeLentVehicle,
    takeVehicleBack: (tx, uid, own) => takeVehicleBack(tx, uid, own, clock.now()),
    takeOffDuty: (tx, uid) => endDuty(tx, uid, clock.now()),
    dissolveFleet: (tx, fleetadmin) => dissolveFleet(tx, fleetadmin, clock.now()),
    addDrivers: (tx, added) => driversRepository(tx).addMissing(added),
    async updateVehicle(tx, uid, vehicle) {
      await saveDriver(tx, uid, vehicle, 'other');
    },
    dutyBetween: (uid, span) => dutyPeriodsRepository(db).between(uid, span, clock.now()),
    dutyOfMany: (uids, span) => dutyPeriodsRepository(db).betweenOfMany(uids, span, clock.now()),
    dutyState: stateOf,
    dutyPeriodsOf: (uid) => dutyPeriodsRepository(db).newest(uid, MAX_PERIODS),
    driverPartOf: async (uid) => presentDriverPart(await readDriver(uid)),
    async setQueue(tx, uid, busy) {
      const changed = await driversRepository(tx).setQueue(uid, busy);
      if (busy && !changed) throw new DomainError('driver_not_eligible');
      await appendEvent(tx, { name: 'me.changed', topics: [`user:${uid}`], data: {} });
      if (!busy && changed) await endAfterTrip(tx, changed);
    },
    async eraseDriver(tx, uid) {
      await publishDeletionToFleet(tx, uid);
      await driversRepository(tx).erase(uid);
      await dutyPeriodsRepository(tx).erase(uid);
      await appendEvent(tx, { name: 'driver.erased', topics: [], data: { uid } });
    },
  } satisfies Partial<FleetApi>;
}

export function createFleetModule(deps: FleetModuleDeps): ServerModule & { api: FleetApi } {
  const { db, clock, bus, logger, settings, identity, carTypes } = deps;
  const drivers = driversRepository(db);
  const live = createLiveFleet({ now: () => clock.now() });
  // Every server has the position in memory, so every server must remove it.
  subscribeOnEveryServer(bus, ['driver.erased'], ({ data }) => {
    live.remove(String(data.uid));
    deps.cars.forget(String(data.uid));
  });
  const snapshot = createPositionSnapshot({
    live,
    now: () => clock.now(),
    save: (positions) =>
      deps.withTx(async (tx) => {
        await driversRepository(tx).savePositions(positions);
        await dutyPeriodsRepository(tx).recordSeen(positions);
      }),
    load: drivers.savedPositions,
    onError: (error) => logger.warn({ err: error }, 'Positions could not be saved; trying again'),
  });
  const { stop: stopRepair, ...positions } = createKnownPositions({
    live,
    cars: deps.cars,
    now: () => clock.now(),
    restoreSaved: snapshot.restore,
    onError: (error) => logger.warn({ err: error }, 'The saved positions could not be read'),
  });
  const reportingDevices = createReportingDevices({ bus, withTx: deps.withTx });
  const findDeps = {
    clock,
    positions,
    settings: settings.get,
    driversOf: drivers.findMany,
    approvedAmong: identity.approvedAmong,
  };
  const searchNear = createSearchNear(findDeps);
  const guardShift = createGuardShift({ settings: settings.get, shifts: deps.shifts });
  const dutyLimits = createDutyLimits({ db, withTx: deps.withTx, clock, settings: settings.get });
  const eligibleNear = createEligibleNear(searchNear);
  const gatesAt = createGatesAt(findDeps);
  const isFinishingNear = createFinishingNear({ clock, settings: settings.get, trips: deps.trips, gatesAt });

  const api: FleetApi = {
    ...createDriverRecords(deps, dutyLimits),
    live,
    positions,
    reportingDevices,
    searchNear,
    sharedSearch: createSharedSearch(findDeps),
    gatesAt,
    isFinishingNear,
    driversOfType: createDriversOfType({
      clock,
      positions,
      settings: settings.get,
      withCarType: drivers.withCarType,
    }),
    eligibleNear,
    driversOnDuty: createDriversOnDuty({ clock, positions, onDuty: drivers.busyOnDuty }),
    start: snapshot.start,
    async close() {
      stopRepair();
      await snapshot.stop();
    },
  };

  return {
    api,
    routes: fleetRoutes({
      setDuty: createSetDuty({
        withTx: deps.withTx,
        clock,
        isApproved: async (uid) => (await identity.approvedAmong([uid])).has(uid),
        async admit(tx, driver) {
          await guardShift(driver);
          return dutyLimits.admit(tx, driver);
        },
        vehicles: deps.vehicles,
        mobileOf: async (uid) => (await identity.userOf(uid))?.mobile ?? null,
        elsewhere: deps.elsewhere ?? noOtherCities,
        reportingDevices,
      }),
      viewDuty: dutyLimits.stateOf,
      presentMe: identity.presentMe,
      nearbyDrivers: createNearbyDrivers({
        eligibleNear,
        isFinishingNear,
        carTypeIds: async () => (await carTypes.carTypes()).map(({ id }) => id),
        secondsTo: deps.secondsTo,
      }),
      liveDrivers: createLiveDrivers({
        clock,
        positions,
        onDuty: drivers.onDuty,
        usersOf: identity.usersOf,
        trips: deps.trips,
      }),
    }),
    jobs: {
      [REMOVE_OLD_DUTY_JOB]: () =>
        dutyPeriodsRepository(db).removeStartedBefore(clock.now() - DUTY_RETENTION_MS),
      [CHECK_DUTY_JOB]: dutyLimits.checkDuty,
    },
    schedules: { [REMOVE_OLD_DUTY_JOB]: '41 4 * * *', [CHECK_DUTY_JOB]: '* * * * *' },
    subscribers: [
      {
        name: 'fleet.renew-duty-ends',
        events: ['settings.changed'],
        async handle() {
          await dutyLimits.clearDutyUntil();
          await deps.withTx((tx) => addJob(tx, CHECK_DUTY_JOB, {}, { jobKey: CHECK_DUTY_JOB }));
        },
      },
    ],
  };
}

/** Number of rows at which a car type counts as assigned without checking the users' roles. */
const MAX_CAR_TYPE_ROWS = 1000;

/** Implements the port of car types: whether drivers have a car type, and removing it from former drivers. */
function createCarTypeDrivers({ usersOf }: Pick<IdentityApi, 'usersOf'>): CarTypeDrivers {
  return {
    async isCarTypeAssigned(tx, carType) {
      const uids = await driversRepository(tx).ofCarType(carType, MAX_CAR_TYPE_ROWS);
      const users = await usersOf(uids);
      return uids.length === MAX_CAR_TYPE_ROWS || uids.some((uid) => users.get(uid)?.usertype === 'driver');
    },
    unassignCarType: (tx, carType) => driversRepository(tx).forgetCarType(carType),
  };
}

/** Inserts finished periods on duty, for seeds. */
export const insertPastDuty = (tx: Tx, periods: readonly (Span & { uid: string })[]): Promise<void> =>
  dutyPeriodsRepository(tx).addPast(periods);
