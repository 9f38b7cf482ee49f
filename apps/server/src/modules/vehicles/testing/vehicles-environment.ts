// Test environment of shared vehicles: the booking environment with this module, and a fleet with two drivers.
import {
  type RouteAnswer,
  type RouteDefinition,
  routes,
  type SharedVehicle,
  type Vehicle,
  type VehicleRequest,
} from '@kerb/contract';
import type { Settings } from '@kerb/domain/settings';
import type { Actor } from '../../../kit/index.ts';
import { createBookingEnvironment, PARQUE, PLAZA } from '../../booking/testing/booking-environment.ts';
import { createMemoryFiles } from '../../fleet/testing/memory-files.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { createWalletModule } from '../../wallet/index.ts';
import { CHARGE_RENT_JOB } from '../charge-rent.ts';
import { createVehiclesModule } from '../index.ts';

type Module = ReturnType<typeof createVehiclesModule>;

const MINUTE = 60_000;

export async function createVehiclesEnvironment(change: Partial<Settings> = {}) {
  const parts: { module: Module | null } = { module: null };
  const base = await createBookingEnvironment(change, {
    isSharedWith: async (driver) => (await parts.module?.api.isSharedWith(driver)) ?? false,
    isCarTypeNeeded: async (tx, carType) => (await parts.module?.api.isCarTypeNeeded(tx, carType)) ?? false,
    more: (lower) => {
      parts.module = createVehiclesModule({
        ...lower,
        settings: { get: lower.settings.get, lockMoneyUnit: lower.settings.get },
        wallet: createWalletModule(lower).api,
      });
      return [parts.module];
    },
  });
  const admin = await base.addAdmin();
  const van = { ...base.carType, id: '0193e000-0000-7000-8000-0000000000aa', name: 'Van' };
  await base.withTx((tx) => base.fleet.addCarTypes(tx, [van]));
  let plates = 0;

  /** A request with an unused plate. */
  const request = (other: Partial<VehicleRequest> = {}): VehicleRequest => {
    plates += 1;
    return {
      vehicleNumber: `STX ${1000 + plates}`,
      vehicleMake: 'Fiat',
      vehicleModel: 'Cronos',
      carType: base.carType.id,
      other_info: 'White',
      ...other,
    };
  };

  async function takeStep(driver: Actor, route: RouteDefinition, booking: string): Promise<void> {
    const answer = await base.call(driver, route, booking);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }

  /** Drives an accepted trip to its end, and collects the cash. */
  async function finish(driver: Actor, booking: string, minutes = 10): Promise<void> {
    base.stand(driver.uid, PLAZA);
    for (const route of [routes.arriveBooking, routes.startBooking]) await takeStep(driver, route, booking);
    base.pass(minutes * MINUTE);
    base.stand(driver.uid, PARQUE);
    for (const route of [routes.reachBooking, routes.collectBooking]) await takeStep(driver, route, booking);
  }

  const environment = {
    ...base,
    admin,
    van,
    request,
    schedules: parts.module?.schedules ?? {},
    /** Deletes an account, as far as this module reads it. */
    async erase(uid: string): Promise<void> {
      await base.withTx(async (tx) => parts.module?.api.erasePerson(tx, uid));
      await base.database.pool.query('update users set deleted_at = $2 where uid = $1', [uid, base.now()]);
    },
    leaveFleet: (fleetadmin: string) =>
      base.withTx(async (tx) => parts.module?.api.leaveFleet(tx, fleetadmin)),
    exportOf: async (uid: string) => parts.module?.api.exportOf(uid),

    /** Runs the hourly job once. */
    async runJob(): Promise<void> {
      await parts.module?.jobs?.[CHARGE_RENT_JOB]?.({});
    },

    /** Delivers `booking.changed` to the module, as the outbox relay does. */
    async deliver(id: string): Promise<void> {
      const { status } = await base.record(id);
      for (const { handle } of parts.module?.subscribers ?? [])
        await handle({
          name: 'booking.changed',
          data: { booking_id: id, status },
          topics: [],
          id: 1,
          position: 1,
          at: base.now(),
        });
    },

    add: (actor: Actor | null, body: unknown) => base.call<Vehicle>(actor, routes.addVehicle, null, body),

    /** Adds a vehicle that these drivers may take. */
    async vehicle(
      drivers: readonly Actor[],
      other: Partial<VehicleRequest> = {},
      actor: Actor = admin,
    ): Promise<Vehicle> {
      const { body, status } = await environment.add(actor, request(other));
      if (status !== 201) throw new Error(JSON.stringify(body));
      const shared = await base.call<Vehicle>(actor, routes.setVehicleDrivers, body.id, {
        drivers: drivers.map(({ uid }) => uid),
      });
      if (shared.status !== 200) throw new Error(JSON.stringify(shared.body));
      return shared.body;
    },

    /** A driver takes the current version, unless `given` has another one. */
    async take(actor: Actor, { id }: { id: string }, given: object = {}) {
      const { version } = (await base.call<Vehicle>(admin, routes.getVehicle, id)).body;
      const seen = actor.usertype === 'driver' ? { version: version ?? 1 } : {};
      return base.call<SharedVehicle & { detail?: string }>(actor, routes.takeVehicle, id, {
        ...seen,
        ...given,
      });
    },
    giveBack: (actor: Actor, { id }: { id: string }, given: object = {}) =>
      base.call<SharedVehicle>(actor, routes.returnVehicle, id, given),
    handOver: (actor: Actor, { id }: { id: string }, driver: Actor, given: object = {}) =>
      base.call<Vehicle>(actor, routes.handOverVehicle, id, { driver: driver.uid, ...given }),
    /** An edit of the current version, unless `body` has another one. */
    async edit(actor: Actor, { id }: { id: string }, body: object) {
      const { version } = (await base.call<Vehicle>(admin, routes.getVehicle, id)).body;
      return base.call<Vehicle>(actor, routes.editVehicle, id, { version, ...body });
    },
    setDuty: (driver: Actor, driverActiveStatus: boolean) =>
      base.call(driver, routes.setDuty, null, { driverActiveStatus }),
    shown: async ({ id }: { id: string }) => (await base.call<Vehicle>(admin, routes.getVehicle, id)).body,
    async list(actor: Actor, query = '') {
      type Page = RouteAnswer<(typeof routes)['listVehicles']>;
      return (await base.call<Page>(actor, routes.listVehicles, null, undefined, query)).body;
    },
    async handovers(actor: Actor, { id }: { id: string }) {
      type Page = RouteAnswer<(typeof routes)['listVehicleHandovers']>;
      return (await base.call<Page>(actor, routes.listVehicleHandovers, id)).body.items;
    },
    async mine(driver: Actor) {
      type Mine = RouteAnswer<(typeof routes)['getMyVehicles']>;
      return (await base.call<Mine>(driver, routes.getMyVehicles, null)).body;
    },

    /** The driver's car as booking and dispatch read it. */
    async carOf({ uid }: Actor) {
      const driver = await base.fleet.driverOf(uid);
      if (driver === null) throw new Error('no driver');
      const { vehicleNumber, vehicleMake, vehicleModel, other_info, carType } = driver;
      return { vehicleNumber, vehicleMake, vehicleModel, other_info, carType };
    },

    /** A trip of this driver of ten minutes, until it is accepted or paid. */
    async drive(driver: Actor, until: 'ACCEPTED' | 'PAID', minutes = 10): Promise<string> {
      const rider = await base.addRider();
      const id = await base.book(rider);
      base.stand(driver.uid, PLAZA);
      await base.ask(id, [driver]);
      await takeStep(driver, routes.acceptBooking, id);
      if (until === 'PAID') await finish(driver, id, minutes);
      return id;
    },
    finish,

    /** The differences found by the ledger's verification. */
    async ledgerDifferences(): Promise<string[]> {
      const { checks } = await verifyLedger({
        db: base.database.queries,
        storage: createMemoryFiles().storage,
        secret: 'of the test',
      });
      return checks.flatMap(({ differences }) => differences);
    },
  };
  return environment;
}
