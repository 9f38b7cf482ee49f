// Tests that an admin charges an unpaid trip to the wallet of its rider, so that the driver is paid.
import { type BookingView, routes } from '@kerb/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { createBookingEnvironment } from '../testing/booking-environment.ts';
import { card, createMoneyTools } from '../testing/money-tools.ts';

const environment = await createBookingEnvironment();
let admin: Actor;
beforeAll(async () => {
  admin = await environment.addAdmin();
});
afterAll(() => environment.close());
const { balanceOf, captured, changes } = createMoneyTools(environment);
const charge = (who: Actor, id: string) => environment.call<BookingView>(who, routes.chargeBooking, id, {});

it('pays the driver and leaves the rider with a debt, which keeps the rider from booking', async () => {
  const { id, rider, driver } = await environment.trip('REACHED', card());
  const { trip_cost, driver_share, convenience_fees } = await environment.record(id);
  const seen = await environment.call<BookingView>(admin, routes.getBooking, id);
  expect(seen.body.actions).toContain('charge');
  const moved = await changes(async () => expect((await charge(admin, id)).status).toBe(200));
  expect(moved).toEqual({ platform_revenue: convenience_fees });
  expect(await environment.record(id)).toMatchObject({
    status: 'PAID',
    used_wallet_money: trip_cost,
    customer_paid: trip_cost,
    payable_amount: 0,
    paid_at: environment.now(),
  });
  expect(await balanceOf(driver.uid)).toBe(driver_share);
  expect(await balanceOf(rider.uid)).toBe(-trip_cost);
  const request = await environment.request(rider);
  expect((await environment.call(rider, routes.createBooking, null, request)).code).toBe('payment_due');
});

it('charges once, and a card payment that arrives later is refunded', async () => {
  const { id, rider, driver } = await environment.trip('REACHED', card());
  const { trip_cost, driver_share } = await environment.record(id);
  const answers = await Promise.all([1, 2, 3].map(() => charge(admin, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const payment = await captured(id, rider, trip_cost);
  expect(environment.payments.refundsOf(payment)).toMatchObject([{ amount: trip_cost }]);
  expect(await balanceOf(driver.uid)).toBe(driver_share);
  expect(await balanceOf(rider.uid)).toBe(-trip_cost);
});

it('is for admins, and only for a trip that is over and not paid', async () => {
  const { id, rider, driver } = await environment.trip('REACHED', card());
  for (const who of [rider, driver, await environment.addFleetAdmin()])
    expect((await charge(who, id)).code).toBe('forbidden');
  for (const status of ['STARTED', 'PAID'] as const)
    expect((await charge(admin, (await environment.trip(status)).id)).code).toBe('transition_not_allowed');
});
