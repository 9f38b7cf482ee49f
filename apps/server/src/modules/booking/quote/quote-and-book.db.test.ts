// Tests estimates and bookings made from them: amounts, the specification's error codes in their order, single use.
import { type EstimateView, routes } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PARQUE,
  PLAZA,
} from '../testing/booking-environment.ts';

const asAtFirst = settings.parse({});
const MINUTE = 60_000;
let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterEach(() => environment.set(asAtFirst));
afterAll(() => environment.close());

type Someone = Parameters<BookingEnvironment['call']>[0];
const create = (actor: Someone, body: unknown) =>
  environment.call<{ booking_id: string; mainData: { status: string } }>(
    actor,
    routes.createBooking,
    null,
    body,
  );

describe('an estimate', () => {
  const journey = (change: Record<string, unknown> = {}) => ({
    pickup: PLAZA,
    drop: PARQUE,
    carType: environment.carType.id,
    ...change,
  });
  const ask = (body: unknown) => environment.call<EstimateView>(null, routes.createEstimate, null, body);

  it('is itemised, adds up, is valid for ten minutes, and needs no sign-in', async () => {
    const { status, body } = await ask(journey({ instructionData: { optionIndex: 0 } }));
    expect(status).toBe(201);
    expect(body.expiresAt).toBe(environment.now() + 10 * MINUTE);
    // The lines are rounded one by one; a separate line contains the unit by which their sum differs from the total.
    const rounding = body.breakdown.lines.filter(({ kind }) => kind === 'rounding');
    expect(rounding.every(({ amount }) => Math.abs(amount) === 0.01)).toBe(true);
    expect(rounding.length).toBeLessThanOrEqual(1);
    const kinds = body.breakdown.lines.map(({ kind }) => kind).filter((kind) => kind !== 'rounding');
    expect(kinds).toEqual(['base', 'distance', 'time', 'option', 'convenience_fee']);
    const sum = body.breakdown.lines.reduce((total, { amount }) => total + Math.round(amount * 100), 0);
    expect(sum).toBe(Math.round(body.trip_cost * 100));
    expect(body.trip_cost).toBeCloseTo(body.estimateFare + body.convenience_fees, 2);
    expect(body.estimateFare).toBeCloseTo(50 + body.distance * 30 + (body.time / 3600) * 600 + 80, 1);
  });

  it('includes the fees of parcel type and option in every app category', async () => {
    const instructionData = { parcelTypeIndex: 0, optionIndex: 0 };
    const linesOf = async () =>
      (await ask(journey({ instructionData }))).body.breakdown.lines.filter(({ kind }) =>
        ['parcel', 'option'].includes(kind),
      );
    const onTaxis = await linesOf();
    expect(onTaxis.map(({ kind }) => kind)).toEqual(['parcel', 'option']);
    environment.set({ appcat: 'delivery' });
    expect(await linesOf()).toEqual(onTaxis);
    environment.set({ appcat: 'taxi' });
    const foreign = await ask(journey({ instructionData: { parcelTypeIndex: 7 } }));
    expect(foreign.code).toBe('invalid_input');
  });

  it('of a taxi with a parcel is booked with the parcel', async () => {
    const rider = await environment.addRider();
    await environment.addDriver();
    const instructionData = { parcelTypeIndex: 0 };
    const estimate = await environment.estimate(rider, { instructionData });
    const id = await environment.book(rider, { estimate, instructionData });
    const record = await environment.record(id);
    expect([record.appcat, record.parcel_type?.amount]).toEqual(['taxi', expect.any(Number)]);
    expect(record.parcel_type?.amount).toBeGreaterThan(0);
  });

  it('includes the stops, and uses miles if the setting does', async () => {
    const stop = { lat: -34.88, lng: -56.17, add: 'Bulevar Artigas 4000' };
    const direct = await ask(journey());
    const around = await ask(journey({ waypoints: [stop] }));
    expect(around.body.distance).toBeGreaterThan(direct.body.distance);
    environment.set({ convert_to_mile: true });
    const miles = await ask(journey());
    expect(miles.body.distance).toBeCloseTo(direct.body.distance / 1.609344, 2);
    expect(miles.body.trip_cost).toBeLessThan(direct.body.trip_cost);
  });

  it.each([
    ['the same place twice', { drop: PLAZA }, 'pickup_equals_drop'],
    ['a place outside the city', { drop: { lat: -33, lng: -56, add: 'Far away' } }, 'place_to_coords_error'],
    ['more than twenty stops', { waypoints: Array(21).fill(PARQUE) }, 'too_many_waypoints'],
    ['no such car type', { carType: '01930000-0000-7000-8000-000000000000' }, 'select_proper'],
    ['no such option', { instructionData: { optionIndex: 7 } }, 'invalid_input'],
    ['no drop', { drop: undefined }, 'invalid_input'],
  ])('is refused for %s', async (_, change, code) => {
    expect((await ask(journey(change))).code).toBe(code);
  });
});

describe('a booking', () => {
  it('takes every amount from the estimate and starts NEW', async () => {
    const rider = await environment.addRider();
    await environment.addDriver();
    const request = await environment.request(rider, {
      paymentPacket: { payment_mode: 'cash', trip_cost: 1 },
    });
    const answer = await create(rider, request);
    expect(answer.status).toBe(201);
    const booking = await environment.record(answer.body.booking_id);
    expect(booking).toMatchObject({ status: 'NEW', customer: rider.uid, otp: null, prepaid: false });
    expect(booking.trip_cost).toBe(booking.driver_share + booking.convenience_fees);
    expect(booking.payable_amount).toBe(booking.trip_cost);
    expect(booking.reference).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
    const { rows } = await environment.database.pool.query(
      `select topics from outbox_events where name = 'booking.created' and data ->> 'booking_id' = $1`,
      [booking.id],
    );
    expect(rows).toEqual([
      { topics: [`booking:${booking.id}`, `bookings:customer:${rider.uid}`, 'bookings:all'] },
    ]);
  });

  it('is made once per estimate for any number of requests', async () => {
    const rider = await environment.addRider();
    await environment.addDriver();
    const request = await environment.request(rider);
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(rider, request)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.booking_id)).size).toBe(1);
    expect((await create(await environment.addRider(), request)).code).toBe('quote_expired');
  });

  it('must match the quote before it expires', async () => {
    const rider = await environment.addRider();
    await environment.addDriver();
    for (const change of [
      { drop: { ...PARQUE, lat: PARQUE.lat + 0.001 } },
      { waypoints: [{ lat: -34.9, lng: -56.17, add: 'A stop' }] },
      { instructionData: { optionIndex: 0 } },
    ])
      expect((await create(rider, await environment.request(rider, change))).code).toBe('quote_mismatch');
    const late = await environment.request(rider);
    environment.pass(10 * MINUTE);
    await environment.addDriver();
    expect((await create(rider, late)).code).toBe('quote_expired');
    const unknown = await environment.request(rider, { estimate: '01930000-0000-7000-8000-000000000000' });
    expect((await create(rider, unknown)).code).toBe('quote_expired');
  });

  it('must be for the departure that was quoted', async () => {
    const rider = await environment.addRider();
    await environment.addDriver();
    const tripdate = environment.now() + 60 * MINUTE;
    const now = await environment.estimate(rider);
    const then = await environment.estimate(rider, { tripdate });
    const later = { bookLater: true, tripdate };
    for (const [estimate, departure] of [
      [now, later],
      [then, {}],
      [then, { ...later, tripdate: tripdate + MINUTE }],
    ] as const) {
      const request = await environment.request(rider, { estimate, ...departure });
      expect((await create(rider, request)).code).toBe('quote_mismatch');
    }
    expect((await create(rider, await environment.request(rider, { estimate: now }))).status).toBe(201);
    const request = await environment.request(rider, { estimate: then, ...later });
    expect((await create(rider, request)).status).toBe(201);
  });

  it('is rejected with the specification’s error codes', async () => {
    const rider = await environment.addRider();
    const driver = await environment.addDriver();
    const later = (minutes: number) => ({ bookLater: true, tripdate: environment.now() + minutes * MINUTE });
    expect((await create(null, await environment.request(null))).code).toBe('must_login');
    expect((await create(driver, await environment.request(driver))).code).toBe('user_issue_contact_admin');
    const blank = await environment.addRider({ email: '' });
    expect((await create(blank, await environment.request(blank))).code).toBe('profile_incomplete');
    expect((await create(rider, await environment.request(rider, later(14)))).code).toBe(
      'past_booking_error',
    );
    expect((await create(rider, await environment.request(rider, { bookLater: true }))).code).toBe(
      'past_booking_error',
    );
    const wallet = { paymentPacket: { payment_mode: 'wallet' } };
    expect((await create(rider, await environment.request(rider, wallet))).code).toBe('insufficient_wallet');
    environment.set({ appcat: 'delivery' });
    expect((await create(rider, await environment.request(rider))).code).toBe('deliveryDetailMissing');
    environment.set({ appcat: 'taxi', driverRadius: 0 });
    const far = { ...PLAZA, lat: PLAZA.lat + 0.05 };
    const estimate = await environment.estimate(rider, { pickup: far });
    const noDriverNear = await environment.request(rider, { pickup: far, estimate });
    expect((await create(rider, noDriverNear)).code).toBe('no_driver_found_alert_messege');
  });

  it('for later is dispatched at its dispatch time, which is stored in the database', async () => {
    const rider = await environment.addRider();
    const tripdate = environment.now() + 3 * 60 * MINUTE;
    const id = await environment.book(rider, { bookLater: true, tripdate });
    const dispatchAt = tripdate - 45 * MINUTE;
    expect(await environment.record(id)).toMatchObject({ status: 'NEW', tripdate, dispatch_at: dispatchAt });
    expect((await environment.booking.searching(dispatchAt - 1)).map((one) => one.id)).not.toContain(id);
    expect((await environment.booking.searching(dispatchAt)).map((one) => one.id)).toContain(id);
    const jobs = () =>
      environment.database.pool.query('select run_at from graphile_worker.jobs where key = $1', [
        `booking.due:${id}`,
      ]);
    expect((await jobs()).rows.map(({ run_at }) => run_at.getTime())).toEqual([dispatchAt]);
    const publishedCount = async () => {
      const { rows } = await environment.database.pool.query(
        `select 1 from outbox_events where name = 'booking.due' and data ->> 'booking_id' = $1`,
        [id],
      );
      return rows.length;
    };
    // The database's clock may be minutes ahead of the server's: dispatch would ignore an event published too early.
    environment.pass(dispatchAt - 5 * MINUTE - environment.now());
    const before = Date.now();
    await environment.jobs['booking.due']?.({ id });
    expect(await publishedCount()).toBe(0);
    const [again] = (await jobs()).rows.map(({ run_at }) => run_at.getTime() - 5 * MINUTE);
    expect(again).toBeGreaterThanOrEqual(before);
    expect(again).toBeLessThanOrEqual(Date.now());
    environment.pass(5 * MINUTE);
    await environment.jobs['booking.due']?.({ id });
    expect(await publishedCount()).toBe(1);
    await environment.call(rider, routes.cancelBooking, id, { reason: 'Not needed' });
    expect((await jobs()).rows).toEqual([]);
  });

  it('is made by an admin for a rider, optionally with an offer to a driver', async () => {
    const admin = await environment.addAdmin();
    const rider = await environment.addRider();
    const driver = await environment.addDriver();
    const forRider = { booking_type_admin: true, userDetails: { uid: rider.uid }, driver: driver.uid };
    const id = await environment.book(admin, forRider);
    expect(await environment.record(id)).toMatchObject({
      customer: rider.uid,
      booking_type_admin: true,
      status: 'NEW',
    });
    const tasks = (await environment.booking.tasksOf(driver.uid)).map(({ task }) => task);
    expect(tasks).toMatchObject([
      { booking: id, carTypeName: environment.carType.name, payment_mode: 'cash' },
    ]);
    expect((await create(admin, await environment.request(admin))).code).toBe('user_issue_contact_admin');
    const withoutRider = await environment.request(admin, { booking_type_admin: true });
    expect((await create(admin, withoutRider)).code).toBe('select_proper');
    const asRider = await environment.request(rider, forRider);
    expect((await create(rider, asRider)).code).toBe('user_issue_contact_admin');
  });

  it('has the option of its estimate', async () => {
    const rider = await environment.addRider();
    await environment.addDriver();
    const instructionData = { optionIndex: 0 };
    const estimate = await environment.estimate(rider, { instructionData });
    const id = await environment.book(rider, { estimate, instructionData });
    expect((await environment.record(id)).option).toEqual({ description: 'Child seat', amount: 80 });
  });
});

describe('old quotes', () => {
  it('are removed by their job, while valid ones remain', async () => {
    const before = await environment.estimate(null);
    environment.pass(11 * MINUTE);
    const fresh = await environment.estimate(null);
    // Every hour, since anonymous clients may create any number of estimates.
    expect(environment.schedules['booking.remove-old-quotes']).toMatch(/^\d+ \* \* \* \*$/);
    await environment.jobs['booking.remove-old-quotes']?.({});
    const { rows } = await environment.database.pool.query(
      'select id from quotes where id = any($1::uuid[])',
      [[before, fresh]],
    );
    expect(rows).toEqual([{ id: fresh }]);
  });
});

describe('a booking is rejected', () => {
  const DAY = 24 * 60 * MINUTE;

  it('more than ninety days ahead', async () => {
    const rider = await environment.addRider();
    for (const tripdate of [environment.now() + 91 * DAY, Number.MAX_SAFE_INTEGER]) {
      const answer = await create(rider, await environment.request(rider, { bookLater: true, tripdate }));
      expect(answer).toMatchObject({ status: 422, code: 'too_far_ahead' });
    }
    const soon = { bookLater: true, tripdate: environment.now() + 89 * DAY };
    expect((await create(rider, await environment.request(rider, soon))).status).toBe(201);
  });

  it('made again from the estimate of a cancelled booking', async () => {
    const rider = await environment.addRider();
    await environment.addDriver();
    const request = await environment.request(rider);
    const first = await create(rider, request);
    await environment.call(rider, routes.cancelBooking, first.body.booking_id, { reason: 'Changed my mind' });
    expect((await create(rider, request)).code).toBe('quote_expired');
  });

  it('made from an estimate with other currency decimals', async () => {
    const rider = await environment.addRider();
    await environment.addDriver();
    const request = await environment.request(rider);
    environment.set({ decimal: 0 });
    expect((await create(rider, request)).code).toBe('quote_expired');
    environment.set({ decimal: 2 });
    expect((await create(rider, request)).status).toBe(201);
  });

  it('made while other currency decimals are stored than its server has read', async () => {
    const rider = await environment.addRider();
    await environment.addDriver();
    const request = await environment.request(rider);
    environment.setElsewhere({ decimal: 0 });
    expect((await create(rider, request)).code).toBe('quote_expired');
    environment.setElsewhere({});
    expect((await create(rider, request)).status).toBe(201);
  });

  it('made from another user’s estimate', async () => {
    const rider = await environment.addRider();
    const other = await environment.addRider();
    await environment.addDriver();
    const request = await environment.request(rider);
    expect((await create(other, request)).code).toBe('quote_expired');
    expect((await create(rider, request)).status).toBe(201);
    const anonymous = await environment.request(null);
    expect((await create(other, anonymous)).status).toBe(201);
  });

  it('made beyond the limit of open bookings of a rider', async () => {
    const rider = await environment.addRider();
    await environment.addDriver();
    const requests = await Promise.all(Array.from({ length: 12 }, () => environment.request(rider)));
    const answers = await Promise.all(requests.map((request) => create(rider, request)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['conflict']));
    const id = made[0]?.body.booking_id ?? '';
    await environment.call(rider, routes.cancelBooking, id, { reason: 'Too many' });
    expect((await create(rider, await environment.request(rider))).status).toBe(201);
  });
});
