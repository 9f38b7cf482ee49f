// Tests the steps of a booking over HTTP, from the quote to the rating: effects and rejections.
import { type BookingView, routes } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PARQUE,
  PLAZA,
} from './testing/booking-environment.ts';

const asAtFirst = settings.parse({});
let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterEach(() => environment.set(asAtFirst));
afterAll(() => environment.close());

const view = (actor: Parameters<BookingEnvironment['call']>[0], id: string) =>
  environment.call<BookingView>(actor, routes.getBooking, id);
const somewhereElse = { lat: -34.89, lng: -56.15, add: 'Avenida Italia 2000' };

describe('accept', () => {
  it('assigns the booking to the driver, marks them busy, and closes all other offers', async () => {
    const { id, rider, driver } = await environment.trip('NEW');
    const other = await environment.addDriver();
    await environment.ask(id, [other]);
    const answer = await environment.call<BookingView>(driver, routes.acceptBooking, id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'ACCEPTED',
      driver: driver.uid,
      vehicle_description: 'Chevrolet Onix',
      actions: ['arrive', 'cancel'],
      driver_accept_time: environment.now(),
    });
    expect(await environment.queueOf(driver.uid)).toBe(true);
    expect(await environment.booking.openOffers(id)).toEqual([]);
    expect((await environment.booking.timelineOf(id)).map(({ status }) => status)).toEqual(['ACCEPTED']);
    expect((await view(rider, id)).body).toMatchObject({
      actions: ['cancel'],
      driver_contact: expect.any(String),
    });
    expect((await environment.call(other, routes.acceptBooking, id)).code).toBe('booking_taken');
  });

  it('is rejected for drivers without an offer, too late, busy, off duty or blocked by their wallet', async () => {
    const { id, driver } = await environment.trip('NEW');
    const stranger = await environment.addDriver();
    expect((await environment.call(stranger, routes.acceptBooking, id)).code).toBe('not_found');
    const busy = await environment.trip('NEW');
    await environment.ask(id, [busy.driver]);
    expect((await environment.call(busy.driver, routes.acceptBooking, busy.id)).status).toBe(200);
    expect((await environment.call(busy.driver, routes.acceptBooking, id)).code).toBe('driver_busy');
    environment.set({ negativeBalance: false });
    expect((await environment.call(driver, routes.acceptBooking, id)).code).toBe('wallet_blocked');
    environment.set({ negativeBalance: true });
    environment.pass(30_000);
    expect((await environment.call(driver, routes.acceptBooking, id)).code).toBe('transition_not_allowed');
    expect(await environment.record(id)).toMatchObject({ status: 'NEW', driver: null });
  });

  it('is rejected for a driver whose car has another type since the offer', async () => {
    const { carType, database, fleet } = environment;
    const { id, driver } = await environment.trip('NEW');
    const other = { ...carType, id: v7(), name: 'Executive' };
    await environment.withTx((tx) => fleet.addCarTypes(tx, [other]));
    const changeCar = (type: string, plate: string) =>
      database.pool.query('update drivers set car_type = $2, vehicle_number = $3 where uid = $1', [
        driver.uid,
        type,
        plate,
      ]);
    await changeCar(other.id, 'SBB 1000');
    expect((await environment.call(driver, routes.acceptBooking, id)).code).toBe('driver_not_eligible');
    expect(await environment.record(id)).toMatchObject({ status: 'NEW', driver: null });
    expect(await environment.queueOf(driver.uid)).toBe(false);
    await changeCar(carType.id, 'SBB 2000');
    const { body } = await environment.call<BookingView>(driver, routes.acceptBooking, id);
    expect(body).toMatchObject({ status: 'ACCEPTED', vehicle_number: 'SBB 2000' });
  });

  it('is rejected for a driver who goes off duty while the acceptance is on its way', async () => {
    const { database, fleet } = environment;
    const { id, driver } = await environment.trip('NEW');
    const onDuty = await fleet.driverOf(driver.uid);
    const lookedUp = vi.spyOn(fleet, 'driverOf').mockResolvedValueOnce(onDuty);
    await database.pool.query('update drivers set driver_active_status = false where uid = $1', [driver.uid]);
    expect((await environment.call(driver, routes.acceptBooking, id)).code).toBe('driver_not_eligible');
    expect(lookedUp).toHaveBeenCalledOnce();
    lookedUp.mockRestore();
    expect(await environment.record(id)).toMatchObject({ status: 'NEW', driver: null });
  });

  it('is rejected once a document has expired, while a trip under way continues', async () => {
    const waiting = await environment.trip('NEW');
    const driving = await environment.trip('ACCEPTED');
    const runOut = ({ uid }: { uid: string }, at: number | null) =>
      environment.database.pool.query('update drivers set documents_valid_until = $2 where uid = $1', [
        uid,
        at,
      ]);
    await runOut(waiting.driver, environment.now());
    await runOut(driving.driver, environment.now());
    const accept = () => environment.call(waiting.driver, routes.acceptBooking, waiting.id);
    expect((await accept()).code).toBe('documents_expired');
    expect((await environment.call(driving.driver, routes.arriveBooking, driving.id)).status).toBe(200);
    const admin = await environment.addAdmin();
    const other = await environment.trip('NEW');
    environment.set({ autoDispatch: false });
    const assigned = await environment.call(admin, routes.assignBooking, other.id, {
      driver: waiting.driver.uid,
    });
    environment.set({ autoDispatch: true });
    expect(assigned.code).toBe('driver_not_eligible');
    await runOut(waiting.driver, environment.now() + 1);
    expect((await accept()).status).toBe(200);
  });
});

describe('decline', () => {
  it('leaves the booking NEW while other offers are open, and cancels it with the last', async () => {
    const { id, rider, driver } = await environment.trip('NEW');
    const second = await environment.addDriver();
    await environment.ask(id, [second]);
    expect((await environment.call(driver, routes.declineBooking, id)).status).toBe(204);
    expect((await environment.record(id)).status).toBe('NEW');
    expect((await environment.call(driver, routes.declineBooking, id)).code).toBe('not_found');
    expect((await environment.call(driver, routes.acceptBooking, id)).code).toBe('transition_not_allowed');
    expect(await environment.ask(id, [driver, second])).toEqual([second.uid]);
    expect((await environment.call(second, routes.declineBooking, id)).status).toBe(204);
    expect((await view(rider, id)).body).toMatchObject({ status: 'CANCELLED', cancelledBy: 'driver' });
  });
});

describe('start', () => {
  it('requires the trip code while secure OTP is on', async () => {
    environment.set({ otp_secure: true });
    const { id, rider, driver } = await environment.trip('ARRIVED');
    environment.set({ otp_secure: false });
    const { body } = await view(rider, id);
    expect(String(body.otp)).toMatch(/^[1-9]\d{4}$/);
    expect((await view(driver, id)).body).toMatchObject({ otp: null, otp_required: true });
    const wrong = body.otp === 12345 ? '54321' : '12345';
    for (const otp of [undefined, wrong, '']) {
      const answer = await environment.call(
        driver,
        routes.startBooking,
        id,
        otp === undefined ? {} : { otp },
      );
      expect(answer.code).toBe('trip_otp_wrong');
    }
    expect((await environment.record(id)).otp_checks).toBe(3);
    environment.pass(30_000);
    expect((await environment.call(driver, routes.startBooking, id, { otp: String(body.otp) })).status).toBe(
      200,
    );
  });

  it('requires the position of the driver', async () => {
    const { id, driver } = await environment.trip('ARRIVED');
    environment.fleet.live.remove(driver.uid);
    expect((await environment.call(driver, routes.startBooking, id)).code).toBe('location_fetch_error');
    expect((await environment.call(driver, routes.startBooking, id, { location: PLAZA })).status).toBe(200);
  });
});

describe('reach', () => {
  it('ends the trip at the driver’s position, priced by the driven distance and time', async () => {
    environment.set({ fareTolerance: 1000 });
    const { id, rider, driver } = await environment.trip('STARTED');
    const before = await environment.record(id);
    const start = environment.now();
    await environment.booking.appendTrail({ booking: id, driver: driver.uid }, [
      { at: start + 60_000, lat: -34.9, lng: -56.18 },
      { at: start + 120_000, lat: -34.895, lng: -56.165 },
      // measured before the trip started, so it does not count
      { at: start - 60_000, lat: -34.9, lng: -56.2 },
    ]);
    environment.pass(900_000);
    const answer = await environment.call<BookingView>(driver, routes.reachBooking, id, {
      location: somewhereElse,
    });
    expect(answer.status).toBe(200);
    const { body } = answer;
    expect(body).toMatchObject({
      status: 'REACHED',
      total_trip_time: 900,
      drop: { lat: somewhereElse.lat, lng: somewhereElse.lng, add: 'Calle -34.8900' },
      fare_change_reason: 'distance_and_time',
      payableAmount: body.trip_cost,
      actions: ['collect'],
    });
    const fare = 50 + (body.distance ?? 0) * 30 + (900 / 3600) * 600;
    expect(body.driver_share).toBeCloseTo(fare, 0);
    expect(body.trip_cost).toBeCloseTo(body.driver_share * 1.1, 1);
    expect(body.distance).toBeGreaterThan(3);
    expect(body.distance).toBeLessThan(12);
    expect(body.estimate).toBeCloseTo(before.estimate / 100, 2);
    expect(await environment.queueOf(driver.uid)).toBe(true);
    const { rows } = await environment.database.pool.query(
      'select description, count from saved_addresses where uid = $1',
      [rider.uid],
    );
    expect(rows).toEqual([{ description: 'Calle -34.8900', count: 1 }]);
  });

  it('ends the trip even if the trail cannot be matched to roads', async () => {
    const { id, driver } = await environment.trip('STARTED');
    environment.pass(180_000);
    environment.breakMap(true);
    const answer = await environment.call<BookingView>(driver, routes.reachBooking, id, { location: PARQUE });
    environment.breakMap(false);
    expect(answer.status).toBe(200);
    expect(answer.body.drop.add).toBe(PARQUE.add);
    expect(answer.body.distance).toBeGreaterThan(2);
  });

  it('leaves the price and the drop of a delivery unchanged', async () => {
    environment.set({ appcat: 'delivery' });
    const rider = await environment.addRider();
    const driver = await environment.addDriver();
    const instructionData = { deliveryPerson: 'Leo', deliveryPersonPhone: '099 123 456' };
    const id = await environment.book(rider, { instructionData });
    expect((await environment.record(id)).status).toBe('PAYMENT_PENDING');
    expect((await view(rider, id)).body.actions).toEqual(['pay', 'cancel']);
    await environment.credit(rider.uid, 1_000_00);
    expect((await environment.call(rider, routes.payBooking, id, { payment_mode: 'wallet' })).status).toBe(
      200,
    );
    const booked = await environment.record(id);
    expect(booked).toMatchObject({ status: 'NEW', prepaid: true, customer_paid: booked.trip_cost });
    await environment.ask(id, [driver]);
    for (const route of [routes.acceptBooking, routes.arriveBooking, routes.startBooking])
      expect((await environment.call(driver, route, id)).status).toBe(200);
    environment.pass(3_600_000);
    const reached = await environment.call<BookingView>(driver, routes.reachBooking, id, {
      location: somewhereElse,
    });
    environment.set({ appcat: 'taxi' });
    expect(reached.body).toMatchObject({ status: 'PAID', fare_change_reason: null });
    expect((await view(rider, id)).body.drop).toEqual(PARQUE);
    expect(reached.body.trip_cost).toBe(reached.body.estimate);
    expect(await environment.wallet.balanceOf(driver.uid)).toBe(booked.driver_share);
    expect(await environment.wallet.balanceOf(rider.uid)).toBe(1_000_00 - booked.trip_cost);
    expect(await environment.queueOf(driver.uid)).toBe(false);
  });
});

describe('money at the end', () => {
  it('cash: the driver collects once, and the fee is charged to their wallet', async () => {
    const { id, rider, driver } = await environment.trip('REACHED');
    expect((await environment.call(rider, routes.collectBooking, id)).code).toBe('forbidden');
    const answers = await Promise.all([1, 2].map(() => environment.call(driver, routes.collectBooking, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const booking = await environment.record(id);
    expect(booking).toMatchObject({
      status: 'PAID',
      cash_payment_amount: booking.trip_cost,
      payable_amount: 0,
    });
    expect(await environment.wallet.balanceOf(driver.uid)).toBe(-booking.convenience_fees);
    expect(await environment.queueOf(driver.uid)).toBe(false);
    const cost = booking.trip_cost / 100;
    const share = booking.driver_share / 100;
    const { body } = await environment.call(driver, routes.getWallet, null);
    expect(body).toMatchObject({
      walletBalance: -booking.convenience_fees / 100,
      items: [
        { type: 'Debit', amount: cost, txRef: id, booking: id, balance: -booking.convenience_fees / 100 },
        { type: 'Credit', amount: share, txRef: id, booking: id, balance: share },
      ],
    });
    const first = await environment.call(driver, routes.getWallet, null, undefined, '?limit=1');
    const rest = await environment.call(
      driver,
      routes.getWallet,
      null,
      undefined,
      `?cursor=${first.body.nextCursor}`,
    );
    expect(rest.body).toMatchObject({ items: [{ type: 'Credit' }], nextCursor: null });
    expect((await environment.call(rider, routes.getWallet, null)).body).toMatchObject({
      walletBalance: 0,
      items: [],
    });
  });

  it('wallet: paid at once when the balance covers it, else PENDING until it does', async () => {
    const covered = await environment.trip('REACHED', {
      credit: 1_000_00,
      paymentPacket: { payment_mode: 'wallet' },
    });
    expect(await environment.record(covered.id)).toMatchObject({ status: 'PAID', cash_payment_amount: 0 });

    const short = await environment.trip('STARTED', {
      credit: 300_00,
      paymentPacket: { payment_mode: 'wallet' },
    });
    environment.pass(5 * 3_600_000);
    await environment.call(short.driver, routes.reachBooking, short.id, { location: PARQUE });
    expect((await environment.record(short.id)).status).toBe('PENDING');
    expect(await environment.queueOf(short.driver.uid)).toBe(false);
    expect((await view(short.rider, short.id)).body.actions).toEqual(['pay']);
    const pay = () => environment.call(short.rider, routes.payBooking, short.id, { payment_mode: 'wallet' });
    expect((await pay()).code).toBe('insufficient_wallet');
    await environment.credit(short.rider.uid, 5_000_00);
    const twice = await Promise.all([pay(), pay()]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    const paid = await environment.record(short.id);
    expect(await environment.wallet.balanceOf(short.rider.uid)).toBe(5_300_00 - paid.trip_cost);
    expect(await environment.wallet.balanceOf(short.driver.uid)).toBe(paid.driver_share);
  });

  it('card: PENDING, and cash instead when the rider says so and the driver confirms', async () => {
    const { id, rider, driver } = await environment.trip('REACHED', {
      paymentPacket: { payment_mode: 'card' },
    });
    expect((await environment.record(id)).status).toBe('PENDING');
    expect((await environment.call(driver, routes.collectBooking, id)).code).toBe('transition_not_allowed');
    expect((await environment.call(rider, routes.payBooking, id, { payment_mode: 'cash' })).body.status).toBe(
      'PENDING',
    );
    // The driver has been free since the trip ended: collecting later must not free them from their next trip.
    const next = await environment.addRider();
    const nextId = await environment.book(next);
    await environment.ask(nextId, [driver]);
    expect((await environment.call(driver, routes.acceptBooking, nextId)).status).toBe(200);
    expect((await environment.call(driver, routes.collectBooking, id)).body.status).toBe('PAID');
    expect(await environment.queueOf(driver.uid)).toBe(true);
  });
});

describe('rate', () => {
  it('completes with a rating, counted once; or without', async () => {
    const { id, rider, driver } = await environment.trip('PAID');
    expect((await environment.call(driver, routes.rateBooking, id, { rating: 5 })).code).toBe('forbidden');
    expect((await environment.call(rider, routes.rateBooking, id, { rating: 6 })).code).toBe('invalid_input');
    const answers = await Promise.all(
      [1, 2].map(() => environment.call(rider, routes.rateBooking, id, { rating: 4, comment: 'Kind' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await environment.record(id)).toMatchObject({
      status: 'COMPLETE',
      rating: 4,
      rating_comment: 'Kind',
    });
    expect((await environment.identity.userOf(driver.uid))?.ratings).toEqual({ userrating: '4.0', count: 1 });

    const skipped = await environment.trip('PAID');
    expect(
      (await environment.call(skipped.rider, routes.rateBooking, skipped.id, { rating: null })).status,
    ).toBe(200);
    expect((await environment.identity.userOf(skipped.driver.uid))?.ratings.count).toBe(0);
  });

  it('completes by itself, by a job planned when the trip was paid', async () => {
    const { id } = await environment.trip('PAID');
    const { rows } = await environment.database.pool.query(
      'select run_at from graphile_worker.jobs where key = $1',
      [`booking.complete:${id}`],
    );
    expect(rows.map(({ run_at }) => run_at.getTime())).toEqual([environment.now() + 24 * 3_600_000]);
    await environment.jobs['booking.complete']?.({ id });
    await environment.jobs['booking.complete']?.({ id });
    expect((await environment.record(id)).status).toBe('COMPLETE');
  });
});

describe('cancel', () => {
  const cancel = (actor: Parameters<BookingEnvironment['call']>[0], id: string) =>
    environment.call<BookingView>(actor, routes.cancelBooking, id, { reason: 'Waited too long' });

  it('is free before a driver accepts, and withdraws all open offers', async () => {
    const { id, rider, driver } = await environment.trip('NEW');
    expect(await environment.booking.tasksOf(driver.uid)).toHaveLength(1);
    expect((await cancel(rider, id)).body).toMatchObject({
      status: 'CANCELLED',
      cancelledBy: 'rider',
      reason: 'Waited too long',
      cancellationFee: 0,
      actions: [],
    });
    expect(await environment.booking.tasksOf(driver.uid)).toEqual([]);
    expect((await cancel(rider, id)).code).toBe('transition_not_allowed');
  });

  it('charges the rider the fee of the slab for the minutes since the driver accepted', async () => {
    const { id, rider, driver } = await environment.trip('ARRIVED');
    environment.pass(3 * 60_000);
    expect((await cancel(rider, id)).body.cancellationFee).toBe(60);
    expect(await environment.wallet.balanceOf(rider.uid)).toBe(-60_00);
    expect(await environment.wallet.balanceOf(driver.uid)).toBe(60_00);
    expect(await environment.queueOf(driver.uid)).toBe(false);
  });

  it('is free when the driver or an admin cancels, and impossible once started', async () => {
    const byDriver = await environment.trip('ARRIVED');
    environment.pass(20 * 60_000);
    expect((await cancel(byDriver.driver, byDriver.id)).body.cancellationFee).toBe(0);
    const admin = await environment.addAdmin();
    const byAdmin = await environment.trip('ACCEPTED');
    expect((await cancel(admin, byAdmin.id)).body).toMatchObject({
      cancelledBy: 'admin',
      cancellationFee: 0,
    });
    const started = await environment.trip('STARTED');
    for (const actor of [started.rider, started.driver, admin])
      expect((await cancel(actor, started.id)).code).toBe('transition_not_allowed');
  });

  it('is rejected for riders and admins in demonstration mode', async () => {
    const { id, rider } = await environment.trip('NEW');
    environment.set({ AllowCriticalEditsAdmin: false });
    const answer = await cancel(rider, id);
    environment.set({ AllowCriticalEditsAdmin: true });
    expect(answer.code).toBe('demo_mode');
    expect((await environment.record(id)).status).toBe('NEW');
  });

  it('refunds a prepayment', async () => {
    environment.set({ appcat: 'delivery' });
    const rider = await environment.addRider();
    await environment.addDriver();
    await environment.credit(rider.uid, 900_00);
    const instructionData = { deliveryPerson: 'Leo', deliveryPersonPhone: '099 123 456' };
    const id = await environment.book(rider, { instructionData });
    environment.set({ appcat: 'taxi' });
    await environment.call(rider, routes.payBooking, id, { payment_mode: 'wallet' });
    expect(await environment.wallet.balanceOf(rider.uid)).toBeLessThan(900_00);
    expect((await cancel(rider, id)).status).toBe(200);
    expect(await environment.wallet.balanceOf(rider.uid)).toBe(900_00);
  });

  it('by the server changes only bookings that are NEW', async () => {
    const searching = await environment.trip('NEW');
    const accepted = await environment.trip('ACCEPTED');
    expect(await environment.booking.cancelBySystem(searching.id, 'no driver came')).toBe(true);
    expect(await environment.booking.cancelBySystem(accepted.id, 'no driver came')).toBe(false);
    expect(await environment.record(searching.id)).toMatchObject({
      status: 'CANCELLED',
      cancelled_by: 'system',
    });
    expect((await environment.record(accepted.id)).status).toBe('ACCEPTED');
  });
});

describe('assign', () => {
  it('offers the booking to a driver of the car type while autoDispatch is off', async () => {
    const admin = await environment.addAdmin();
    const driver = await environment.addDriver();
    const id = await environment.book(await environment.addRider());
    const assign = (uid: string) =>
      environment.call<BookingView>(admin, routes.assignBooking, id, { driver: uid });
    expect((await assign(driver.uid)).code).toBe('transition_not_allowed');
    environment.set({ autoDispatch: false });
    expect((await view(admin, id)).body.actions).toEqual(['assign', 'cancel']);
    expect((await assign(admin.uid)).code).toBe('driver_not_eligible');
    expect((await assign(driver.uid)).body).toMatchObject({ status: 'NEW', requestedCount: 1 });
    environment.set({ autoDispatch: true });
    environment.pass(3_600_000);
    expect((await environment.call(driver, routes.acceptBooking, id)).status).toBe(200);
  });
});
