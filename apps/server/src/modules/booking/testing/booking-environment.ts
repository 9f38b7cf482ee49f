// Test environment of bookings: real database, ledger, fleet and HTTP, a straight-line map and a manual clock.
import type { BookingView, RouteDefinition } from '@kerb/contract';
import { routes } from '@kerb/contract';
import { type CarType, carTypeInput } from '@kerb/domain/fleet';
import { type AddressedPoint, distanceKm, encodePolyline, type LatLng, lengthKm } from '@kerb/domain/geo';
import type { Usertype } from '@kerb/domain/identity';
import { DomainError, minor } from '@kerb/domain/kernel';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { v7 } from 'uuid';
import type { StatementObserver } from '../../../kit/db/observe-statements.ts';
import { markIdempotentEffect } from '../../../kit/http/idempotency.ts';
import type { Actor, Ids, Queries, ResolveKey, WithTx } from '../../../kit/index.ts';
import { createTransactor, type ServerModule } from '../../../kit/index.ts';
import { createLogger } from '../../../kit/observe/logger.ts';
import { createModuleServer } from '../../../kit/testing/module-server.ts';
import { createTestDatabase } from '../../../kit/testing/test-database.ts';
import type { MatchedTrace, TimedTravel } from '../../../ports/maps.ts';
import {
  type CarTypeRecurringBookings,
  type CarTypesApi,
  type CarTypeVehicles,
  createCarTypesModule,
} from '../../car-types/index.ts';
import { createFleetModule, type FleetApi } from '../../fleet/index.ts';
import { createMemoryFiles } from '../../fleet/testing/memory-files.ts';
import { oneServer } from '../../fleet/testing/one-server.ts';
import { multipart } from '../../fleet/testing/people-over-http.ts';
import { createIdentityModule, type IdentityApi } from '../../identity/index.ts';
import { shippedLanguagesApi } from '../../languages/testing/shipped-languages.ts';
import { createPromosModule } from '../../promos/index.ts';
import { defaultCancelReasons } from '../../settings/default-cancel-reasons.ts';
import { createWalletModule } from '../../wallet/index.ts';
import { type BookingApi, type BookingDeps, createBookingModule } from '../index.ts';
import { createFakePayments } from './fake-payments.ts';

export const PLAZA: AddressedPoint = { lat: -34.9058, lng: -56.1913, add: 'Plaza Independencia 1' };
export const PARQUE: AddressedPoint = { lat: -34.9121, lng: -56.1645, add: 'Bulevar Artigas 1200' };

/** Roads are 1.3 times the straight-line distance, driven at 30 km/h. */
const ROAD_FACTOR = 1.3;
const SECONDS_PER_KM = 120;

function straightRoad(from: LatLng, to: LatLng): TimedTravel {
  const distance_in_km = distanceKm(from, to) * ROAD_FACTOR;
  const time_in_secs = distance_in_km * SECONDS_PER_KM;
  return { distance_in_km, time_in_secs, free_flow_secs: time_in_secs };
}

const createStraightMap = () => {
  const map = {
    broken: false,
    async directions(start: LatLng, dest: LatLng, waypoints: readonly LatLng[] = []) {
      if (map.broken) throw new DomainError('google_places_error');
      const stops = [start, ...waypoints, dest];
      const legs = stops.slice(1).map((stop, index) => straightRoad(stops[index] ?? stop, stop));
      const distance_in_km = lengthKm(stops) * ROAD_FACTOR;
      const time_in_secs = distance_in_km * SECONDS_PER_KM;
      return {
        distance_in_km,
        time_in_secs,
        free_flow_secs: time_in_secs,
        polylinePoints: encodePolyline(stops),
        legs,
      };
    },
    async matchTrace(trace: readonly LatLng[]): Promise<MatchedTrace | null> {
      if (map.broken) throw new DomainError('google_places_error');
      const fixes = trace.map((place, index) => {
        const before = trace[index - 1];
        const road = before ? straightRoad(before, place) : null;
        return {
          index,
          place,
          km: road?.distance_in_km ?? null,
          freeFlowSeconds: road?.time_in_secs ?? null,
        };
      });
      return { fixes, line: encodePolyline(trace, 5) };
    },
    async reverse(at: LatLng) {
      if (map.broken) throw new DomainError('google_places_error');
      return `Calle ${at.lat.toFixed(4)}`;
    },
    assertInCity(point: LatLng) {
      if (distanceKm(point, PLAZA) > 50) throw new DomainError('place_to_coords_error');
    },
  };
  return map;
};

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body;
  /** The problem's code; undefined for a success. */
  code: string | undefined;
}

/** Optional parts of the environment: another map, or modules above the booking module. */
export interface EnvironmentExtras {
  maps?: BookingDeps['maps'];
  /** Finds candidates as dispatch does; without it only the test itself sends offers. */
  search?: (parts: { booking: BookingApi; fleet: FleetApi }) => BookingDeps['search'];
  more?: (parts: {
    booking: BookingApi;
    fleet: FleetApi;
    db: Queries;
    withTx: WithTx;
    ids: Ids;
    clock: { now(): number };
    settings: { get(): Promise<Settings> };
    identity: IdentityApi;
    carTypes: CarTypesApi;
  }) => ServerModule[];
  /** Whether a driver may use a shared vehicle; false by default. */
  isSharedWith?: (driver: string) => Promise<boolean>;
  /** Whether a shared vehicle needs a car type; false by default. */
  isCarTypeNeeded?: CarTypeVehicles['isCarTypeNeeded'];
  /** Renames the choices of recurring bookings; does nothing by default. */
  renameChoices?: CarTypeRecurringBookings['renameChoices'];
  /** Resolves the owner of the API key of a request; without it no key is valid. */
  resolveKey?: (parts: { db: Queries; clock: { now(): number } }) => ResolveKey;
  /** Observes the statements of all modules; none by default. */
  observer?: StatementObserver;
}

export async function createBookingEnvironment(
  change: Partial<Settings> = {},
  extras: EnvironmentExtras = {},
) {
  const database = await createTestDatabase(extras.observer ? { observer: extras.observer } : {});
  const map = createStraightMap();
  const current: { settings: Settings; unread: Partial<Settings> } = {
    settings: settingsSchema.parse(change),
    unread: {},
  };
  const time = { now: Date.parse('2026-03-02T12:00:00Z') };
  const clock = { now: () => time.now };
  const ids = { next: () => v7() };
  const withTx = createTransactor(database.queries, { beforeCommit: markIdempotentEffect });
  const settings = {
    get: async () => current.settings,
    lockMoneyUnit: async () => ({ ...current.settings, ...current.unread }),
    publicSettings: async (): Promise<never> => Promise.reject(new Error('not used here')),
    edit: async () => current.settings,
    addDefaultCancelReasons: async () => undefined,
    markSeed: async () => true,
  };
  const bus = { publish: () => undefined, subscribe: () => () => undefined };
  const base = { db: database.queries, reads: database.reads, withTx, clock, ids, settings };
  const wallet = createWalletModule(base);
  const identity = createIdentityModule({
    ...base,
    sms: { send: async () => undefined, kind: 'inbox' },
    secret: 'of the test',
    languages: shippedLanguagesApi,
    signInCheck: async () => true,
    isUnthrottled: () => true,
    wallet: { balanceOf: wallet.api.balanceOf },
    drivers: { driverPartOf: async () => null, updateVehicle: async () => undefined },
  });
  const logger = createLogger('error');
  const files = createMemoryFiles();
  const carTypes = createCarTypesModule({
    ...base,
    ...files,
    bus,
    languages: shippedLanguagesApi,
    drivers: {
      isCarTypeAssigned: (tx, carType) => fleet.api.isCarTypeAssigned(tx, carType),
      unassignCarType: (tx, carType) => fleet.api.unassignCarType(tx, carType),
    },
    vehicles: {
      isCarTypeNeeded: async (tx, carType) => (await extras.isCarTypeNeeded?.(tx, carType)) ?? false,
    },
    bookings: { isCarTypeInUse: (tx, carType) => booking.api.isCarTypeInUse(tx, carType) },
    recurringBookings: { renameChoices: async (...given) => extras.renameChoices?.(...given) },
  });
  const fleet: ReturnType<typeof createFleetModule> = createFleetModule({
    ...base,
    carTypes: carTypes.api,
    bus,
    logger,
    identity: identity.api,
    shifts: { shiftOf: async () => ({ isPlanned: false, isOpen: false, next: null }) },
    trips: {
      tripsOf: (drivers, fleetadmin) => booking.api.tripsOf(drivers, fleetadmin),
      endingTrips: (...asked) => booking.api.endingTrips(...asked),
    },
    vehicles: { isSharedWith: async (driver) => (await extras.isSharedWith?.(driver)) ?? false },
    cars: oneServer,
    secondsTo: async (starts) => starts.map(() => null),
  });
  const promos = createPromosModule(base);
  const payments = createFakePayments();
  const booking = createBookingModule({
    ...base,
    ...files,
    languages: shippedLanguagesApi,
    payments: payments.asked,
    maps: extras.maps ?? map,
    routing: { admitDirections: () => undefined },
    identity: identity.api,
    catalog: { carTypes: carTypes.api.carTypes, cancelReasons: async () => defaultCancelReasons },
    fleet: fleet.api,
    wallet: wallet.api,
    promos: promos.api,
    search: { candidates: async (id) => search?.candidates(id) ?? [] },
  });
  const search = extras.search?.({ booking: booking.api, fleet: fleet.api });

  const people = new Map<string, Actor>();
  const more =
    extras.more?.({
      booking: booking.api,
      fleet: fleet.api,
      identity: identity.api,
      carTypes: carTypes.api,
      ...base,
    }) ?? [];
  const server = await createModuleServer({
    database,
    modules: [wallet, promos, carTypes, fleet, booking, ...more],
    resolveSession: async (token) => people.get(token) ?? null,
    ...(extras.resolveKey ? { resolveKey: extras.resolveKey(base) } : {}),
  });

  const carType: CarType = {
    ...carTypeInput.parse({
      name: 'Economy',
      translations: { es: { name: 'Económico' } },
      base_fare: 50,
      rate_per_unit_distance: 30,
      rate_per_hour: 600,
      min_fare: 120,
      convenience_fees: 10,
      convenience_fee_type: 'percentage',
      options: [{ description: 'Child seat', amount: 80 }],
      parcelTypes: [{ description: 'Small box', amount: 40 }],
      cancelSlab: [
        { minsDelayed: 2, amount: 60 },
        { minsDelayed: 10, amount: 100 },
      ],
    }),
    id: v7(),
    createdAt: time.now,
    version: 1,
  };
  await withTx((tx) => fleet.api.addCarTypes(tx, [carType]));

  let count = 0;
  async function addPerson(
    usertype: Usertype,
    override: { email?: string; emailVerified?: boolean } = {},
  ): Promise<Actor> {
    count += 1;
    const uid = v7();
    await withTx((tx) =>
      identity.api.addMissingUsers(tx, [
        {
          uid,
          usertype,
          firstName: 'Ana',
          lastName: `Number ${count}`,
          email: override.email ?? `p${count}@kerb.example`,
          emailVerified: override.emailVerified ?? true,
          mobile: `+5989${String(1_000_000 + count)}`,
          referralId: `ana${count}`,
          createdAt: time.now,
        },
      ]),
    );
    const actor = { uid, usertype, sessionId: uid };
    people.set(actor.sessionId, actor);
    return actor;
  }

  const environment = {
    database,
    server,
    withTx,
    wallet: wallet.api,
    fleet: fleet.api,
    identity: identity.api,
    booking: booking.api,
    payments,
    /** Images are stored unprocessed; the storage's contents by key. */
    files,
    /** Delivers an event to the module's subscribers, as the relay does. */
    async deliverEvent(name: string, data: Record<string, unknown>): Promise<void> {
      for (const subscriber of booking.subscribers ?? [])
        if (subscriber.events.includes(name))
          await subscriber.handle({ name, data, topics: [], id: 1, position: 1, at: time.now });
    },
    jobs: booking.jobs ?? {},
    schedules: booking.schedules ?? {},
    carType,
    now: () => time.now,
    pass: (ms: number) => {
      time.now += ms;
    },
    set: (changes: Partial<Settings>) => {
      current.settings = { ...current.settings, ...changes };
    },
    /** Simulates a change by another server that this one has not read yet. */
    setElsewhere: (changes: Partial<Settings>) => {
      current.unread = changes;
    },
    /** Signs the person in on another device. */
    addDevice(person: Actor): Actor {
      const actor = { ...person, sessionId: v7() };
      people.set(actor.sessionId, actor);
      return actor;
    },
    addRider: (override?: { email?: string; emailVerified?: boolean }) => addPerson('rider', override),
    addAdmin: () => addPerson('admin'),
    addFleetAdmin: () => addPerson('fleetadmin'),

    /** Adds approved drivers on duty at the plaza. */
    async addDrivers(number: number, fleetadmin: string | null = null): Promise<Actor[]> {
      const drivers: Actor[] = [];
      for (let index = 0; index < number; index += 1) drivers.push(await addPerson('driver'));
      await withTx((tx) =>
        fleet.api.addDrivers(
          tx,
          drivers.map(({ uid }, index) => ({
            uid,
            carType: carType.id,
            vehicleMake: 'Chevrolet',
            vehicleModel: 'Onix',
            vehicleNumber: `SAB ${1000 + index}`,
            other_info: '',
            driverActiveStatus: true,
            queue: false,
            fleetadmin,
          })),
        ),
      );
      for (const { uid } of drivers) environment.stand(uid, PLAZA);
      return drivers;
    },

    async addDriver(fleetadmin: string | null = null): Promise<Actor> {
      const [driver] = await environment.addDrivers(1, fleetadmin);
      if (!driver) throw new Error('no driver was added');
      return driver;
    },

    stand: (driver: string, { lat, lng }: LatLng) =>
      fleet.api.live.put({ driver, lat, lng, heading: null, at: time.now }),

    /** Makes the map service fail, or restores it. */
    breakMap: (broken: boolean) => {
      map.broken = broken;
    },

    credit: (rider: string, amount: number) =>
      withTx((tx) =>
        wallet.api.creditByAdmin(tx, v7(), {
          account: { kind: 'rider', owner: rider },
          amount: minor(amount),
        }),
      ),

    /** Calls a route over HTTP, signed in as `actor` or anonymously. */
    async call<Body = Record<string, unknown>>(
      actor: Actor | null,
      definition: RouteDefinition,
      id: string | null,
      body?: unknown,
      query = '',
      headers: Record<string, string> = {},
    ): Promise<Answer<Body> & { headers: Record<string, unknown> }> {
      const path = id === null ? definition.path : definition.path.replace(':id', id);
      const response = await server.inject({
        method: definition.method,
        url: `/api/v1${path}${query}`,
        headers: { ...(actor ? { authorization: `Bearer ${actor.sessionId}` } : {}), ...headers },
        ...(definition.body ? { payload: body ?? {} } : {}),
      });
      const answer = response.body === '' ? {} : response.json();
      return { status: response.statusCode, body: answer, code: answer.code, headers: response.headers };
    },

    /** Uploads a picture to a route as multipart form data. */
    async upload<Body = Record<string, unknown>>(
      actor: Actor | null,
      definition: RouteDefinition,
      id: string,
      bytes: Buffer,
      headers: Record<string, string> = {},
    ): Promise<Answer<Body>> {
      const { payload, contentType } = await multipart({ bytes });
      const response = await server.inject({
        method: definition.method,
        url: `/api/v1${definition.path.replace(':id', id)}`,
        headers: {
          'content-type': contentType,
          ...(actor ? { authorization: `Bearer ${actor.sessionId}` } : {}),
          ...headers,
        },
        payload,
      });
      const answer = response.json();
      return { status: response.statusCode, body: answer, code: answer.code };
    },

    async estimate(actor: Actor | null, change: Record<string, unknown> = {}): Promise<string> {
      const journey = { pickup: PLAZA, drop: PARQUE, waypoints: [], carType: carType.id, ...change };
      const { body } = await environment.call<{ id: string }>(actor, routes.createEstimate, null, journey);
      return body.id;
    },

    /** A booking request with a fresh estimate; `change` overrides its fields. */
    async request(
      actor: Actor | null,
      change: Record<string, unknown> = {},
    ): Promise<Record<string, unknown>> {
      const journey = { pickup: PLAZA, drop: PARQUE, waypoints: [], carType: carType.id };
      const { bookLater, tripdate } = change;
      const departure = bookLater && Number.isInteger(tripdate) ? { tripdate } : {};
      return {
        estimate: await environment.estimate(actor, departure),
        ...journey,
        paymentPacket: { payment_mode: 'cash' },
        ...change,
      };
    },

    async book(rider: Actor, change: Record<string, unknown> = {}): Promise<string> {
      const body = await environment.request(rider, change);
      const answer = await environment.call<{ booking_id: string }>(rider, routes.createBooking, null, body);
      if (answer.status !== 201) throw new Error(`not booked: ${JSON.stringify(answer.body)}`);
      return answer.body.booking_id;
    },

    /** Offers the booking to the drivers; returns the drivers who have an offer now. */
    async ask(id: string, drivers: readonly Actor[]): Promise<readonly string[]> {
      const round = { booking: id, ranked: drivers.map(({ uid }) => uid), wanted: drivers.length };
      const limits = { maxOpen: Number.POSITIVE_INFINITY, expiresAt: time.now + 30_000 };
      const made = await withTx((tx) => booking.api.offerRounds(tx, [round], limits));
      return made.get(id) ?? [];
    },

    /** Makes a booking in the given status, with its rider and driver. */
    async trip(
      until: 'NEW' | 'ACCEPTED' | 'ARRIVED' | 'STARTED' | 'REACHED' | 'PAID',
      change: Record<string, unknown> = {},
    ): Promise<{ id: string; rider: Actor; driver: Actor }> {
      const rider = await environment.addRider();
      const driver = await environment.addDriver();
      if (change.credit) await environment.credit(rider.uid, Number(change.credit));
      const { credit: _, ...request } = change;
      const id = await environment.book(rider, request);
      await environment.ask(id, [driver]);
      const steps = [
        ['ACCEPTED', routes.acceptBooking],
        ['ARRIVED', routes.arriveBooking],
        ['STARTED', routes.startBooking],
        ['REACHED', routes.reachBooking],
        ['PAID', routes.collectBooking],
      ] as const;
      if (until === 'NEW') return { id, rider, driver };
      for (const [status, route] of steps) {
        if (status === 'REACHED') {
          time.now += 600_000;
          environment.stand(driver.uid, PARQUE);
        }
        const answer = await environment.call<BookingView>(driver, route, id);
        if (answer.status !== 200) throw new Error(`${status}: ${JSON.stringify(answer.body)}`);
        if (status === until) break;
      }
      return { id, rider, driver };
    },

    async record(id: string) {
      const found = await booking.api.find(id);
      if (!found) throw new Error(`no booking ${id}`);
      return found;
    },
    queueOf: async (driver: string) => (await fleet.api.driverOf(driver))?.queue,

    async close(): Promise<void> {
      await server.close();
      await database.close();
    },
  };
  return environment;
}

export type BookingEnvironment = Awaited<ReturnType<typeof createBookingEnvironment>>;
