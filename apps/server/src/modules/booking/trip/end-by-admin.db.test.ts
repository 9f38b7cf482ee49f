// Tests that an admin ends a trip whose driver is gone: place, time, price, and what follows.
import { type BookingView, routes } from '@kerb/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { createBookingEnvironment, PARQUE } from '../testing/booking-environment.ts';
import { card, createMoneyTools } from '../testing/money-tools.ts';

const environment = await createBookingEnvironment();
let admin: Actor;
beforeAll(async () => {
  admin = await environment.addAdmin();
});
afterAll(() => environment.close());
const { balanceOf } = createMoneyTools(environment);

const end = (who: Actor, id: string, body: object = {}) =>
  environment.call<BookingView>(who, routes.reachBooking, id, body);
const wallet = { paymentPacket: { payment_mode: 'wallet' } };
const HOUR = 3_600_000;

describe('a trip whose driver is gone', () => {
  it('ends where and when the car was last seen, regardless of the place that the admin reports', async () => {
    const { id, rider, driver } = await environment.trip('STARTED', card());
    const quoted = (await environment.record(id)).trip_cost;
    environment.pass(300_000);
    environment.stand(driver.uid, PARQUE);
    const lastSeen = environment.now();
    environment.pass(5 * HOUR);
    const answer = await end(admin, id, { location: { lat: -34.8, lng: -56.1 } });
    expect(answer.status).toBe(200);
    const ended = await environment.record(id);
    expect(ended).toMatchObject({
      status: 'PENDING',
      trip_end_time: lastSeen,
      total_trip_time: 300,
      fare_review: null,
    });
    expect(ended.drop_point.lat).toBeCloseTo(PARQUE.lat, 6);
    expect(ended.trip_cost).toBeLessThanOrEqual(quoted);
    expect(await environment.queueOf(driver.uid)).toBe(false);
    expect((await end(driver, id)).code).toBe('transition_not_allowed');
    expect(await balanceOf(rider.uid)).toBe(0);
  });

  it('costs at most the quoted price, without a review, however far the car went on', async () => {
    const { id, driver } = await environment.trip('STARTED', { credit: 9000_00, ...wallet });
    const { estimate, trip_cost: quoted } = await environment.record(id);
    environment.pass(3 * HOUR);
    environment.stand(driver.uid, { lat: -34.85, lng: -56.05 });
    expect((await end(admin, id)).status).toBe(200);
    const ended = await environment.record(id);
    expect(ended).toMatchObject({ status: 'PAID', trip_cost: quoted, fare_review: null });
    expect(quoted).toBe(estimate);
    expect(ended.driver_share + ended.convenience_fees).toBe(quoted);
    expect(ended.breakdown.lines.at(-1)?.kind).toBe('over_tolerance');
    expect(await balanceOf(driver.uid)).toBe(ended.driver_share);
  });

  it('costs what the meter says when that is less', async () => {
    const { id } = await environment.trip('STARTED', card());
    const quoted = (await environment.record(id)).trip_cost;
    environment.pass(5 * HOUR);
    await end(admin, id);
    expect((await environment.record(id)).trip_cost).toBeLessThan(quoted);
  });

  it('is charged to the wallet when the driver has not collected its cash, which frees the driver', async () => {
    const { id, rider, driver } = await environment.trip('STARTED');
    expect((await end(admin, id)).body.status).toBe('REACHED');
    expect((await environment.call(admin, routes.chargeBooking, id, {})).body.status).toBe('PAID');
    const { trip_cost, driver_share } = await environment.record(id);
    expect(await balanceOf(rider.uid)).toBe(-trip_cost);
    expect(await balanceOf(driver.uid)).toBe(driver_share);
    expect(await environment.queueOf(driver.uid)).toBe(false);
  });
});

it('the rider cannot end the trip, and an admin only a started one', async () => {
  const { id, rider } = await environment.trip('STARTED');
  expect((await end(rider, id)).code).toBe('forbidden');
  const { id: arrived } = await environment.trip('ARRIVED');
  expect((await end(admin, arrived)).code).toBe('transition_not_allowed');
});
