// Test environment for access rules: inserts users and objects into the database, new ones for each case.
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { KeyScope } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import type pg from 'pg';
import { v7 } from 'uuid';
import { insertRow, type Row } from './insert-row.ts';
import type { Caller, Send } from './send-to.ts';

/**
 * Kinds of objects that a route's `:id` can refer to. A fleet admin's own objects are those of drivers of the fleet.
 */
export type ObjectKind =
  | 'booking'
  | 'task'
  | 'document'
  | 'session'
  | 'savedAddress'
  | 'driverUser'
  | 'waitingDriver'
  | 'paidBooking'
  | 'reviewedBooking'
  | 'photographedBooking'
  | 'quote'
  | 'payment'
  | 'withdraw'
  | 'passkey'
  | 'manager'
  | 'savedView'
  | 'whatIfRun'
  | 'recurringBooking'
  | 'vehicle';

export const operatorCredentials = 'operator:proof-of-authority';

export const FAR = 4_102_444_800_000;
const MAX_ATTEMPTS = 5;
const point = { lat: -34.9058, lng: -56.1913, add: 'Plaza Independencia 1' };
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const REFERENCES = letters.length ** 6;
let lastReference = randomInt(REFERENCES);

/** Counts up from a random number: of random references, two are equal after some ten thousand bookings. */
function reference(): string {
  lastReference = (lastReference + 1) % REFERENCES;
  let rest = lastReference;
  return Array.from({ length: 6 }, () => {
    const letter = letters[rest % letters.length] ?? '';
    rest = Math.floor(rest / letters.length);
    return letter;
  }).join('');
}

const json = (value: unknown): string => JSON.stringify(value);

/** A taxi booking for a day far in the future, without its users and status. */
export function bookingRow(carType: string) {
  const tariff = {
    base_fare: 50,
    rate_per_unit_distance: 30,
    rate_per_hour: 600,
    min_fare: 100,
    convenience_fees: 10,
    convenience_fee_type: 'flat',
  };
  return {
    id: v7(),
    reference: reference(),
    appcat: 'taxi',
    quote: randomUUID(),
    booking_type_admin: false,
    book_later: false,
    tripdate: FAR,
    booking_date: 1,
    dispatch_at: FAR,
    car_type: carType,
    car_type_name: 'Proof',
    car_image: '',
    customer_name: 'Ana',
    customer_contact: '',
    customer_email: '',
    customer_rating: '',
    pickup: json(point),
    drop_point: json(point),
    waypoints: '[]',
    polyline: '',
    pricing: json({ tariff, cancelSlab: [], convert_to_mile: false, decimals: 2 }),
    estimate: 11000,
    estimate_distance_km: 1,
    estimate_time_secs: 60,
    breakdown: json({ lines: [], minimum_reached: false }),
    trip_cost: 11000,
    convenience_fees: 1000,
    driver_share: 10000,
    payment_mode: 'cash',
    payable_amount: 11000,
    cash_payment_amount: 11000,
  };
}

/** Column of a booking that refers to the user with this role. */
const partOf = { rider: 'customer', driver: 'driver', fleetadmin: 'fleetadmin' } as const;

/** An object's id, with a description of its relation to the caller. */
export type Named = readonly [about: string, id: string];

export interface AccessEnvironment {
  readonly carType: string;
  /** A signed-in user; a driver belongs to no fleet. */
  person(role: Usertype): Promise<Caller>;
  /** Another session of the same user. */
  signedIn(role: Usertype, uid: string): Promise<Caller>;
  /** A caller with a formerly valid session token of an account that is now disabled, deleted or signed out. */
  outcast(role: Usertype, how: 'disabled' | 'deleted' | 'signed-out'): Promise<Caller>;
  /** A partner with a key that has these scopes. */
  partner(scopes: readonly KeyScope[], how?: { revoked: boolean }): Promise<Caller>;
  /**
   * An object that belongs to the caller (for a fleet admin, to a driver of the fleet); null when the role cannot own
   * any.
   */
  own(kind: ObjectKind, caller: Caller): Promise<string | null>;
  /** Objects of people unrelated to the caller; for a fleet admin, of another fleet. */
  foreign(kind: ObjectKind): Promise<readonly Named[]>;
  /** Objects that only roles with access to all objects can reach: those of users who are not drivers. */
  outOfReach(kind: ObjectKind): Promise<readonly Named[]>;
}

/** Gives every user a different number, even when a database has several environments. */
let count = 0;

/** `send` calls the server itself, to create objects that are stored outside the database. */
export async function createAccessEnvironment(
  pool: Pick<pg.Pool, 'query'>,
  send: Send,
): Promise<AccessEnvironment> {
  const carType = randomUUID();

  const insert = (table: string, row: Row): Promise<void> => insertRow(pool, table, row);

  await insert('car_types', {
    id: carType,
    name: `Proof ${randomBytes(4).toString('hex')}`,
    created_at: 1,
    rate_per_unit_distance: 30,
    rate_per_hour: 600,
    min_fare: 100,
  });

  async function addUser(usertype: Usertype, row: Row = {}): Promise<string> {
    count += 1;
    const uid = randomUUID();
    const mark = randomBytes(5).toString('hex');
    await insert('users', {
      uid,
      usertype,
      first_name: 'Ana',
      last_name: 'Prueba',
      email: `${mark}@kerb.example`,
      mobile: `+59894${String(100_000 + count).padStart(6, '0')}`,
      referral_id: mark,
      created_at: Date.now(),
      updated_at: Date.now(),
      ...row,
    });
    return uid;
  }

  async function addDriver(fleetadmin: string | null, row: Row = {}): Promise<string> {
    const uid = await addUser('driver', row);
    await insert('drivers', { uid, car_type: carType, fleetadmin });
    return uid;
  }

  const addOf = (role: Usertype): Promise<string> => (role === 'driver' ? addDriver(null) : addUser(role));

  async function signedIn(role: Usertype, uid: string): Promise<Caller> {
    const token = randomBytes(32).toString('base64url');
    await insert('sessions', {
      id: randomUUID(),
      token_hash: createHash('sha256').update(token).digest(),
      uid,
      created_at: Date.now(),
      last_seen_at: Date.now(),
      expires_at: FAR,
    });
    return { role, uid, headers: { authorization: `Bearer ${token}` } };
  }

  async function addBooking(
    parties: { customer?: string; driver?: string; fleetadmin?: string },
    status: 'ACCEPTED' | 'PAID' = 'ACCEPTED',
  ): Promise<string> {
    const row = bookingRow(carType);
    await insert('bookings', {
      ...row,
      ...(status === 'PAID' ? { paid_at: Date.now(), customer_paid: row.trip_cost } : {}),
      status,
      customer: parties.customer ?? (await addUser('rider')),
      driver: parties.driver ?? (await addDriver(parties.fleetadmin ?? null)),
      driver_name: 'Eva',
      driver_accept_time: Date.now(),
      fleetadmin: parties.fleetadmin ?? null,
    });
    return row.id;
  }

  /** A delivery in progress, with photos by its driver at the pickup and at the drop. */
  async function addPhotographed(
    parties: { customer?: string; driver?: string; fleetadmin?: string } = {},
  ): Promise<string> {
    const driver = parties.driver ?? (await addDriver(parties.fleetadmin ?? null));
    const id = await addBooking({ ...parties, driver });
    const caller = await signedIn('driver', driver);
    for (const [status, route] of [
      ['ARRIVED', 'setPickupImage'],
      ['STARTED', 'setDeliverImage'],
    ] as const) {
      await pool.query("update bookings set appcat = 'delivery', status = $2 where id = $1", [id, status]);
      let answer = await send(route, { params: { id } }, caller);
      // A busy server answers 503, and the call is retried as by any client.
      for (let tries = 1; answer.status === 503 && tries < MAX_ATTEMPTS; tries += 1)
        answer = await send(route, { params: { id } }, caller);
      if (answer.status !== 200) throw new Error(`${route} was answered ${answer.status} ${answer.code}`);
    }
    return id;
  }

  /** A trip paid up to the fare tolerance; the remainder waits for an admin's decision. */
  async function addReviewed(parties: { customer?: string; driver?: string; fleetadmin?: string } = {}) {
    const id = await addBooking(parties, 'PAID');
    await pool.query("update bookings set fare_review = 'open' where id = $1", [id]);
    await insert('fare_reviews', {
      booking: id,
      status: 'open',
      opened_at: Date.now(),
      reason: 'distance',
      quoted: 11000,
      collected: 11000,
      metered: 15000,
      extra_share: 4000,
      extra_fees: 0,
      extra_discount: 0,
      extra_payable: 4000,
      breakdown: '{}',
    });
    return id;
  }

  async function addTask(driver: string): Promise<string> {
    const row = bookingRow(carType);
    await insert('bookings', { ...row, status: 'NEW', customer: await addUser('rider') });
    await insert('booking_requests', { booking: row.id, driver, requested_at: Date.now(), expires_at: FAR });
    return row.id;
  }

  async function addDocument(uid: string): Promise<string> {
    const id = randomUUID();
    await insert('driver_documents', {
      id,
      uid,
      kind: 'licenseImage',
      storage_key: `users/${uid}/${id}.webp`,
      content_type: 'image/webp',
      uploaded_at: Date.now(),
    });
    return id;
  }

  async function addSession(uid: string): Promise<string> {
    const id = randomUUID();
    await insert('sessions', {
      id,
      token_hash: randomBytes(32),
      uid,
      created_at: Date.now(),
      last_seen_at: Date.now(),
      expires_at: FAR,
    });
    return id;
  }

  async function addAddress(uid: string): Promise<string> {
    const id = randomUUID();
    await insert('saved_addresses', { id, uid, description: 'Home', lat: 0, lng: 0, updated_at: Date.now() });
    return id;
  }

  async function addWithdraw(uid: string): Promise<string> {
    const id = v7();
    await insert('withdraws', { id, uid, account: 'driver', name: 'Ana', amount: 500, date: Date.now() });
    return id;
  }

  async function addPayment(uid: string, account: 'rider' | 'driver'): Promise<string> {
    const id = v7();
    await insert('payments', {
      id,
      purpose: 'topup',
      order_id: randomUUID(),
      uid,
      account,
      provider: 'test',
      amount: 500,
      currency: 'UYU',
      decimals: 2,
      product_name: 'Proof',
      created_at: Date.now(),
    });
    return id;
  }

  async function addPasskey(uid: string): Promise<string> {
    const id = randomUUID();
    await insert('second_factor_passkeys', {
      id,
      uid,
      credential_id: randomUUID(),
      public_key: randomBytes(32),
      signature_counter: 0,
      name: 'Proof',
      added_at: Date.now(),
    });
    return id;
  }

  async function addSavedView(owner: string, { shared }: { shared: boolean }): Promise<string> {
    const id = randomUUID();
    await insert('saved_views', {
      id,
      owner,
      table_name: 'bookings',
      name: id,
      query: '',
      shared,
      created_at: Date.now(),
    });
    return id;
  }

  /** A quote made for a user. */
  async function addQuote(made_for: string): Promise<string> {
    const { pickup, drop_point, waypoints, polyline, pricing, breakdown, estimate } = bookingRow(carType);
    const id = randomUUID();
    await insert('quotes', {
      id,
      made_for,
      car_type: carType,
      pickup,
      drop_point,
      waypoints,
      polyline,
      pricing,
      breakdown,
      distance_km: 1,
      time_secs: 60,
      fare: estimate,
      convenience_fees: 0,
      trip_cost: estimate,
      created_at: Date.now(),
      expires_at: FAR,
    });
    return id;
  }

  /** A finished run, because a running one would block others. */
  async function addWhatIfRun(): Promise<string> {
    const id = v7();
    const terms = { dispatchPolicy: 'nearest', driverRadius: 10, batchSeconds: 3, broadcastLimit: 15 };
    await insert('what_if_runs', {
      id,
      created_at: Date.now(),
      finished_at: Date.now(),
      alive_at: Date.now(),
      day: '2026-05-01',
      status: 'cancelled',
      requests: 40,
      runs_total: 10,
      baseline: json(terms),
      alternative: json(terms),
      fleet_percent: 100,
    });
    return id;
  }

  /** A date in 2096, so that no booking is made for it. */
  async function addRecurringBooking(): Promise<string> {
    const id = v7();
    await insert('recurring_bookings', {
      id,
      rider: await addUser('rider'),
      pickup: json(point),
      drop_point: json({ ...point, lat: -34.91 }),
      waypoints: '[]',
      car_type: carType,
      payment_mode: 'cash',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      time_of_day: '08:30',
      first_day: '2096-01-01',
      skipped_days: [],
      created_by: await addUser('admin'),
      created_at: 1,
    });
    return id;
  }

  async function addVehicle(fleetadmin: string | null): Promise<string> {
    const id = v7();
    const plate = randomBytes(5).toString('hex');
    await insert('vehicles', {
      id,
      fleetadmin,
      vehicle_number: plate,
      plate_key: plate,
      vehicle_make: 'Fiat',
      vehicle_model: 'Cronos',
      car_type: carType,
      other_info: '',
      plan: 'none',
      created_at: 1,
    });
    return id;
  }

  /** The vehicle is handed over to the driver. */
  async function addTakenVehicle(driver: string): Promise<string> {
    await pool.query('update drivers set shared_vehicle = null where uid = $1', [driver]);
    await pool.query(
      'update vehicle_handovers set returned_at = taken_at, returned_by = driver where driver = $1 and returned_at is null',
      [driver],
    );
    const vehicle = await addVehicle(null);
    await insert('vehicle_drivers', { vehicle, driver });
    await insert('vehicle_handovers', {
      id: v7(),
      vehicle,
      driver,
      plan: 'none',
      taken_at: 1,
      taken_by: driver,
    });
    await pool.query('update drivers set shared_vehicle = $2 where uid = $1', [driver, vehicle]);
    return vehicle;
  }

  const waiting = { approved: false, review: 'waiting' };

  async function ownBooking({ role, uid }: Caller, status?: 'PAID'): Promise<string | null> {
    switch (role) {
      case 'rider':
        return addBooking({ customer: uid }, status);
      case 'driver':
        return addBooking({ driver: uid }, status);
      case 'fleetadmin':
        return addBooking({ fleetadmin: uid }, status);
      case 'admin':
      case 'visitor':
      case 'operator':
      case 'partner':
        return null;
    }
  }

  return {
    carType,
    person: async (role) => signedIn(role, await addOf(role)),
    signedIn,
    async outcast(role, how) {
      const caller = await signedIn(role, await addOf(role));
      if (how === 'signed-out') await pool.query('delete from sessions where uid = $1', [caller.uid]);
      else
        await pool.query(
          "update users set approved = false, review = 'disabled', deleted_at = $2 where uid = $1",
          [caller.uid, how === 'deleted' ? Date.now() : null],
        );
      return caller;
    },
    async partner(scopes, { revoked } = { revoked: false }) {
      const key = `kerb_key_${randomBytes(32).toString('base64url')}`;
      await insert('partner_keys', {
        id: randomUUID(),
        name: 'Proof',
        scopes,
        key_hash: createHash('sha256').update(key).digest(),
        created_by: await addUser('admin'),
        created_at: Date.now(),
        revoked_at: revoked ? Date.now() : null,
      });
      return { role: 'partner', uid: '', headers: { authorization: `Bearer ${key}` } };
    },
    async own(kind, caller) {
      const { role, uid } = caller;
      const isPerson = role !== 'visitor' && role !== 'operator' && role !== 'partner';
      const leads = role === 'fleetadmin' ? uid : null;
      switch (kind) {
        case 'booking':
          return ownBooking(caller);
        case 'photographedBooking':
          return isPerson && role !== 'admin' ? addPhotographed({ [partOf[role]]: uid }) : null;
        case 'quote':
          return isPerson ? addQuote(uid) : null;
        case 'paidBooking':
          return ownBooking(caller, 'PAID');
        case 'reviewedBooking':
          return isPerson && role !== 'admin' ? addReviewed({ [partOf[role]]: uid }) : null;
        case 'task':
          return role === 'driver' ? addTask(uid) : null;
        case 'document':
          if (role === 'driver') return addDocument(uid);
          return leads && addDocument(await addDriver(leads));
        case 'session':
          return isPerson ? addSession(uid) : null;
        case 'savedAddress':
          return isPerson ? addAddress(uid) : null;
        case 'payment':
          return role === 'rider' || role === 'driver' ? addPayment(uid, role) : null;
        case 'driverUser':
          return leads && addDriver(leads);
        case 'waitingDriver':
          return leads && addDriver(leads, waiting);
        case 'withdraw':
          return role === 'driver' ? addWithdraw(uid) : null;
        case 'passkey':
          return role === 'admin' || role === 'fleetadmin' ? addPasskey(uid) : null;
        case 'savedView':
          return role === 'admin' || role === 'fleetadmin' ? addSavedView(uid, { shared: false }) : null;
        case 'vehicle':
          return role === 'driver' ? addTakenVehicle(uid) : leads && addVehicle(leads);
        case 'manager':
        case 'whatIfRun':
        case 'recurringBooking':
          return null;
      }
    },
    async foreign(kind) {
      const another = 'of another fleet';
      switch (kind) {
        case 'quote':
          return [['of another user', await addQuote(await addUser('rider'))]];
        case 'booking':
          return [
            [another, await addBooking({ fleetadmin: await addUser('fleetadmin') })],
            ['of no fleet', await addBooking({})],
          ];
        case 'photographedBooking':
          return [
            [another, await addPhotographed({ fleetadmin: await addUser('fleetadmin') })],
            ['of no fleet', await addPhotographed()],
          ];
        case 'paidBooking':
          return [
            [another, await addBooking({ fleetadmin: await addUser('fleetadmin') }, 'PAID')],
            ['of no fleet', await addBooking({}, 'PAID')],
          ];
        case 'reviewedBooking':
          return [
            [another, await addReviewed({ fleetadmin: await addUser('fleetadmin') })],
            ['of no fleet', await addReviewed()],
          ];
        case 'task':
          return [['of another driver', await addTask(await addDriver(null))]];
        case 'document':
          return [
            [another, await addDocument(await addDriver(await addUser('fleetadmin')))],
            ['of no fleet', await addDocument(await addDriver(null))],
          ];
        case 'session':
          return [['of another user', await addSession(await addUser('rider'))]];
        case 'savedAddress':
          return [['of another user', await addAddress(await addUser('rider'))]];
        case 'payment':
          return [['of another user', await addPayment(await addUser('rider'), 'rider')]];
        case 'driverUser':
          return [
            [another, await addDriver(await addUser('fleetadmin'))],
            ['of no fleet', await addDriver(null)],
          ];
        case 'waitingDriver':
          return [
            [another, await addDriver(await addUser('fleetadmin'), waiting)],
            ['of no fleet', await addDriver(null, waiting)],
          ];
        case 'withdraw':
          return [['of another user', await addWithdraw(await addDriver(null))]];
        case 'passkey':
          return [['of another admin', await addPasskey(await addUser('admin'))]];
        case 'savedView':
          return [
            ['of another admin', await addSavedView(await addUser('admin'), { shared: true })],
            ['of another fleet admin', await addSavedView(await addUser('fleetadmin'), { shared: false })],
          ];
        case 'manager':
          return [
            ['another admin', await addUser('admin')],
            ['a fleet admin', await addUser('fleetadmin')],
          ];
        case 'whatIfRun':
          return [['of the operator', await addWhatIfRun()]];
        case 'vehicle':
          return [
            [another, await addVehicle(await addUser('fleetadmin'))],
            ['of the platform', await addVehicle(null)],
          ];
        case 'recurringBooking':
          return [['of a rider', await addRecurringBooking()]];
      }
    },
    outOfReach: async (kind) =>
      kind === 'driverUser' || kind === 'waitingDriver'
        ? [
            ['a rider', await addUser('rider')],
            ['a fleet admin', await addUser('fleetadmin')],
            ['an admin', await addUser('admin')],
          ]
        : [],
  };
}
