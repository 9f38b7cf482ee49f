// Test environment of users: the whole server on its own database, with functions that create and sign in users.
import { type RouteDefinition, routes, type User, type Vehicle, type VehicleRequest } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import type { Usertype } from '@kerb/domain/identity';
import { type Settings, settings as settingsShape } from '@kerb/domain/settings';
import { afterAll } from 'vitest';
import { uuidV7 } from '../../../adapters/clock/system-clock.ts';
import { createTestApp } from '../../../kit/testing/test-app.ts';
import { waitFor } from '../../../kit/testing/wait-for.ts';

export interface Someone {
  uid: string;
  usertype: Usertype;
  token: string;
}

export interface Answer<T> {
  status: number;
  code: string | undefined;
  body: T;
  headers: Record<string, unknown>;
  text: string;
}

const carType = {
  id: '0193e000-0000-7000-8000-00000000c0de',
  name: 'Economy',
  image: '',
  base_fare: 40,
  rate_per_unit_distance: 20,
  rate_per_hour: 200,
  min_fare: 90,
  convenience_fees: 5,
  convenience_fee_type: 'percentage' as const,
  extra_info: '',
  parcelTypes: [],
  options: [],
  cancelSlab: [],
  createdAt: 0,
  version: 1,
};

export async function createUsersEnvironment(
  env: Readonly<Record<string, string>> = {},
  options: { city?: boolean } = {},
) {
  const app = await createTestApp({ env, ...options });
  afterAll(() => app.close());
  const { identity, fleet, settings } = app.modules;
  const { withTx, pool, asOwner } = app.database;
  await withTx((tx) => fleet.api.addCarTypes(tx, [carType]));
  let nextNumber = 1000;

  const newMobile = (): string => `+5989500${(nextNumber++).toString().padStart(4, '0')}`;

  async function call<T = User>(
    actor: Someone | null,
    route: RouteDefinition,
    given: { id?: string; body?: object; query?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer<T>> {
    const path = `${route.root ? '' : '/api/v1'}${route.path.replace(':id', given.id ?? '')}${given.query ?? ''}`;
    const response = await app.server.inject({
      method: route.method,
      url: path,
      headers: { ...(actor ? { authorization: `Bearer ${actor.token}` } : {}), ...given.headers },
      ...(given.body ? { payload: given.body } : route.method === 'POST' ? { payload: {} } : {}),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    const body = isJson ? response.json() : null;
    return {
      status: response.statusCode,
      code: body?.code,
      body,
      headers: response.headers,
      text: response.body,
    };
  }

  async function signIn(uid: string, usertype: Usertype): Promise<Someone> {
    const { token } = await withTx((tx) => identity.api.openSession(tx, uid));
    return { uid, usertype, token };
  }

  async function someone(
    usertype: Usertype,
    given: Partial<Parameters<typeof identity.api.createUser>[1]> & {
      fleetadmin?: string;
      plate?: string;
    } = {},
  ): Promise<Someone> {
    const { fleetadmin, plate, ...user } = given;
    const { uid } = await withTx((tx) =>
      identity.api.createUser(tx, { usertype, firstName: 'Ana', mobile: newMobile(), ...user }),
    );
    if (usertype === 'driver')
      await withTx((tx) =>
        fleet.api.saveDriver(tx, uid, { fleetadmin: fleetadmin ?? null, vehicleNumber: plate ?? '' }),
      );
    // Users who are not approved cannot sign in.
    if ((user.review ?? 'approved') !== 'approved') return { uid, usertype, token: '' };
    return signIn(uid, usertype);
  }

  /** Adds a shared vehicle that this driver may take, of a fleet admin or, without one, of the platform. */
  async function addVehicle(
    driver: Someone,
    plan: Partial<VehicleRequest>,
    manager?: Someone,
  ): Promise<Vehicle> {
    const actor = manager ?? (await someone('admin'));
    const vehicleNumber = `SHR ${nextNumber++}`;
    const { body } = await call<Vehicle>(actor, routes.addVehicle, {
      body: { vehicleNumber, vehicleMake: 'Fiat', vehicleModel: 'Cronos', carType: carType.id, ...plan },
    });
    const shared = await call<Vehicle>(actor, routes.setVehicleDrivers, {
      id: body.id,
      body: { drivers: [driver.uid] },
    });
    return shared.body;
  }

  async function set(changes: Partial<Settings>): Promise<void> {
    const wanted = { ...settingsShape.parse({ adminSecondFactor: false }), ...changes };
    await withTx((tx) => settings.api.edit(tx, wanted));
    const asJson = JSON.stringify(wanted);
    await waitFor(
      async () => JSON.stringify(settingsShape.parse(await settings.api.get())) === asJson,
      'them',
    );
  }

  let made = 0;
  /** Inserts a booking's row directly; other tests cover the steps to it. Returns its id. */
  async function addBooking(given: {
    customer: string;
    driver?: string;
    fleetadmin?: string;
    status: BookingStatus;
    rating?: number;
    comment?: string;
    name?: string;
  }): Promise<string> {
    made += 1;
    const id = uuidV7.next();
    const reference = `K${made.toString().padStart(5, '2').replaceAll(/[01]/g, 'X')}`;
    const place = { lat: -34.9, lng: -56.2, add: 'Rambla 1' };
    const row = {
      id,
      reference,
      status: given.status,
      appcat: 'taxi',
      quote: uuidV7.next(),
      booking_type_admin: false,
      book_later: false,
      tripdate: made,
      booking_date: made,
      dispatch_at: made,
      car_type: carType.id,
      car_type_name: carType.name,
      car_image: '',
      customer: given.customer,
      customer_name: given.name ?? 'Leo Paz',
      customer_contact: '+59894000001',
      customer_email: 'leo@mail.example',
      customer_rating: '',
      pickup: place,
      drop_point: place,
      waypoints: '[]',
      polyline: '',
      estimate: 100,
      estimate_distance_km: 1,
      estimate_time_secs: 60,
      pricing: { tariff: carType, cancelSlab: [], convert_to_mile: false, decimals: 2 },
      trip_cost: 100,
      convenience_fees: 0,
      driver_share: 100,
      breakdown: { lines: [], minimum_reached: false },
      payment_mode: 'cash',
      payable_amount: 100,
      driver: given.driver ?? null,
      driver_name: given.driver ? 'Ana' : null,
      driver_accept_time: given.driver ? made : null,
      ...(given.status === 'COMPLETE' ? { customer_paid: 100 } : {}),
      ...(given.status === 'CANCELLED' ? { cancelled_by: 'admin', reason: 'Of the test' } : {}),
      fleetadmin: given.fleetadmin ?? null,
      paid_at: made,
      rating: given.rating ?? null,
      rating_comment: given.comment ?? null,
    };
    const names = Object.keys(row);
    const marks = names.map((_, index) => `$${index + 1}`);
    await pool.query(`insert into bookings (${names}) values (${marks})`, Object.values(row));
    return id;
  }

  /** Events published since the last call, with their names, topics and data. */
  let lastId = 0;
  async function events(): Promise<{ name: string; topics: string[]; data: Record<string, unknown> }[]> {
    const { rows } = await pool.query(
      'select id, name, topics, data from outbox_events where id > $1 order by id',
      [lastId],
    );
    lastId = rows.at(-1)?.id ?? lastId;
    return rows;
  }

  return {
    app,
    pool,
    asOwner,
    withTx,
    carType: carType.id,
    newMobile,
    call,
    signIn,
    someone,
    addVehicle,
    set,
    addBooking,
    events,
  };
}
