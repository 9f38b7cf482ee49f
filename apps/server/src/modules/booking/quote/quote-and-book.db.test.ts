// Estimates and the bookings made of them: the amounts, the specification's refusals in their order, single use.
import { type EstimateView, routes } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BookingWorld, createBookingWorld, PARQUE, PLAZA } from '../testing/booking-world.ts';

const asAtFirst = settings.parse({});
const MINUTE = 60_000;
let world: BookingWorld;
beforeAll(async () => {
  world = await createBookingWorld();
});
afterEach(() => world.set(asAtFirst));
afterAll(() => world.close());

type Someone = Parameters<BookingWorld['call']>[0];
const create = (actor: Someone, body: unknown) =>
  world.call<{ booking_id: string; mainData: { status: string } }>(actor, routes.createBooking, null, body);

describe('an estimate', () => {
  const journey = (change: Record<string, unknown> = {}) => ({
    pickup: PLAZA,
    drop: PARQUE,
    carType: world.carType.id,
    ...change,
  });
  const ask = (body: unknown) => world.call<EstimateView>(null, routes.createEstimate, null, body);

  it('is itemised, adds up, and holds for ten minutes; nobody has to sign in for it', async () => {
    const { status, body } = await ask(journey({ instructionData: { optionIndex: 0 } }));
    expect(status).toBe(201);
    expect(body.expiresAt).toBe(world.now() + 10 * MINUTE);
    const kinds = body.breakdown.lines.map(({ kind }) => kind);
    expect(kinds).toEqual(['base', 'distance', 'time', 'option', 'convenience_fee']);
    const sum = body.breakdown.lines.reduce((total, { amount }) => total + Math.round(amount * 100), 0);
    expect(sum).toBe(Math.round(body.trip_cost * 100));
    expect(body.trip_cost).toBeCloseTo(body.estimateFare + body.convenience_fees, 2);
    expect(body.estimateFare).toBeCloseTo(50 + body.distance * 30 + (body.time / 3600) * 600 + 80, 1);
  });

  it('goes by the stops, and counts miles where the operator does', async () => {
    const stop = { lat: -34.88, lng: -56.17, add: 'Bulevar Artigas 4000' };
    const [direct, around] = [await ask(journey()), await ask(journey({ waypoints: [stop] }))];
    expect(around.body.distance).toBeGreaterThan(direct.body.distance);
    world.set({ convert_to_mile: true });
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
    const rider = await world.addRider();
    await world.addDriver();
    const request = await world.request(rider, { paymentPacket: { payment_mode: 'cash', trip_cost: 1 } });
    const answer = await create(rider, request);
    expect(answer.status).toBe(201);
    const booking = await world.record(answer.body.booking_id);
    expect(booking).toMatchObject({ status: 'NEW', customer: rider.uid, otp: null, prepaid: false });
    expect(booking.trip_cost).toBe(booking.driver_share + booking.convenience_fees);
    expect(booking.payable_amount).toBe(booking.trip_cost);
    expect(booking.reference).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
    const { rows } = await world.database.pool.query(
      `select topics from outbox where name = 'booking.created' and data ->> 'booking_id' = $1`,
      [booking.id],
    );
    expect(rows).toEqual([
      { topics: [`booking:${booking.id}`, `bookings:customer:${rider.uid}`, 'bookings:all'] },
    ]);
  });

  it('is made once of an estimate, however often it is asked for', async () => {
    const rider = await world.addRider();
    await world.addDriver();
    const request = await world.request(rider);
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(rider, request)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.booking_id)).size).toBe(1);
    expect((await create(await world.addRider(), request)).code).toBe('quote_expired');
  });

  it('must be what was quoted, and in time', async () => {
    const rider = await world.addRider();
    await world.addDriver();
    for (const change of [
      { drop: { ...PARQUE, lat: PARQUE.lat + 0.001 } },
      { waypoints: [{ lat: -34.9, lng: -56.17, add: 'A stop' }] },
      { instructionData: { optionIndex: 0 } },
    ])
      expect((await create(rider, await world.request(rider, change))).code).toBe('quote_mismatch');
    const late = await world.request(rider);
    world.pass(10 * MINUTE);
    await world.addDriver();
    expect((await create(rider, late)).code).toBe('quote_expired');
    const unknown = await world.request(rider, { estimate: '01930000-0000-7000-8000-000000000000' });
    expect((await create(rider, unknown)).code).toBe('quote_expired');
  });

  it('is refused by the keys of the specification', async () => {
    const rider = await world.addRider();
    const driver = await world.addDriver();
    const later = (minutes: number) => ({ bookLater: true, tripdate: world.now() + minutes * MINUTE });
    expect((await create(null, await world.request(null))).code).toBe('must_login');
    expect((await create(driver, await world.request(driver))).code).toBe('user_issue_contact_admin');
    const blank = await world.addRider({ email: '' });
    expect((await create(blank, await world.request(blank))).code).toBe('profile_incomplete');
    expect((await create(rider, await world.request(rider, later(14)))).code).toBe('past_booking_error');
    expect((await create(rider, await world.request(rider, { bookLater: true }))).code).toBe(
      'past_booking_error',
    );
    const wallet = { paymentPacket: { payment_mode: 'wallet' } };
    expect((await create(rider, await world.request(rider, wallet))).code).toBe('insufficient_wallet');
    world.set({ appcat: 'delivery' });
    expect((await create(rider, await world.request(rider))).code).toBe('deliveryDetailMissing');
    world.set({ appcat: 'taxi', driverRadius: 0 });
    const far = { ...PLAZA, lat: PLAZA.lat + 0.05 };
    const estimate = await world.estimate(rider, { pickup: far });
    const nobodyNear = await world.request(rider, { pickup: far, estimate });
    expect((await create(rider, nobodyNear)).code).toBe('no_driver_found_alert_messege');
  });

  it('for later waits until its time to look for drivers, and survives a restart in the database', async () => {
    const rider = await world.addRider();
    const tripdate = world.now() + 3 * 60 * MINUTE;
    const id = await world.book(rider, { bookLater: true, tripdate });
    const dispatchAt = tripdate - 45 * MINUTE;
    expect(await world.record(id)).toMatchObject({ status: 'NEW', tripdate, dispatch_at: dispatchAt });
    expect((await world.booking.searching(dispatchAt - 1)).map((one) => one.id)).not.toContain(id);
    expect((await world.booking.searching(dispatchAt)).map((one) => one.id)).toContain(id);
    const jobs = () =>
      world.database.pool.query('select run_at from graphile_worker.jobs where key = $1', [
        `booking.due:${id}`,
      ]);
    expect((await jobs()).rows.map(({ run_at }) => run_at.getTime())).toEqual([dispatchAt]);
    const told = async () => {
      const { rows } = await world.database.pool.query(
        `select 1 from outbox where name = 'booking.due' and data ->> 'booking_id' = $1`,
        [id],
      );
      return rows.length;
    };
    // The database's clock may be minutes ahead of ours: what is told too early is heard by nobody.
    world.pass(dispatchAt - 5 * MINUTE - world.now());
    const before = Date.now();
    await world.jobs['booking.due']?.({ id });
    expect(await told()).toBe(0);
    const [again] = (await jobs()).rows.map(({ run_at }) => run_at.getTime() - 5 * MINUTE);
    expect(again).toBeGreaterThanOrEqual(before);
    expect(again).toBeLessThanOrEqual(Date.now());
    world.pass(5 * MINUTE);
    await world.jobs['booking.due']?.({ id });
    expect(await told()).toBe(1);
    await world.call(rider, routes.cancelBooking, id, { reason: 'Not needed' });
    expect((await jobs()).rows).toEqual([]);
  });

  it('is made by an admin for a rider, and may ask a driver at once', async () => {
    const [admin, rider, driver] = [await world.addAdmin(), await world.addRider(), await world.addDriver()];
    const forRider = { booking_type_admin: true, userDetails: { uid: rider.uid }, driver: driver.uid };
    const id = await world.book(admin, forRider);
    expect(await world.record(id)).toMatchObject({
      customer: rider.uid,
      booking_type_admin: true,
      status: 'NEW',
    });
    expect((await world.booking.tasksOf(driver.uid)).map(({ booking }) => booking.id)).toEqual([id]);
    expect((await create(admin, await world.request(admin))).code).toBe('user_issue_contact_admin');
    const nobody = await world.request(admin, { booking_type_admin: true });
    expect((await create(admin, nobody)).code).toBe('select_proper');
    const asRider = await world.request(rider, forRider);
    expect((await create(rider, asRider)).code).toBe('user_issue_contact_admin');
  });

  it('of an option that the estimate had keeps it', async () => {
    const rider = await world.addRider();
    await world.addDriver();
    const instructionData = { optionIndex: 0 };
    const estimate = await world.estimate(rider, { instructionData });
    const id = await world.book(rider, { estimate, instructionData });
    expect((await world.record(id)).option).toEqual({ description: 'Child seat', amount: 80 });
  });
});

describe('old quotes', () => {
  it('are removed by their job, those still valid are not', async () => {
    const before = await world.estimate(null);
    world.pass(11 * MINUTE);
    const fresh = await world.estimate(null);
    // Every hour, whether anybody books or not: anyone may ask for estimates.
    expect(world.schedules['booking.remove-old-quotes']).toMatch(/^\d+ \* \* \* \*$/);
    await world.jobs['booking.remove-old-quotes']?.({});
    const { rows } = await world.database.pool.query('select id from quote where id = any($1::uuid[])', [
      [before, fresh],
    ]);
    expect(rows).toEqual([{ id: fresh }]);
  });
});

describe('what a booking may not be', () => {
  const DAY = 24 * 60 * MINUTE;

  it('farther ahead than ninety days, whatever number is sent for the time', async () => {
    const rider = await world.addRider();
    for (const tripdate of [world.now() + 91 * DAY, Number.MAX_SAFE_INTEGER]) {
      const answer = await create(rider, await world.request(rider, { bookLater: true, tripdate }));
      expect(answer).toMatchObject({ status: 422, code: 'too_far_ahead' });
    }
    const soon = { bookLater: true, tripdate: world.now() + 89 * DAY };
    expect((await create(rider, await world.request(rider, soon))).status).toBe(201);
  });

  it('the cancelled one of an estimate asked for again: a new estimate is needed', async () => {
    const rider = await world.addRider();
    await world.addDriver();
    const request = await world.request(rider);
    const first = await create(rider, request);
    await world.call(rider, routes.cancelBooking, first.body.booking_id, { reason: 'Changed my mind' });
    expect((await create(rider, request)).code).toBe('quote_expired');
  });

  it('one of an estimate from before the decimals of amounts were changed', async () => {
    const rider = await world.addRider();
    await world.addDriver();
    const request = await world.request(rider);
    world.set({ decimal: 0 });
    expect((await create(rider, request)).code).toBe('quote_expired');
    world.set({ decimal: 2 });
    expect((await create(rider, request)).status).toBe(201);
  });

  it('one of an estimate made for somebody else', async () => {
    const [rider, other] = [await world.addRider(), await world.addRider()];
    await world.addDriver();
    const request = await world.request(rider);
    expect((await create(other, request)).code).toBe('quote_expired');
    expect((await create(rider, request)).status).toBe(201);
    const anonymous = await world.request(null);
    expect((await create(other, anonymous)).status).toBe(201);
  });

  it('one of so many at once that nobody else finds a driver', async () => {
    const rider = await world.addRider();
    await world.addDriver();
    const requests = await Promise.all(Array.from({ length: 12 }, () => world.request(rider)));
    const answers = await Promise.all(requests.map((request) => create(rider, request)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['conflict']));
    const id = made[0]?.body.booking_id ?? '';
    await world.call(rider, routes.cancelBooking, id, { reason: 'Too many' });
    expect((await create(rider, await world.request(rider))).status).toBe(201);
  });
});
