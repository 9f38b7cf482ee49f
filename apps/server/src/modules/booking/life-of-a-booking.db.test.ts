// The steps of a booking over HTTP, from the quote to the rating: what each changes, and what it refuses.
import { type BookingView, routes } from '@kerb/contract';
import { lengthKm } from '@kerb/domain/geo';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BookingWorld, createBookingWorld, PARQUE, PLAZA } from './testing/booking-world.ts';

const asAtFirst = settings.parse({});
let world: BookingWorld;
beforeAll(async () => {
  world = await createBookingWorld();
});
afterEach(() => world.set(asAtFirst));
afterAll(() => world.close());

const view = (actor: Parameters<BookingWorld['call']>[0], id: string) =>
  world.call<BookingView>(actor, routes.getBooking, id);
const somewhereElse = { lat: -34.89, lng: -56.15, add: 'Avenida Italia 2000' };

describe('accept', () => {
  it('gives the booking to the driver, who is busy from then on, and asks nobody else any more', async () => {
    const { id, rider, driver } = await world.trip('NEW');
    const other = await world.addDriver();
    await world.ask(id, [other]);
    const answer = await world.call<BookingView>(driver, routes.acceptBooking, id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'ACCEPTED',
      driver: driver.uid,
      vehicle_description: 'Chevrolet Onix',
      actions: ['arrive', 'cancel'],
      driver_accept_time: world.now(),
    });
    expect(await world.queueOf(driver.uid)).toBe(true);
    expect(await world.booking.openRequests(id)).toEqual([]);
    expect((await world.booking.timelineOf(id)).map(({ status }) => status)).toEqual(['ACCEPTED']);
    expect((await view(rider, id)).body).toMatchObject({
      actions: ['cancel'],
      driver_contact: expect.any(String),
    });
    expect((await world.call(other, routes.acceptBooking, id)).code).toBe('booking_taken');
  });

  it('is refused to drivers never asked, too late, busy, off duty or blocked by their wallet', async () => {
    const { id, driver } = await world.trip('NEW');
    const stranger = await world.addDriver();
    expect((await world.call(stranger, routes.acceptBooking, id)).code).toBe('not_found');
    const busy = await world.trip('ACCEPTED');
    await world.ask(id, [busy.driver]);
    expect((await world.call(busy.driver, routes.acceptBooking, id)).code).toBe('driver_busy');
    world.set({ negativeBalance: false });
    expect((await world.call(driver, routes.acceptBooking, id)).code).toBe('wallet_blocked');
    world.set({ negativeBalance: true });
    world.pass(30_000);
    expect((await world.call(driver, routes.acceptBooking, id)).code).toBe('transition_not_allowed');
    expect(await world.record(id)).toMatchObject({ status: 'NEW', driver: null });
  });

  it('is refused once a document has run out, while a trip under way goes on to its end', async () => {
    const [waiting, driving] = [await world.trip('NEW'), await world.trip('ACCEPTED')];
    const runOut = ({ uid }: { uid: string }, at: number | null) =>
      world.database.pool.query('update drivers set documents_valid_until = $2 where uid = $1', [uid, at]);
    await runOut(waiting.driver, world.now());
    await runOut(driving.driver, world.now());
    const accept = () => world.call(waiting.driver, routes.acceptBooking, waiting.id);
    expect((await accept()).code).toBe('documents_expired');
    expect((await world.call(driving.driver, routes.arriveBooking, driving.id)).status).toBe(200);
    const [admin, other] = [await world.addAdmin(), await world.trip('NEW')];
    world.set({ autoDispatch: false });
    const assigned = await world.call(admin, routes.assignBooking, other.id, { driver: waiting.driver.uid });
    world.set({ autoDispatch: true });
    expect(assigned.code).toBe('driver_not_eligible');
    await runOut(waiting.driver, world.now() + 1);
    expect((await accept()).status).toBe(200);
  });
});

describe('decline', () => {
  it('leaves the booking NEW while others are asked, and cancels it with the last', async () => {
    const { id, rider, driver } = await world.trip('NEW');
    const second = await world.addDriver();
    await world.ask(id, [second]);
    expect((await world.call(driver, routes.declineBooking, id)).status).toBe(204);
    expect((await world.record(id)).status).toBe('NEW');
    expect((await world.call(driver, routes.declineBooking, id)).code).toBe('not_found');
    expect((await world.call(driver, routes.acceptBooking, id)).code).toBe('transition_not_allowed');
    expect(await world.ask(id, [driver, second])).toEqual([second.uid]);
    expect((await world.call(second, routes.declineBooking, id)).status).toBe(204);
    expect((await view(rider, id)).body).toMatchObject({ status: 'CANCELLED', cancelledBy: 'driver' });
  });
});

describe('start', () => {
  it('takes the trip code while secure OTP is on', async () => {
    world.set({ otp_secure: true });
    const { id, rider, driver } = await world.trip('ARRIVED');
    world.set({ otp_secure: false });
    const { body } = await view(rider, id);
    expect(String(body.otp)).toMatch(/^[1-9]\d{4}$/);
    expect((await view(driver, id)).body).toMatchObject({ otp: null, otp_required: true });
    const wrong = body.otp === 12345 ? '54321' : '12345';
    for (const otp of [undefined, wrong, '']) {
      const answer = await world.call(driver, routes.startBooking, id, otp === undefined ? {} : { otp });
      expect(answer.code).toBe('trip_otp_wrong');
    }
    expect((await world.record(id)).otp_checks).toBe(3);
    world.pass(30_000);
    expect((await world.call(driver, routes.startBooking, id, { otp: String(body.otp) })).status).toBe(200);
  });

  it('needs to know where the driver is', async () => {
    const { id, driver } = await world.trip('ARRIVED');
    world.fleet.live.remove(driver.uid);
    expect((await world.call(driver, routes.startBooking, id)).code).toBe('location_fetch_error');
    expect((await world.call(driver, routes.startBooking, id, { location: PLAZA })).status).toBe(200);
  });
});

describe('reach', () => {
  it('ends where the driver is, priced by the way and the time really driven', async () => {
    const { id, rider, driver } = await world.trip('STARTED');
    const before = await world.record(id);
    const start = world.now();
    await world.booking.appendTrail({ booking: id, driver: driver.uid }, [
      { at: start + 60_000, lat: -34.9, lng: -56.18 },
      { at: start + 120_000, lat: -34.895, lng: -56.165 },
      // measured before the trip started: not part of it
      { at: start - 60_000, lat: -34.5, lng: -56.0 },
    ]);
    world.pass(900_000);
    const answer = await world.call<BookingView>(driver, routes.reachBooking, id, {
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
    expect(await world.queueOf(driver.uid)).toBe(true);
    const { rows } = await world.database.pool.query(
      'select description, count from saved_addresses where uid = $1',
      [rider.uid],
    );
    expect(rows).toEqual([{ description: 'Calle -34.8900', count: 1 }]);
  });

  it('charges no longer way than the positions show, whatever detours directions find through them', async () => {
    const { id, driver } = await world.trip('STARTED');
    const eastwards = Array.from({ length: 60 }, (_, index) => ({
      at: world.now() + index * 5_000,
      lat: PLAZA.lat,
      lng: PLAZA.lng + index * 0.0005,
    }));
    await world.booking.appendTrail({ booking: id, driver: driver.uid }, eastwards);
    world.pass(300_000);
    const location = { lat: PLAZA.lat, lng: PLAZA.lng + 0.03 };
    const { body } = await world.call<BookingView>(driver, routes.reachBooking, id, { location });
    expect(body.distance).toBeCloseTo(lengthKm([PLAZA, location]) * 1.0055, 2);
  });

  it('still ends where no road leads through the trail', async () => {
    const { id, driver } = await world.trip('STARTED');
    world.pass(60_000);
    world.breakMap(true);
    const answer = await world.call<BookingView>(driver, routes.reachBooking, id, { location: PARQUE });
    world.breakMap(false);
    expect(answer.status).toBe(200);
    expect(answer.body.drop.add).toBe(PARQUE.add);
    expect(answer.body.distance).toBeGreaterThan(2);
  });

  it('keeps price and drop of a delivery', async () => {
    world.set({ appcat: 'delivery' });
    const rider = await world.addRider();
    const driver = await world.addDriver();
    const instructionData = { deliveryPerson: 'Leo', deliveryPersonPhone: '099 123 456' };
    const id = await world.book(rider, { instructionData });
    expect((await world.record(id)).status).toBe('PAYMENT_PENDING');
    expect((await view(rider, id)).body.actions).toEqual(['pay', 'cancel']);
    await world.credit(rider.uid, 1_000_00);
    expect((await world.call(rider, routes.payBooking, id, { payment_mode: 'wallet' })).status).toBe(200);
    const booked = await world.record(id);
    expect(booked).toMatchObject({ status: 'NEW', prepaid: true, customer_paid: booked.trip_cost });
    await world.ask(id, [driver]);
    for (const route of [routes.acceptBooking, routes.arriveBooking, routes.startBooking])
      expect((await world.call(driver, route, id)).status).toBe(200);
    world.pass(3_600_000);
    const reached = await world.call<BookingView>(driver, routes.reachBooking, id, {
      location: somewhereElse,
    });
    world.set({ appcat: 'taxi' });
    expect(reached.body).toMatchObject({ status: 'PAID', fare_change_reason: null });
    expect((await view(rider, id)).body.drop).toEqual(PARQUE);
    expect(reached.body.trip_cost).toBe(reached.body.estimate);
    expect(await world.wallet.balanceOf(driver.uid)).toBe(booked.driver_share);
    expect(await world.wallet.balanceOf(rider.uid)).toBe(1_000_00 - booked.trip_cost);
    expect(await world.queueOf(driver.uid)).toBe(false);
  });
});

describe('money at the end', () => {
  it('cash: the driver collects once, and owes the fee out of his wallet', async () => {
    const { id, rider, driver } = await world.trip('REACHED');
    expect((await world.call(rider, routes.collectBooking, id)).code).toBe('forbidden');
    const answers = await Promise.all([1, 2].map(() => world.call(driver, routes.collectBooking, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const booking = await world.record(id);
    expect(booking).toMatchObject({
      status: 'PAID',
      cash_payment_amount: booking.trip_cost,
      payable_amount: 0,
    });
    expect(await world.wallet.balanceOf(driver.uid)).toBe(-booking.convenience_fees);
    expect(await world.queueOf(driver.uid)).toBe(false);
    const [cost, share] = [booking.trip_cost / 100, booking.driver_share / 100];
    const { body } = await world.call(driver, routes.getWallet, null);
    expect(body).toMatchObject({
      walletBalance: -booking.convenience_fees / 100,
      items: [
        { type: 'Debit', amount: cost, txRef: id, booking: id, balance: -booking.convenience_fees / 100 },
        { type: 'Credit', amount: share, txRef: id, booking: id, balance: share },
      ],
    });
    const first = await world.call(driver, routes.getWallet, null, undefined, '?limit=1');
    const rest = await world.call(
      driver,
      routes.getWallet,
      null,
      undefined,
      `?cursor=${first.body.nextCursor}`,
    );
    expect(rest.body).toMatchObject({ items: [{ type: 'Credit' }], nextCursor: null });
    expect((await world.call(rider, routes.getWallet, null)).body).toMatchObject({
      walletBalance: 0,
      items: [],
    });
  });

  it('wallet: paid at once when the balance covers it, else PENDING until it does', async () => {
    const covered = await world.trip('REACHED', {
      credit: 1_000_00,
      paymentPacket: { payment_mode: 'wallet' },
    });
    expect(await world.record(covered.id)).toMatchObject({ status: 'PAID', cash_payment_amount: 0 });

    const short = await world.trip('STARTED', { credit: 300_00, paymentPacket: { payment_mode: 'wallet' } });
    world.pass(5 * 3_600_000);
    await world.call(short.driver, routes.reachBooking, short.id, { location: PARQUE });
    expect((await world.record(short.id)).status).toBe('PENDING');
    expect(await world.queueOf(short.driver.uid)).toBe(false);
    expect((await view(short.rider, short.id)).body.actions).toEqual(['pay']);
    const pay = () => world.call(short.rider, routes.payBooking, short.id, { payment_mode: 'wallet' });
    expect((await pay()).code).toBe('insufficient_wallet');
    await world.credit(short.rider.uid, 5_000_00);
    const twice = await Promise.all([pay(), pay()]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    const paid = await world.record(short.id);
    expect(await world.wallet.balanceOf(short.rider.uid)).toBe(5_300_00 - paid.trip_cost);
    expect(await world.wallet.balanceOf(short.driver.uid)).toBe(paid.driver_share);
  });

  it('card: PENDING, and cash instead when the rider says so and the driver confirms', async () => {
    const { id, rider, driver } = await world.trip('REACHED', { paymentPacket: { payment_mode: 'card' } });
    expect((await world.record(id)).status).toBe('PENDING');
    expect((await world.call(driver, routes.collectBooking, id)).code).toBe('transition_not_allowed');
    expect((await world.call(rider, routes.payBooking, id, { payment_mode: 'cash' })).body.status).toBe(
      'PENDING',
    );
    // Free since the trip ended: taking the money later must not free him from the next trip.
    const next = await world.addRider();
    const nextId = await world.book(next);
    await world.ask(nextId, [driver]);
    expect((await world.call(driver, routes.acceptBooking, nextId)).status).toBe(200);
    expect((await world.call(driver, routes.collectBooking, id)).body.status).toBe('PAID');
    expect(await world.queueOf(driver.uid)).toBe(true);
  });
});

describe('rate', () => {
  it('completes with a rating, counted once; or without', async () => {
    const { id, rider, driver } = await world.trip('PAID');
    expect((await world.call(driver, routes.rateBooking, id, { rating: 5 })).code).toBe('forbidden');
    expect((await world.call(rider, routes.rateBooking, id, { rating: 6 })).code).toBe('invalid_input');
    const answers = await Promise.all(
      [1, 2].map(() => world.call(rider, routes.rateBooking, id, { rating: 4, comment: 'Kind' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETE', rating: 4, rating_comment: 'Kind' });
    expect((await world.identity.userOf(driver.uid))?.ratings).toEqual({ userrating: '4.0', count: 1 });

    const skipped = await world.trip('PAID');
    expect((await world.call(skipped.rider, routes.rateBooking, skipped.id, { rating: null })).status).toBe(
      200,
    );
    expect((await world.identity.userOf(skipped.driver.uid))?.ratings.count).toBe(0);
  });

  it('completes by itself, by a job planned when the trip was paid', async () => {
    const { id } = await world.trip('PAID');
    const { rows } = await world.database.pool.query(
      'select run_at from graphile_worker.jobs where key = $1',
      [`booking.complete:${id}`],
    );
    expect(rows.map(({ run_at }) => run_at.getTime())).toEqual([world.now() + 24 * 3_600_000]);
    await world.jobs['booking.complete']?.({ id });
    await world.jobs['booking.complete']?.({ id });
    expect((await world.record(id)).status).toBe('COMPLETE');
  });
});

describe('cancel', () => {
  const cancel = (actor: Parameters<BookingWorld['call']>[0], id: string) =>
    world.call<BookingView>(actor, routes.cancelBooking, id, { reason: 'Waited too long' });

  it('is free while nobody has accepted, and takes the task from the drivers asked', async () => {
    const { id, rider, driver } = await world.trip('NEW');
    expect(await world.booking.tasksOf(driver.uid)).toHaveLength(1);
    expect((await cancel(rider, id)).body).toMatchObject({
      status: 'CANCELLED',
      cancelledBy: 'rider',
      reason: 'Waited too long',
      cancellationFee: 0,
      actions: [],
    });
    expect(await world.booking.tasksOf(driver.uid)).toEqual([]);
    expect((await cancel(rider, id)).code).toBe('transition_not_allowed');
  });

  it('costs the rider the slab of the minutes since the driver accepted', async () => {
    const { id, rider, driver } = await world.trip('ARRIVED');
    world.pass(3 * 60_000);
    expect((await cancel(rider, id)).body.cancellationFee).toBe(60);
    expect(await world.wallet.balanceOf(rider.uid)).toBe(-60_00);
    expect(await world.wallet.balanceOf(driver.uid)).toBe(60_00);
    expect(await world.queueOf(driver.uid)).toBe(false);
  });

  it('costs nothing when the driver or an admin does it, and is impossible once started', async () => {
    const byDriver = await world.trip('ARRIVED');
    world.pass(20 * 60_000);
    expect((await cancel(byDriver.driver, byDriver.id)).body.cancellationFee).toBe(0);
    const admin = await world.addAdmin();
    const byAdmin = await world.trip('ACCEPTED');
    expect((await cancel(admin, byAdmin.id)).body).toMatchObject({
      cancelledBy: 'admin',
      cancellationFee: 0,
    });
    const started = await world.trip('STARTED');
    for (const actor of [started.rider, started.driver, admin])
      expect((await cancel(actor, started.id)).code).toBe('transition_not_allowed');
  });

  it('is refused to riders and admins in demonstration mode', async () => {
    const { id, rider } = await world.trip('NEW');
    world.set({ AllowCriticalEditsAdmin: false });
    const answer = await cancel(rider, id);
    world.set({ AllowCriticalEditsAdmin: true });
    expect(answer.code).toBe('demo_mode');
    expect((await world.record(id)).status).toBe('NEW');
  });

  it('gives a prepayment back', async () => {
    world.set({ appcat: 'delivery' });
    const rider = await world.addRider();
    await world.addDriver();
    await world.credit(rider.uid, 900_00);
    const instructionData = { deliveryPerson: 'Leo', deliveryPersonPhone: '099 123 456' };
    const id = await world.book(rider, { instructionData });
    world.set({ appcat: 'taxi' });
    await world.call(rider, routes.payBooking, id, { payment_mode: 'wallet' });
    expect(await world.wallet.balanceOf(rider.uid)).toBeLessThan(900_00);
    expect((await cancel(rider, id)).status).toBe(200);
    expect(await world.wallet.balanceOf(rider.uid)).toBe(900_00);
  });

  it('by Kerb touches only bookings that are NEW', async () => {
    const searching = await world.trip('NEW');
    const accepted = await world.trip('ACCEPTED');
    expect(await world.booking.cancelBySystem(searching.id, 'nobody came')).toBe(true);
    expect(await world.booking.cancelBySystem(accepted.id, 'nobody came')).toBe(false);
    expect(await world.record(searching.id)).toMatchObject({ status: 'CANCELLED', cancelled_by: 'system' });
    expect((await world.record(accepted.id)).status).toBe('ACCEPTED');
  });
});

describe('assign', () => {
  it('asks a driver of the car type, while autoDispatch is off', async () => {
    const admin = await world.addAdmin();
    const driver = await world.addDriver();
    const id = await world.book(await world.addRider());
    const assign = (uid: string) => world.call<BookingView>(admin, routes.assignBooking, id, { driver: uid });
    expect((await assign(driver.uid)).code).toBe('transition_not_allowed');
    world.set({ autoDispatch: false });
    expect((await view(admin, id)).body.actions).toEqual(['assign', 'cancel']);
    expect((await assign(admin.uid)).code).toBe('driver_not_eligible');
    expect((await assign(driver.uid)).body).toMatchObject({ status: 'NEW', requestedCount: 1 });
    world.set({ autoDispatch: true });
    world.pass(3_600_000);
    expect((await world.call(driver, routes.acceptBooking, id)).status).toBe(200);
  });
});
