// Where a driver says he acts counts only as far as he can have got there; and a trip code cannot be guessed at once.
import { type BookingView, routes } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BookingWorld, createBookingWorld, PARQUE, PLAZA } from '../testing/booking-world.ts';

const asAtFirst = settings.parse({});
const MADRID = { lat: 40.4168, lng: -3.7038 };
const AN_HOUR_AWAY = { lat: -34.3, lng: -56.7 };
let world: BookingWorld;
beforeAll(async () => {
  world = await createBookingWorld();
});
afterEach(() => world.set(asAtFirst));
afterAll(() => world.close());

describe('the place a driver names', () => {
  it('on another continent neither starts a trip nor ends it there: nobody pays for the ocean', async () => {
    const { id, rider, driver } = await world.trip('ARRIVED');
    expect((await world.call(driver, routes.startBooking, id, { location: MADRID })).status).toBe(200);
    world.pass(600_000);
    world.stand(driver.uid, PARQUE);
    const answer = await world.call<BookingView>(driver, routes.reachBooking, id, { location: MADRID });
    expect(answer.body.drop).toMatchObject({ lat: PARQUE.lat, lng: PARQUE.lng });
    expect(answer.body.distance).toBeLessThan(10);
    const places = await world.booking.timelineOf(id);
    for (const { lat } of places) expect(lat).toBeLessThan(0);
    const { rows } = await world.database.pool.query('select lat from saved_addresses where uid = $1', [
      rider.uid,
    ]);
    expect(rows).toEqual([{ lat: PARQUE.lat }]);
  });

  it('counts when the car can be there, however long it was silent', async () => {
    const { id, driver } = await world.trip('STARTED');
    const tooSoon = await world.trip('STARTED');
    world.pass(3_600_000);
    const far = await world.call<BookingView>(driver, routes.reachBooking, id, { location: AN_HOUR_AWAY });
    expect(far.body.drop).toMatchObject(AN_HOUR_AWAY);
    world.stand(tooSoon.driver.uid, PLAZA);
    const jump = await world.call<BookingView>(tooSoon.driver, routes.reachBooking, tooSoon.id, {
      location: AN_HOUR_AWAY,
    });
    expect(jump.body.drop).toMatchObject({ lat: PLAZA.lat, lng: PLAZA.lng });
  });

  it('is held against the pickup where the car was never seen', async () => {
    const { id, driver } = await world.trip('STARTED');
    world.fleet.live.remove(driver.uid);
    world.pass(600_000);
    const answer = await world.call<BookingView>(driver, routes.reachBooking, id, { location: MADRID });
    expect(answer.body.drop).toMatchObject({ lat: PLAZA.lat, lng: PLAZA.lng });
  });
});

describe('a trip code', () => {
  const wrongOf = (right: string | null) => (right === '12345' ? '54321' : '12345');

  it('is not guessed by many guesses at once', async () => {
    world.set({ otp_secure: true });
    const { id, driver } = await world.trip('ARRIVED');
    const right = (await world.record(id)).otp;
    const guesses = Array.from({ length: 40 }, () => ({ otp: wrongOf(right) }));
    const all = await Promise.all(guesses.map((guess) => world.call(driver, routes.startBooking, id, guess)));
    const codes = all.map(({ code }) => code);
    expect(codes.filter((code) => code === 'trip_otp_wrong')).toHaveLength(3);
    expect(codes.filter((code) => code === 'trip_otp_paused')).toHaveLength(37);
    expect((await world.record(id)).otp_checks).toBe(3);
    expect((await world.call(driver, routes.startBooking, id, { otp: right })).code).toBe('trip_otp_paused');
  });

  it('wrong three times is asked for again after half a minute, then after a minute; the rider hears', async () => {
    world.set({ otp_secure: true });
    const { id, rider, driver } = await world.trip('ARRIVED');
    const right = (await world.record(id)).otp;
    const type = (otp: string | null) => world.call(driver, routes.startBooking, id, { otp });
    const told = async () => {
      const { rows } = await world.database.pool.query(
        `select topics from outbox where name = 'booking.trip_code_refused' and data->>'booking_id' = $1`,
        [id],
      );
      return rows.map(({ topics }) => topics);
    };
    for (const pauseSecs of [30, 60]) {
      for (let time = 0; time < 3; time += 1)
        expect((await type(wrongOf(right))).code).toBe('trip_otp_wrong');
      const held = await type(right);
      expect(held).toMatchObject({ status: 429, code: 'trip_otp_paused' });
      expect(held.headers['retry-after']).toBe(String(pauseSecs));
      world.pass(pauseSecs * 1000 - 1);
      expect((await type(right)).headers['retry-after']).toBe('1');
      world.pass(1);
    }
    expect(await told()).toEqual([[`bookings:customer:${rider.uid}`], [`bookings:customer:${rider.uid}`]]);
    expect((await type(right)).status).toBe(200);
    expect((await world.record(id)).status).toBe('STARTED');
  });

  it('told late and wrong leaves the trip where it was; told right it starts when it started', async () => {
    world.set({ otp_secure: true });
    const { id, driver } = await world.trip('ARRIVED');
    const right = (await world.record(id)).otp;
    const began = world.now() + 60_000;
    world.pass(600_000);
    const start = (otp: string | null) => world.call(driver, routes.startBooking, id, { otp, at: began });
    expect((await start(wrongOf(right))).code).toBe('trip_otp_wrong');
    expect((await world.call(driver, routes.reachBooking, id, { location: PARQUE })).code).toBe(
      'transition_not_allowed',
    );
    expect((await world.record(id)).status).toBe('ARRIVED');
    expect((await start(right)).status).toBe(200);
    expect((await world.record(id)).trip_start_time).toBe(began);
  });
});
