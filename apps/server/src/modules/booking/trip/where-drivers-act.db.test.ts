// Tests that a driver's reported location counts only if they can have reached it, and that trip codes cannot be
// brute-forced.
import { type BookingView, routes } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PARQUE,
  PLAZA,
} from '../testing/booking-environment.ts';

const asAtFirst = settings.parse({});
const MADRID = { lat: 40.4168, lng: -3.7038 };
const AN_HOUR_AWAY = { lat: -34.3, lng: -56.7 };
let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterEach(() => environment.set(asAtFirst));
afterAll(() => environment.close());

describe('the position sent with a step', () => {
  it('on another continent is ignored for start and end of the trip, and adds no distance', async () => {
    const { id, rider, driver } = await environment.trip('ARRIVED');
    expect((await environment.call(driver, routes.startBooking, id, { location: MADRID })).status).toBe(200);
    environment.pass(600_000);
    environment.stand(driver.uid, PARQUE);
    const answer = await environment.call<BookingView>(driver, routes.reachBooking, id, { location: MADRID });
    expect(answer.body.drop).toMatchObject({ lat: PARQUE.lat, lng: PARQUE.lng });
    expect(answer.body.distance).toBeLessThan(10);
    const places = await environment.booking.timelineOf(id);
    for (const { lat } of places) expect(lat).toBeLessThan(0);
    const { rows } = await environment.database.pool.query('select lat from saved_addresses where uid = $1', [
      rider.uid,
    ]);
    expect(rows).toEqual([{ lat: PARQUE.lat }]);
  });

  it('is accepted if the car can have reached it since its last position', async () => {
    const { id, driver } = await environment.trip('STARTED');
    const tooSoon = await environment.trip('STARTED');
    environment.pass(3_600_000);
    const far = await environment.call<BookingView>(driver, routes.reachBooking, id, {
      location: AN_HOUR_AWAY,
    });
    expect(far.body.drop).toMatchObject(AN_HOUR_AWAY);
    environment.stand(tooSoon.driver.uid, PLAZA);
    const jump = await environment.call<BookingView>(tooSoon.driver, routes.reachBooking, tooSoon.id, {
      location: AN_HOUR_AWAY,
    });
    expect(jump.body.drop).toMatchObject({ lat: PLAZA.lat, lng: PLAZA.lng });
  });

  it('is checked against the pickup when the car has no position', async () => {
    const { id, driver } = await environment.trip('STARTED');
    environment.fleet.live.remove(driver.uid);
    environment.pass(600_000);
    const answer = await environment.call<BookingView>(driver, routes.reachBooking, id, { location: MADRID });
    expect(answer.body.drop).toMatchObject({ lat: PLAZA.lat, lng: PLAZA.lng });
  });
});

describe('a trip that ends without a location', () => {
  const reach = async (id: string, driver: Actor, body = {}) =>
    (await environment.call<BookingView>(driver, routes.reachBooking, id, body)).body;

  it('ends at the booked drop after the phone was in the background, and is charged for the route', async () => {
    const { id, driver } = await environment.trip('STARTED');
    environment.pass(1_500_000);
    const ended = await reach(id, driver);
    expect(ended.drop).toMatchObject(PARQUE);
    expect(ended.distance).toBeCloseTo(ended.estimateDistance, 1);
    expect(ended.fare_change_reason).not.toBe('distance');
  });

  it('ends at the last position when that is recent', async () => {
    const { id, driver } = await environment.trip('STARTED');
    environment.pass(1_500_000);
    environment.stand(driver.uid, PLAZA);
    environment.pass(20_000);
    expect((await reach(id, driver)).drop).toMatchObject({ lat: PLAZA.lat, lng: PLAZA.lng });
  });

  it('ends at the last position when the car cannot be at the drop yet', async () => {
    const drop = { lat: -34.7, lng: -56.4, add: 'Ruta 5' };
    const { id, driver } = await environment.trip('STARTED', {
      drop,
      estimate: await environment.estimate(null, { drop }),
    });
    environment.pass(60_000);
    const ended = await reach(id, driver);
    expect(ended.drop).toMatchObject({ lat: PLAZA.lat, lng: PLAZA.lng });
    expect(ended.distance).toBe(0);
  });

  it('is charged for no more than the car can have driven', async () => {
    const { id, driver } = await environment.trip('STARTED');
    environment.pass(40_000);
    const ended = await reach(id, driver);
    expect(ended.distance).toBeLessThan(ended.estimateDistance / 2);
  });
});

describe('a trip code', () => {
  const wrongOf = (right: string | null) => (right === '12345' ? '54321' : '12345');

  it('cannot be guessed by concurrent attempts', async () => {
    environment.set({ otp_secure: true });
    const { id, driver } = await environment.trip('ARRIVED');
    const right = (await environment.record(id)).otp;
    const guesses = Array.from({ length: 40 }, () => ({ otp: wrongOf(right) }));
    const all = await Promise.all(
      guesses.map((guess) => environment.call(driver, routes.startBooking, id, guess)),
    );
    const codes = all.map(({ code }) => code);
    expect(codes.filter((code) => code === 'trip_otp_wrong')).toHaveLength(3);
    expect(codes.filter((code) => code === 'trip_otp_paused')).toHaveLength(37);
    expect((await environment.record(id)).otp_checks).toBe(3);
    expect((await environment.call(driver, routes.startBooking, id, { otp: right })).code).toBe(
      'trip_otp_paused',
    );
  });

  it('after three wrong attempts pauses for half a minute, then for a minute, and the rider is notified', async () => {
    environment.set({ otp_secure: true });
    const { id, rider, driver } = await environment.trip('ARRIVED');
    const right = (await environment.record(id)).otp;
    const type = (otp: string | null) => environment.call(driver, routes.startBooking, id, { otp });
    const notifiedTopics = async () => {
      const { rows } = await environment.database.pool.query(
        `select topics from outbox_events where name = 'booking.trip_code_refused' and data->>'booking_id' = $1`,
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
      environment.pass(pauseSecs * 1000 - 1);
      expect((await type(right)).headers['retry-after']).toBe('1');
      environment.pass(1);
    }
    expect(await notifiedTopics()).toEqual([
      [`bookings:customer:${rider.uid}`],
      [`bookings:customer:${rider.uid}`],
    ]);
    expect((await type(right)).status).toBe(200);
    expect((await environment.record(id)).status).toBe('STARTED');
  });

  it('reported late starts the trip at the reported time if it is right, and is rejected if it is wrong', async () => {
    environment.set({ otp_secure: true });
    const { id, driver } = await environment.trip('ARRIVED');
    const right = (await environment.record(id)).otp;
    const began = environment.now() + 60_000;
    environment.pass(600_000);
    const start = (otp: string | null) =>
      environment.call(driver, routes.startBooking, id, { otp, at: began });
    expect((await start(wrongOf(right))).code).toBe('trip_otp_wrong');
    expect((await environment.call(driver, routes.reachBooking, id, { location: PARQUE })).code).toBe(
      'transition_not_allowed',
    );
    expect((await environment.record(id)).status).toBe('ARRIVED');
    expect((await start(right)).status).toBe(200);
    expect((await environment.record(id)).trip_start_time).toBe(began);
  });
});
