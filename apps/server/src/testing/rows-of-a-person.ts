// One person with rows in every table that holds personal data, for the test of erasing and exporting.
import { createHash, randomUUID } from 'node:crypto';
import { type RouteDefinition, routes } from '@kerb/contract';
import type { createUsersEnvironment, Someone } from '../modules/users/testing/users-environment.ts';

type UsersEnvironment = Awaited<ReturnType<typeof createUsersEnvironment>>;

/** How people, bookings and calls are made; tests and proofs make them in different ways. */
export interface RowsEnvironment
  extends Pick<UsersEnvironment, 'asOwner' | 'pool' | 'carType' | 'newMobile' | 'addBooking'> {
  someone(usertype: 'rider' | 'driver', given?: { mobile: string }): Promise<Someone>;
  call(actor: Someone, route: RouteDefinition, given: { id: string; body: object }): Promise<unknown>;
}

export interface PersonWithRows extends Someone {
  mobile: string;
}

const at = Date.now();
const place = { lat: -34.90312, lng: -56.18834, add: 'Rambla 1' };

export function createRowsOfAPerson(environment: RowsEnvironment, admin: Someone) {
  async function insert(table: string, row: Record<string, unknown>): Promise<void> {
    const names = Object.keys(row);
    const marks = names.map((_, index) => `$${index + 1}`);
    const values = Object.values(row).map((value) =>
      typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? JSON.stringify(value) : value,
    );
    await environment.asOwner.query(`insert into ${table} (${names}) values (${marks})`, values);
  }

  async function addIdentity({ uid, mobile }: PersonWithRows): Promise<void> {
    const { rows } = await environment.pool.query('select id from sessions where uid = $1', [uid]);
    const token = randomUUID();
    await insert('push_devices', {
      session: rows[0].id,
      uid,
      platform: 'ANDROID',
      token,
      token_hash: createHash('sha256').update(token).digest(),
      set_at: at,
    });
    await insert('saved_addresses', {
      id: randomUUID(),
      uid,
      description: 'Home',
      lat: 1,
      lng: 2,
      updated_at: at,
    });
    await insert('saved_views', {
      id: randomUUID(),
      owner: uid,
      table_name: 'drivers',
      name: 'Mine',
      query: '',
      shared: false,
      created_at: at,
    });
    await insert('rider_notes', { rider: uid, notes: 'Rings twice', written_by: uid, written_at: at });
    await insert('phone_desks', { uid, extension: `desk of ${uid}`, since: at });
    await insert('phone_calls', { id: randomUUID(), call: uid, caller: mobile, at });
    await insert('social_identities', { provider: 'google', subject: uid, uid, connected_at: at });
    await insert('otp_challenges', {
      id: randomUUID(),
      mobile,
      code_mac: Buffer.alloc(1),
      created_at: at,
      expires_at: at,
    });
    await insert('user_audit_entries', { id: randomUUID(), uid, by: admin.uid, at, action: 'edit' });
    const signedIn = { uid, first_sign_in_at: at, last_sign_in_at: at };
    await insert('known_devices', { ...signedIn, device: randomUUID() });
    await insert('known_networks', { ...signedIn, network_mac: Buffer.alloc(32) });
  }

  /** As of a person who was an admin or fleet admin before: riders and drivers have no second factor. */
  async function addSecondFactor({ uid }: PersonWithRows): Promise<void> {
    const { rows } = await environment.pool.query('select id from sessions where uid = $1', [uid]);
    await insert('second_factor_authenticators', {
      uid,
      sealed_secret: Buffer.alloc(1),
      last_step: 1,
      added_at: at,
    });
    await insert('second_factor_passkeys', {
      id: randomUUID(),
      uid,
      credential_id: randomUUID(),
      public_key: Buffer.alloc(1),
      signature_counter: 0,
      name: 'Key',
      added_at: at,
    });
    await insert('second_factor_recovery_codes', { uid, code_hash: Buffer.alloc(32) });
    await insert('second_factor_attempts', { uid, failures: 1 });
    await insert('second_factor_challenges', {
      session: rows[0].id,
      purpose: 'authenticator',
      challenge: 'x',
      expires_at: at,
    });
  }

  async function addMessages({ uid, mobile }: PersonWithRows): Promise<void> {
    const id = randomUUID();
    const notice = { id, source: 'campaign:1', uid, kind: 'campaign', title: 'A', body: 'B', params: {}, at };
    await insert('notices', notice);
    await insert('notice_deliveries', {
      notice: id,
      channel: 'push',
      next_at: at,
      until: at,
      only_token: 'x',
    });
    await insert('dev_inbox_messages', {
      id: randomUUID(),
      channel: 'sms',
      recipient: mobile,
      body: 'B',
      at,
    });
  }

  async function addMoney({ uid, usertype }: PersonWithRows): Promise<void> {
    const account = usertype === 'driver' ? 'driver' : 'rider';
    const payment = randomUUID();
    await insert('payments', {
      id: payment,
      purpose: 'topup',
      order_id: randomUUID(),
      uid,
      account,
      provider: 'test',
      status: 'failed',
      amount: 100,
      currency: 'UYU',
      decimals: 2,
      product_name: 'Top-up',
      created_at: at,
      decision: 'accepted',
      decided_by: admin.uid,
      decided_at: at,
      decided_reason: 'x',
    });
    await insert('payment_refunds', {
      id: randomUUID(),
      payment,
      amount: 50,
      value: '0.50',
      currency: 'UYU',
      origin: 'ours',
      status: 'done',
      reason: 'x',
      created_at: at,
      ended_at: at,
    });
    const withdraw = { uid, account, name: 'A', amount: 100, date: at, decided_by: admin.uid };
    await insert('withdraws', { ...withdraw, id: randomUUID(), processed: true, proces_date: at });
    await insert('withdraws', { ...withdraw, id: randomUUID(), returned_at: at, return_reason: 'x' });
    const body = { amount: 1, source: 'cash', reason: 'Of the test' };
    await environment.call(admin, routes.addToWallet, { id: uid, body });
  }

  async function addTrips(person: PersonWithRows): Promise<void> {
    const { uid } = person;
    const isDriver = person.usertype === 'driver';
    const { uid: other } = await environment.someone(isDriver ? 'rider' : 'driver');
    const sides = isDriver ? { customer: other, driver: uid } : { customer: uid, driver: other };
    await environment.addBooking({ ...sides, status: 'CANCELLED' });
    const booking = await environment.addBooking({ ...sides, status: 'COMPLETE', rating: 5 });
    await environment.pool.query('update bookings set rider_rating = 5, rider_rated_at = 1 where id = $1', [
      booking,
    ]);
    await insert('booking_refunds', {
      id: randomUUID(),
      booking,
      at,
      amount: 10,
      to_wallet: 10,
      to_card: 0,
      status: 'done',
      reason: 'x',
      granted_by: admin.uid,
    });
    await insert('fare_reviews', {
      booking,
      status: 'waived',
      opened_at: at,
      reason: 'distance',
      quoted: 100,
      collected: 100,
      metered: 150,
      extra_share: 50,
      extra_fees: 0,
      extra_discount: 0,
      extra_payable: 50,
      breakdown: {},
      decided_at: at,
      decided_by: admin.uid,
      note: 'x',
    });
    await insert('referrals', {
      rider: sides.customer,
      referrer: sides.driver,
      booking,
      status: 'reversed',
      bonus: 100,
      at,
      reversed_at: at,
      reversed_by: admin.uid,
      reversal_reason: 'x',
    });
    await insert('receipts', { booking, tax_rate: 0, tax_name: '' });
    await insert('receipt_mails', { id: randomUUID(), booking, automatic: false, asked_at: at });
    await insert('safety_alerts', {
      id: randomUUID(),
      booking,
      kind: 'panic',
      raised_by: 'rider',
      at,
      last_at: at,
      over_at: at,
      resolved_at: at,
      resolved_by: admin.uid,
      note: 'x',
    });
    await insert('safety_alerts', {
      id: randomUUID(),
      booking,
      kind: 'lost_item',
      raised_by: 'rider',
      message: 'x',
      at,
      last_at: at,
    });
    await insert('booking_trails', { booking, at, status: 'STARTED', lat: place.lat, lng: place.lng });
    await insert('booking_timeline_entries', {
      id: randomUUID(),
      booking,
      at,
      status: 'ARRIVED',
      lat: place.lat,
      lng: place.lng,
    });
    await insert('chats', { booking, driver: sides.driver, customer: sides.customer, last_seq: 1 });
    await insert('chat_messages', {
      booking,
      driver: sides.driver,
      seq: 1,
      id: randomUUID(),
      source: isDriver ? 'driver' : 'rider',
      sender: uid,
      message: 'x',
      at,
    });
    const round = randomUUID();
    await insert('dispatch_rounds', {
      id: round,
      booking,
      number: 1,
      at,
      policy: 'broadcast',
      asked: 1,
      ends_at: at,
    });
    await insert('dispatch_candidates', {
      round,
      driver: sides.driver,
      asked: true,
      lat: place.lat,
      lng: place.lng,
    });
    if (isDriver) {
      const vehicle = randomUUID();
      await insert('vehicles', {
        id: vehicle,
        vehicle_number: 'STX 1',
        plate_key: vehicle,
        vehicle_make: 'Fiat',
        vehicle_model: 'Cronos',
        other_info: '',
        plan: 'none',
        created_at: at,
      });
      await insert('vehicle_drivers', { vehicle, driver: uid });
      await insert('vehicle_handovers', {
        id: randomUUID(),
        vehicle,
        driver: uid,
        plan: 'none',
        taken_at: at,
        taken_by: uid,
      });
    }
    if (!isDriver)
      await insert('recurring_bookings', {
        id: randomUUID(),
        rider: uid,
        pickup: place,
        drop_point: place,
        waypoints: '[]',
        car_type: environment.carType,
        instruction_data: {},
        payment_mode: 'cash',
        weekdays: '{1}',
        time_of_day: '08:30',
        first_day: '2096-01-01',
        skipped_days: '{}',
        created_by: admin.uid,
        created_at: at,
      });
    await insert('quotes', {
      id: randomUUID(),
      made_for: uid,
      car_type: environment.carType,
      pickup: place,
      drop_point: place,
      waypoints: '[]',
      pricing: {},
      distance_km: 1,
      time_secs: 1,
      polyline: '',
      fare: 1,
      convenience_fees: 0,
      trip_cost: 1,
      breakdown: {},
      created_at: at,
      expires_at: at,
    });
  }

  /** Answers a rider or driver with their rows; what is personal in them is for the test to fill. */
  return async function addPersonWithRows(usertype: 'rider' | 'driver'): Promise<PersonWithRows> {
    const mobile = environment.newMobile();
    const person = { ...(await environment.someone(usertype, { mobile })), mobile };
    if (usertype === 'driver') {
      await insert('duty_periods', { uid: person.uid, started_at: at - 1, seen_at: at - 1, ended_at: at });
      await insert('shifts', {
        driver: person.uid,
        weekdays: '{1}',
        from_time: '08:00',
        until_time: '16:00',
        first_day: '2026-01-01',
      });
      await insert('shift_days', { driver: person.uid, day: '2026-01-02', hours: '[]' });
      await insert('driver_documents', {
        id: randomUUID(),
        uid: person.uid,
        kind: 'img1',
        storage_key: randomUUID(),
        content_type: 'image/webp',
        uploaded_at: at,
      });
    }
    await addIdentity(person);
    await addSecondFactor(person);
    await addMessages(person);
    await addMoney(person);
    await addTrips(person);
    return person;
  };
}
