// Tests that each invalid booking is rejected with its error code and leaves no data behind.
import { routes } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PARQUE,
  PLAZA,
} from '../testing/booking-environment.ts';
import { someone } from '../testing/deliveries.ts';

const asAtFirst = settings.parse({});
const MINUTE = 60_000;
type Someone = NonNullable<Parameters<BookingEnvironment['call']>[0]>;
let environment: BookingEnvironment;
let rider: Someone;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
beforeEach(async () => {
  rider = await environment.addRider();
  await environment.addDriver();
});
afterEach(() => environment.set(asAtFirst));
afterAll(() => environment.close());

const create = (actor: Parameters<BookingEnvironment['call']>[0], body: unknown) =>
  environment.call<{ booking_id: string }>(actor, routes.createBooking, null, body);

/** Counts everything that a booking writes: its row, offers, reserved wallet amounts, events, jobs, promo uses. */
async function left(): Promise<Record<string, number>> {
  const { rows } = await environment.database.pool.query(`select
    (select count(*)::int from bookings) as bookings,
    (select count(*)::int from booking_requests) as requests,
    (select count(*)::int from booking_timeline_entries) as entries,
    (select count(*)::int from ledger_transactions) as holds,
    (select count(*)::int from outbox_events where name like 'booking.%' or name like 'task.%') as events,
    (select count(*)::int from graphile_worker._private_jobs) as jobs,
    (select count(*)::int from promo_uses) as uses`);
  return rows[0];
}

/** Expects rejection with the error code, without partial data. */
async function refuses(code: string, actor: Parameters<BookingEnvironment['call']>[0], body: unknown) {
  const before = await left();
  const answer = await create(actor, body);
  expect([code, answer.code]).toEqual([code, code]);
  expect(await left()).toEqual(before);
  return answer;
}

const instructionsOf = (change: object) => ({ instructionData: { ...someone, ...change } });
const nowhere = '01930000-0000-7000-8000-000000000000';

describe('where', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['the pickup again', 'pickup_equals_drop', { drop: { ...PLAZA } }],
    ['at sea', 'place_to_coords_error', { drop: { lat: -36.5, lng: -52.1, add: 'Atlantic Ocean' } }],
    ['in another city', 'place_to_coords_error', { drop: { lat: -34.6037, lng: -58.3816, add: 'Obelisco' } }],
    ['after 25 stops', 'too_many_waypoints', { waypoints: Array(25).fill(PARQUE) }],
    ['no place on Earth', 'invalid_input', { drop: { lat: 91, lng: 0, add: 'Above the pole' } }],
  ])('a drop %s gets no estimate', async (_, code, change) => {
    const before = await left();
    const journey = { pickup: PLAZA, drop: PARQUE, carType: environment.carType.id, ...change };
    expect((await environment.call(rider, routes.createEstimate, null, journey)).code).toBe(code);
    expect(await left()).toEqual(before);
  });

  it('is rejected on a booking too, regardless of its estimate', async () => {
    await refuses('pickup_equals_drop', rider, await environment.request(rider, { drop: { ...PLAZA } }));
    await refuses(
      'invalid_input',
      rider,
      await environment.request(rider, { drop: { ...PARQUE, add: '  ' } }),
    );
    const stops = { waypoints: Array(25).fill(PARQUE) };
    await refuses('too_many_waypoints', rider, await environment.request(rider, stops));
    await refuses(
      'invalid_input',
      rider,
      await environment.request(rider, { waypoints: Array(500).fill(PARQUE) }),
    );
    const atSea = { drop: { lat: -36.5, lng: -52.1, add: 'Atlantic Ocean' } };
    await refuses('quote_mismatch', rider, await environment.request(rider, atSea));
  });
});

describe('when', () => {
  it.each<[string, (now: number) => number]>([
    ['past_booking_error', (now) => now - 1],
    ['past_booking_error', (now) => now + 15 * MINUTE - 1000],
    ['past_booking_error', () => 0],
    ['past_booking_error', () => -1],
    ['too_far_ahead', () => Date.UTC(2099, 0, 1)],
    ['too_far_ahead', () => Number.MAX_SAFE_INTEGER],
  ])('%s', async (code, at) => {
    await refuses(
      code,
      rider,
      await environment.request(rider, { bookLater: true, tripdate: at(environment.now()) }),
    );
  });

  it('a later trip without a time, or with half a millisecond, is rejected', async () => {
    await refuses('past_booking_error', rider, await environment.request(rider, { bookLater: true }));
    const half = { bookLater: true, tripdate: environment.now() + 20 * MINUTE + 0.5 };
    await refuses('invalid_input', rider, await environment.request(rider, half));
  });

  it('a later trip exactly 15 minutes ahead is accepted', async () => {
    const request = await environment.request(rider, {
      bookLater: true,
      tripdate: environment.now() + 15 * MINUTE,
    });
    expect((await create(rider, request)).status).toBe(201);
  });
});

describe('an estimate', () => {
  it('of a car type that was deleted is rejected, even if a cache still has the car type', async () => {
    const town = await createBookingEnvironment();
    try {
      const carType = { ...town.carType, id: v7(), name: 'For a while' };
      await town.withTx((tx) => town.fleet.addCarTypes(tx, [carType]));
      const guest = await town.addRider();
      const later = { bookLater: true, tripdate: town.now() + 60 * MINUTE };
      const { tripdate } = later;
      const estimate = await town.estimate(guest, { carType: carType.id, tripdate });
      const request = await town.request(guest, { estimate, carType: carType.id, ...later });
      await town.database.pool.query('delete from car_types where id = $1', [carType.id]);
      const answer = await town.call(guest, routes.createBooking, null, request);
      expect(answer.code).toBe('select_proper');
      const { rows } = await town.database.pool.query('select 1 from bookings');
      expect(rows).toEqual([]);
    } finally {
      await town.close();
    }
  });

  it('of another user, unknown, or eleven minutes old is rejected', async () => {
    const request = await environment.request(rider);
    await refuses('quote_expired', await environment.addRider(), request);
    await refuses('quote_expired', rider, { ...request, estimate: nowhere });
    await refuses('invalid_input', rider, { ...request, estimate: 'mine' });
    environment.pass(11 * MINUTE);
    await environment.addDriver();
    await refuses('quote_expired', rider, request);
  });

  it('books once for any number of clicks and tabs', async () => {
    await environment.credit(rider.uid, 100_000);
    const request = await environment.request(rider, { paymentPacket: { payment_mode: 'wallet' } });
    const before = await left();
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(rider, request)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(new Set(answers.map(({ body }) => body.booking_id)).size).toBe(1);
    const after = await left();
    expect(after).toEqual({
      ...before,
      bookings: (before.bookings ?? 0) + 1,
      events: (before.events ?? 0) + 1,
    });
    expect((await create(rider, request)).body.booking_id).toBe(answers[0]?.body.booking_id);
    expect(await left()).toEqual(after);
  });
});

describe('an admin', () => {
  it.each<[string, string, string]>([
    [
      'rider_blocked',
      'a blocked rider',
      `update users set approved = false, review = 'disabled' where uid = $1`,
    ],
    ['incomplete_user', 'a rider without a mobile', `update users set mobile = '' where uid = $1`],
    [
      'select_proper',
      'a deleted rider',
      `update users set deleted_at = 1, mobile = '', approved = false, review = 'disabled' where uid = $1`,
    ],
  ])('is refused with %s for %s', async (code, _, change) => {
    const admin = await environment.addAdmin();
    const forRider = { booking_type_admin: true, userDetails: { uid: rider.uid } };
    const request = await environment.request(admin, forRider);
    await environment.database.pool.query(change, [rider.uid]);
    await refuses(code, admin, request);
  });

  it('cannot book for a user who is not a rider or does not exist', async () => {
    const admin = await environment.addAdmin();
    const others = [
      await environment.addDriver(),
      await environment.addFleetAdmin(),
      await environment.addAdmin(),
    ];
    for (const uid of [...others.map((one) => one.uid), nowhere]) {
      const request = await environment.request(admin, { booking_type_admin: true, userDetails: { uid } });
      await refuses('select_proper', admin, request);
    }
  });

  it('cannot book for a rider who is blocked while the booking is written', async () => {
    const admin = await environment.addAdmin();
    const forRider = { booking_type_admin: true, userDetails: { uid: rider.uid } };
    const request = await environment.request(admin, forRider);
    const holder = await environment.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query(`update users set approved = false, review = 'disabled' where uid = $1`, [
        rider.uid,
      ]);
      const before = await left();
      const answer = create(admin, request);
      // The request waits for the lock on the rider's row, and then reads that the rider is blocked.
      await expect
        .poll(async () => {
          const { rows } = await environment.database.asOwner.query(
            `select count(*)::int as waiting from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows[0].waiting;
        })
        .toBe(1);
      await holder.query('commit');
      expect((await answer).code).toBe('rider_blocked');
      expect(await left()).toEqual(before);
    } finally {
      holder.release();
    }
  });
});

describe('a delivery', () => {
  it.each<[string, string, object]>([
    ['deliveryDetailMissing', 'nothing at all', { instructionData: undefined }],
    ['deliveryDetailMissing', 'no person', instructionsOf({ deliveryPerson: ' ' })],
    ['deliveryDetailMissing', 'no phone', instructionsOf({ deliveryPersonPhone: '' })],
    ['deliveryDetailMissing', 'a phone of 6 characters', instructionsOf({ deliveryPersonPhone: '123456' })],
    ['deliveryDetailMissing', 'a phone of letters', instructionsOf({ deliveryPersonPhone: 'call me' })],
    ['invalid_input', 'no such parcel type', instructionsOf({ parcelTypeIndex: 7 })],
    ['invalid_input', 'a parcel type below zero', instructionsOf({ parcelTypeIndex: -1 })],
    ['invalid_input', 'half an option', instructionsOf({ optionIndex: 0.5 })],
    ['invalid_input', 'a person of 200 letters', instructionsOf({ deliveryPerson: 'x'.repeat(200) })],
    ['quote_mismatch', 'a parcel it was not quoted with', instructionsOf({ parcelTypeIndex: 0 })],
  ])('is refused with %s for %s', async (code, _, change) => {
    environment.set({ appcat: 'delivery' });
    await refuses(code, rider, await environment.request(rider, { ...instructionsOf({}), ...change }));
  });

  it.each(['1234567', '2900-1234 x12', '+598 99 123 456', '2900 1234 ext. 5'])(
    'takes the phone %s',
    async (phone) => {
      environment.set({ appcat: 'delivery' });
      const request = await environment.request(rider, instructionsOf({ deliveryPersonPhone: phone }));
      expect((await create(rider, request)).status).toBe(201);
    },
  );

  it('quoted as a taxi trip, without its parcel, needs a new quote', async () => {
    const estimate = await environment.estimate(rider);
    environment.set({ appcat: 'delivery' });
    const instructionData = { ...someone, parcelTypeIndex: 0 };
    await refuses('quote_mismatch', rider, await environment.request(rider, { estimate, instructionData }));
  });
});

describe('a body', () => {
  it('of two megabytes is rejected without reading it', async () => {
    const request = await environment.request(rider, { note: 'x'.repeat(2 * 1024 * 1024) });
    const answer = await refuses('payload_too_large', rider, request);
    expect(answer.status).toBe(413);
  });

  it.each([null, [], 7, { estimate: 7 }, { paymentPacket: { payment_mode: 'barter' } }])(
    'of %j is no booking',
    async (body) => {
      await refuses('invalid_input', rider, body);
    },
  );

  it('cannot set amounts, which are taken from the estimate', async () => {
    const packet = { payment_mode: 'cash', payableAmount: 1, discount_amount: 500, customer_paid: 900 };
    const request = await environment.request(rider, {
      paymentPacket: packet,
      trip_cost: 1,
      estimateFare: 1,
    });
    const { body } = await create(rider, request);
    const record = await environment.record(body.booking_id);
    expect(record).toMatchObject({ discount_amount: 0, customer_paid: 0, payable_amount: record.trip_cost });
    expect(record.trip_cost).toBeGreaterThan(20_000);
  });
});
