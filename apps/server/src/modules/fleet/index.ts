// Front door of the fleet: car types, drivers with their vehicles and duty, and where they all are now.
import type { DocumentKind, Me } from '@kerb/contract';
import { type CarType, hasRunOut } from '@kerb/domain/fleet';
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import {
  appendEvent,
  type Clock,
  hearEverywhere,
  type Ids,
  type Queries,
  type ServerModule,
  type Tx,
  type WithTx,
} from '../../kit/index.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Images } from '../../ports/images.ts';
import type { Storage } from '../../ports/storage.ts';
import type { IdentityApi, VehiclePatch } from '../identity/index.ts';
import type { SettingsApi } from '../settings/index.ts';
import { createCarTypesPart } from './car-types/car-types.module.ts';
import { carTypesRepository } from './car-types/car-types.repository.ts';
import { createDocumentLinks } from './documents/document-links.ts';
import { createDocuments, eraseDocuments } from './documents/documents.module.ts';
import { documentsRepository } from './documents/documents.repository.ts';
import { type DriverRecord, driversRepository, type NewDriver } from './drivers.repository.ts';
import { createDriversOfType, type DriverOfType } from './drivers-of-type.ts';
import {
  createEligibleNear,
  createGatesNear,
  type EligibleOptions,
  type FoundDriver,
  type GatedDriver,
} from './find-drivers.ts';
import { fleetRoutes } from './fleet.routes.ts';
import { createLiveDrivers, type LiveDriversDeps } from './live-drivers.ts';
import { createLiveFleet, type LiveFleet } from './live-fleet.ts';
import { createNearbyDrivers } from './nearby-drivers.ts';
import { createPositionSnapshot } from './position-snapshot.ts';
import {
  createSaveDriver,
  type DriverPatch,
  dissolveFleet,
  takeOffDuty,
  tellFleetOfDeletion,
} from './save-driver.ts';
import { createSetDuty } from './set-duty.ts';
import { createSignUpPart } from './signup/signup.module.ts';

export type { DriverRecord, NewDriver } from './drivers.repository.ts';
export type { EligibleOptions, FoundDriver, GatedDriver } from './find-drivers.ts';
export type { LiveFleet } from './live-fleet.ts';
export type { DriverPatch } from './save-driver.ts';

export interface FleetModuleDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  bus: Bus;
  images: Images;
  storage: Storage;
  /** Keys the links to documents. */
  secret: string;
  logger: { warn(details: object, message: string): void };
  settings: SettingsApi;
  identity: Pick<
    IdentityApi,
    | 'userOf'
    | 'usersOf'
    | 'approvedAmong'
    | 'presentMe'
    | 'holdPresent'
    | 'recordAudit'
    | 'createUser'
    | 'withProvedMobile'
    | 'openSession'
    | 'letStand'
    | 'findReferrer'
  >;
  /** Whether a booking that is still to be driven waits for this car type. */
  isCarTypeAwaited: (tx: Tx, carType: string) => Promise<boolean>;
  /** The trips under way of these drivers, by driver; only those of a fleet when one is given. */
  tripsOf: LiveDriversDeps['tripsOf'];
  /** Road seconds from each start to the point; null where no road leads. */
  secondsTo: (starts: readonly LatLng[], point: LatLng) => Promise<readonly (number | null)[]>;
}

export interface DriverExport extends NonNullable<Me['driver']> {
  documents: { kind: DocumentKind; uploadedAt: number; expiresOn: string | null }[];
}

export type Driver = DriverRecord & { approved: boolean };

export interface FleetApi {
  carType(id: string): Promise<CarType | null>;
  /** In the order they were made; kept in memory until they change. */
  carTypes(): Promise<readonly CarType[]>;
  addCarTypes(tx: Tx, carTypes: readonly CarType[]): Promise<void>;
  /** True for a car type that is there, and is not deleted until the transaction ends. */
  holdCarType(tx: Tx, id: string): Promise<boolean>;
  driverOf(uid: string): Promise<Driver | null>;
  /** One of the driver's documents has run out: no new tasks. */
  documentsExpired(uid: string): Promise<boolean>;
  driversOf(uids: readonly string[]): Promise<Map<string, DriverRecord>>;
  /**
   * Makes or changes a driver's vehicle and fleet. Throws `driver_busy` for another car type on a trip,
   * `invalid_input` for a car type or fleet admin that does not exist.
   */
  saveDriver(tx: Tx, uid: string, patch: DriverPatch): Promise<DriverRecord>;
  /** For somebody who may drive no longer; a trip under way goes on. Nothing happens to others than drivers. */
  takeOffDuty(tx: Tx, uid: string): Promise<void>;
  /** The drivers of a fleet admin belong to nobody from now on. */
  dissolveFleet(tx: Tx, fleetadmin: string): Promise<string[]>;
  /** Adds whoever is not there yet. */
  addDrivers(tx: Tx, drivers: readonly NewDriver[]): Promise<void>;
  updateVehicle(tx: Tx, uid: string, vehicle: VehiclePatch): Promise<void>;
  /** The driver's part of one's own record. */
  driverPartOf(uid: string): Promise<Me['driver']>;
  /** Busy on a trip, or free again. Throws `driver_not_eligible` when somebody off duty would become busy. */
  setQueue(tx: Tx, uid: string, busy: boolean): Promise<void>;
  /** Of a deleted driver: the vehicle is blanked, the documents go with their files, the car is forgotten. */
  eraseDriver(tx: Tx, uid: string): Promise<void>;
  /** What the fleet keeps of a person, for the export of their data; null for others than drivers. */
  exportDriver(uid: string): Promise<DriverExport | null>;
  readonly live: LiveFleet;
  /** Who may be asked to take a booking at this point, nearest first. */
  eligibleNear(point: LatLng, options?: EligibleOptions): Promise<FoundDriver[]>;
  /** Every driver in reach with the first gate that holds them back, nearest first. */
  gatesNear(point: LatLng, carType: string | null): Promise<GatedDriver[]>;
  /** Approved or not, the drivers of a car type whose papers are valid, with their gates. */
  driversOfType(pickup: LatLng, carType: string): Promise<DriverOfType[]>;
  /** Puts the last known positions back and begins to save new ones. */
  start(): Promise<void>;
  /** Saves what still waits. */
  close(): Promise<void>;
}

export function createFleetModule(deps: FleetModuleDeps): ServerModule & { api: FleetApi } {
  const { db, clock, bus, logger, settings, identity } = deps;
  const drivers = driversRepository(db);
  const live = createLiveFleet({ now: () => clock.now() });
  const carTypes = createCarTypesCache(carTypesRepository(db).all);
  hearEverywhere(bus, ['catalog.changed'], carTypes.forget);
  // Each server has the car in memory.
  hearEverywhere(bus, ['driver.erased'], ({ data }) => live.remove(String(data.uid)));
  const snapshot = createPositionSnapshot({
    live,
    now: () => clock.now(),
    save: drivers.savePositions,
    load: drivers.savedPositions,
    onError: (error) => logger.warn({ err: error }, 'Positions could not be saved; trying again'),
  });
  const gatesNear = createGatesNear({
    clock,
    live,
    settings: settings.get,
    driversOf: drivers.findMany,
    approvedAmong: identity.approvedAmong,
  });

  const api: FleetApi = {
    carTypes: carTypes.get,
    carType: async (id) => (await carTypes.get()).find((one) => one.id === id) ?? null,
    async addCarTypes(tx, added) {
      await carTypesRepository(tx).addMissing(added);
      await appendEvent(tx, { name: 'catalog.changed', topics: ['catalog'], data: { what: 'cartypes' } });
    },
    holdCarType: (tx, id) => carTypesRepository(tx).holdPresent(id),
    async driverOf(uid) {
      const [driver, user] = await Promise.all([drivers.find(uid), identity.userOf(uid)]);
      return driver && user && { ...driver, approved: user.approved };
    },
    documentsExpired: async (uid) =>
      hasRunOut((await drivers.find(uid))?.documentsValidUntil ?? null, clock.now()),
    driversOf: async (uids) => new Map((await drivers.findMany(uids)).map((driver) => [driver.uid, driver])),
    saveDriver: createSaveDriver({ carType: (id) => api.carType(id), userOf: identity.userOf }),
    takeOffDuty,
    dissolveFleet,
    addDrivers: (tx, added) => driversRepository(tx).addMissing(added),
    updateVehicle: (tx, uid, vehicle) => driversRepository(tx).changeVehicle(uid, vehicle),
    driverPartOf: async (uid) => presentDriverPart(await drivers.find(uid)),
    async setQueue(tx, uid, busy) {
      const changed = await driversRepository(tx).setQueue(uid, busy);
      if (busy && !changed) throw new DomainError('driver_not_eligible');
      await appendEvent(tx, { name: 'me.changed', topics: [`user:${uid}`], data: {} });
    },
    async eraseDriver(tx, uid) {
      await tellFleetOfDeletion(tx, uid);
      await eraseDocuments(tx, uid);
      await driversRepository(tx).erase(uid);
      await appendEvent(tx, { name: 'driver.erased', topics: [], data: { uid } });
    },
    async exportDriver(uid) {
      const driver = presentDriverPart(await drivers.find(uid));
      if (driver === null) return null;
      const documents = await documentsRepository(db).of(uid);
      return {
        ...driver,
        documents: documents.map(({ kind, uploadedAt, expiresOn }) => ({ kind, uploadedAt, expiresOn })),
      };
    },
    live,
    gatesNear,
    driversOfType: createDriversOfType({
      clock,
      live,
      settings: settings.get,
      withCarType: drivers.withCarType,
    }),
    eligibleNear: createEligibleNear(gatesNear),
    start: snapshot.start,
    close: snapshot.stop,
  };

  const links = createDocumentLinks(deps);
  const parts = [
    createCarTypesPart({ ...deps, carTypes: api.carTypes, forget: carTypes.forget }),
    createDocuments({ ...deps, links }),
    createSignUpPart({ ...deps, links, carType: api.carType, saveDriver: api.saveDriver }),
  ];

  return {
    api,
    routes: [
      ...parts.flatMap((part) => part.routes ?? []),
      ...fleetRoutes({
        setDuty: createSetDuty({
          withTx: deps.withTx,
          clock,
          isApproved: async (uid) => (await identity.approvedAmong([uid])).has(uid),
        }),
        presentMe: identity.presentMe,
        nearbyDrivers: createNearbyDrivers({
          eligibleNear: (point) => api.eligibleNear(point),
          carTypeIds: async () => (await api.carTypes()).map(({ id }) => id),
          secondsTo: deps.secondsTo,
        }),
        liveDrivers: createLiveDrivers({
          ...{ clock, live, onDuty: drivers.onDuty },
          ...{ usersOf: identity.usersOf, tripsOf: deps.tripsOf },
        }),
      }),
    ],
    jobs: Object.assign({}, ...parts.map((part) => part.jobs)),
    schedules: Object.assign({}, ...parts.map((part) => part.schedules)),
    subscribers: parts.flatMap((part) => part.subscribers ?? []),
  };
}

function presentDriverPart(driver: DriverRecord | null): Me['driver'] {
  return (
    driver && {
      carType: driver.carType,
      vehicleMake: driver.vehicleMake,
      vehicleModel: driver.vehicleModel,
      vehicleNumber: driver.vehicleNumber,
      other_info: driver.other_info,
      driverActiveStatus: driver.driverActiveStatus,
      queue: driver.queue,
      fleetadmin: driver.fleetadmin,
      documentsValidUntil: driver.documentsValidUntil,
    }
  );
}

function createCarTypesCache(read: () => Promise<CarType[]>) {
  let current: Promise<readonly CarType[]> | null = null;
  return {
    get(): Promise<readonly CarType[]> {
      if (current !== null) return current;
      const reading: Promise<readonly CarType[]> = read();
      current = reading;
      reading.catch(() => {
        if (current === reading) current = null;
      });
      return reading;
    },
    forget(): void {
      current = null;
    },
  };
}
