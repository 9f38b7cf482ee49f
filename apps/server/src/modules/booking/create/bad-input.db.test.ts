// Bookings nobody should be able to make: each is refused by its key, and nothing of it is left behind.
import { routes } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BookingWorld, createBookingWorld, PARQUE, PLAZA } from '../testing/booking-world.ts';
import { someone } from '../testing/deliveries.ts';

const asAtFirst = settings.parse({});
const MINUTE = 60_000;
type Someone = NonNullable<Parameters<BookingWorld['call']>[0]>;
let world: BookingWorld;
let rider: Someone;
beforeAll(async () => {
  world = await createBookingWorld();
});
beforeEach(async () => {
  rider = await world.addRider();
  await world.addDriver();
});
afterEach(() => world.set(asAtFirst));
afterAll(() => world.close());

const create = (actor: Parameters<BookingWorld['call']>[0], body: unknown) =>
  world.call<{ booking_id: string }>(actor, routes.createBooking, null, body);

/** Everything a booking leaves: itself, who is asked, what is held of a wallet, events, jobs, uses of promos. */
async function left(): Promise<Record<string, number>> {
  const { rows } = await world.database.pool.query(`select
    (select count(*)::int from booking) as bookings,
    (select count(*)::int from booking_request) as requests,
    (select count(*)::int from booking_timeline) as entries,
    (select count(*)::int from ledger_transaction) as holds,
    (select count(*)::int from outbox where name like 'booking.%' or name like 'task.%') as events,
    (select count(*)::int from graphile_worker._private_jobs) as jobs,
    (select count(*)::int from promo_use) as uses`);
  return rows[0];
}

/** Refused with the key, and nothing half-made. */
async function refuses(code: string, actor: Parameters<BookingWorld['call']>[0], body: unknown) {
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
    const journey = { pickup: PLAZA, drop: PARQUE, carType: world.carType.id, ...change };
    expect((await world.call(rider, routes.createEstimate, null, journey)).code).toBe(code);
    expect(await left()).toEqual(before);
  });

  it('is refused of a booking too, whatever its estimate was made for', async () => {
    await refuses('pickup_equals_drop', rider, await world.request(rider, { drop: { ...PLAZA } }));
    await refuses('invalid_input', rider, await world.request(rider, { drop: { ...PARQUE, add: '  ' } }));
    const stops = { waypoints: Array(25).fill(PARQUE) };
    await refuses('too_many_waypoints', rider, await world.request(rider, stops));
    await refuses('invalid_input', rider, await world.request(rider, { waypoints: Array(500).fill(PARQUE) }));
    const atSea = { drop: { lat: -36.5, lng: -52.1, add: 'Atlantic Ocean' } };
    await refuses('quote_mismatch', rider, await world.request(rider, atSea));
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
    await refuses(code, rider, await world.request(rider, { bookLater: true, tripdate: at(world.now()) }));
  });

  it('a later trip without a moment, or with half a millisecond, is none', async () => {
    await refuses('past_booking_error', rider, await world.request(rider, { bookLater: true }));
    const half = { bookLater: true, tripdate: world.now() + 20 * MINUTE + 0.5 };
    await refuses('invalid_input', rider, await world.request(rider, half));
  });

  it('exactly 15 minutes ahead is in time', async () => {
    const request = await world.request(rider, { bookLater: true, tripdate: world.now() + 15 * MINUTE });
    expect((await create(rider, request)).status).toBe(201);
  });
});

describe('an estimate', () => {
  it('of a car type deleted since then books nothing, even where it is still remembered', async () => {
    const town = await createBookingWorld();
    try {
      const carType = { ...town.carType, id: v7(), name: 'For a while' };
      await town.withTx((tx) => town.fleet.addCarTypes(tx, [carType]));
      const guest = await town.addRider();
      const estimate = await town.estimate(guest, { carType: carType.id });
      const later = { bookLater: true, tripdate: town.now() + 60 * MINUTE };
      const request = await town.request(guest, { estimate, carType: carType.id, ...later });
      await town.database.pool.query('delete from car_types where id = $1', [carType.id]);
      const answer = await town.call(guest, routes.createBooking, null, request);
      expect(answer.code).toBe('select_proper');
      const { rows } = await town.database.pool.query('select 1 from booking');
      expect(rows).toEqual([]);
    } finally {
      await town.close();
    }
  });

  it('of somebody else, of nobody, or of eleven minutes ago books nothing', async () => {
    const request = await world.request(rider);
    await refuses('quote_expired', await world.addRider(), request);
    await refuses('quote_expired', rider, { ...request, estimate: nowhere });
    await refuses('invalid_input', rider, { ...request, estimate: 'mine' });
    world.pass(11 * MINUTE);
    await world.addDriver();
    await refuses('quote_expired', rider, request);
  });

  it('books once, however often Confirm is clicked and in however many tabs', async () => {
    await world.credit(rider.uid, 100_000);
    const request = await world.request(rider, { paymentPacket: { payment_mode: 'wallet' } });
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
    const admin = await world.addAdmin();
    const forRider = { booking_type_admin: true, userDetails: { uid: rider.uid } };
    const request = await world.request(admin, forRider);
    await world.database.pool.query(change, [rider.uid]);
    await refuses(code, admin, request);
  });

  it('books for nobody who is no rider, nor for somebody unknown', async () => {
    const admin = await world.addAdmin();
    const others = [await world.addDriver(), await world.addFleetAdmin(), await world.addAdmin()];
    for (const uid of [...others.map((one) => one.uid), nowhere]) {
      const request = await world.request(admin, { booking_type_admin: true, userDetails: { uid } });
      await refuses('select_proper', admin, request);
    }
  });

  it('finds a rider blocked while the booking is being written not booked', async () => {
    const admin = await world.addAdmin();
    const forRider = { booking_type_admin: true, userDetails: { uid: rider.uid } };
    const request = await world.request(admin, forRider);
    const holder = await world.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query(`update users set approved = false, review = 'disabled' where uid = $1`, [
        rider.uid,
      ]);
      const before = await left();
      const answer = create(admin, request);
      // The booking waits for the row of its rider, and then finds who was blocked.
      await expect
        .poll(async () => {
          const { rows } = await world.database.asOwner.query(
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
    world.set({ appcat: 'delivery' });
    await refuses(code, rider, await world.request(rider, { ...instructionsOf({}), ...change }));
  });

  it.each(['1234567', '2900-1234 x12', '+598 99 123 456', '2900 1234 ext. 5'])(
    'takes the phone %s',
    async (phone) => {
      world.set({ appcat: 'delivery' });
      const request = await world.request(rider, instructionsOf({ deliveryPersonPhone: phone }));
      expect((await create(rider, request)).status).toBe(201);
    },
  );

  it('quoted while the operator drove taxis, with a parcel, is quoted again', async () => {
    const instructionData = { ...someone, parcelTypeIndex: 0 };
    const estimate = await world.estimate(rider, { instructionData });
    world.set({ appcat: 'delivery' });
    await refuses('quote_mismatch', rider, await world.request(rider, { estimate, instructionData }));
  });
});

describe('a body', () => {
  it('of two megabytes is refused unread', async () => {
    const request = await world.request(rider, { note: 'x'.repeat(2 * 1024 * 1024) });
    const answer = await refuses('payload_too_large', rider, request);
    expect(answer.status).toBe(413);
  });

  it.each([null, [], 7, { estimate: 7 }, { paymentPacket: { payment_mode: 'barter' } }])(
    'of %j is no booking',
    async (body) => {
      await refuses('invalid_input', rider, body);
    },
  );

  it('may not name amounts: they are the estimate’s', async () => {
    const packet = { payment_mode: 'cash', payableAmount: 1, discount_amount: 500, customer_paid: 900 };
    const request = await world.request(rider, { paymentPacket: packet, trip_cost: 1, estimateFare: 1 });
    const { body } = await create(rider, request);
    const record = await world.record(body.booking_id);
    expect(record).toMatchObject({ discount_amount: 0, customer_paid: 0, payable_amount: record.trip_cost });
    expect(record.trip_cost).toBeGreaterThan(20_000);
  });
});
