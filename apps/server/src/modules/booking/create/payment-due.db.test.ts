// Tests that riders who owe money cannot book for themselves before they have paid.
import { routes } from '@kerb/contract';
import { minor } from '@kerb/domain/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { createBookingEnvironment } from '../testing/booking-environment.ts';
import { card, createMoneyTools } from '../testing/money-tools.ts';

const environment = await createBookingEnvironment();
let admin: Actor;
beforeAll(async () => {
  admin = await environment.addAdmin();
  await environment.addDriver();
});
afterAll(() => environment.close());
const { captured, balanceOf } = createMoneyTools(environment);

const book = async (booker: Actor, change: Record<string, unknown> = {}) =>
  environment.call<{ booking_id: string }>(
    booker,
    routes.createBooking,
    null,
    await environment.request(booker, change),
  );

/** A rider whose wallet is below zero by the fee of a late cancellation. */
async function riderWithFee(): Promise<Actor> {
  const { id, rider } = await environment.trip('ACCEPTED');
  environment.pass(3 * 60_000);
  await environment.call(rider, routes.cancelBooking, id, { reason: 'changed my mind' });
  expect(await balanceOf(rider.uid)).toBe(-60_00);
  await environment.addDriver();
  return rider;
}

it('rejects the booking of a rider with an unpaid trip, now and later, until the trip is paid', async () => {
  const { id, rider } = await environment.trip('REACHED', card());
  await environment.addDriver();
  const { status, trip_cost } = await environment.record(id);
  expect(status).toBe('PENDING');
  expect(await book(rider)).toMatchObject({ status: 402, code: 'payment_due' });
  const later = { bookLater: true, tripdate: environment.now() + 3_600_000 };
  expect((await book(rider, later)).code).toBe('payment_due');
  await captured(id, rider, trip_cost);
  expect((await book(rider)).status).toBe(201);
});

it('rejects the booking of a rider whose wallet is below zero, until it is topped up', async () => {
  const rider = await riderWithFee();
  expect((await book(rider)).code).toBe('payment_due');
  await environment.credit(rider.uid, minor(59_99));
  expect((await book(rider)).code).toBe('payment_due');
  await environment.credit(rider.uid, minor(1));
  expect((await book(rider)).status).toBe(201);
});

it('an admin books for a rider who owes', async () => {
  const rider = await riderWithFee();
  const answer = await book(admin, { booking_type_admin: true, userDetails: { uid: rider.uid } });
  expect(answer.status).toBe(201);
});

it('a repeated request gets its booking although the rider owes by now', async () => {
  const { id, rider } = await environment.trip('REACHED', card());
  const { quote } = await environment.record(id);
  const request = await environment.request(rider, { estimate: quote });
  const answer = await environment.call<{ booking_id: string }>(rider, routes.createBooking, null, request);
  expect([answer.status, answer.body.booking_id]).toEqual([201, id]);
});
