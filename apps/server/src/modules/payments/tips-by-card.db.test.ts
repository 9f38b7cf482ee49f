// Tests tips by card: the capture tops up the rider's wallet, and the amount is transferred to the driver once.

import { afterAll, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../kit/testing/wait-for.ts';
import { createPaidBookingEnvironment } from './testing/paid-booking-environment.ts';

const environment = await createPaidBookingEnvironment();
afterAll(() => environment.close());
beforeEach(environment.agree);
const { stripe, paid, person, checkout, call, webhook, walletOf, sql } = environment;

/** Makes a trip of 110.00, paid by card, with a driver. */
async function drivenTrip() {
  const driver = await person('driver');
  const { rider, order: booking } = await paid();
  await sql('update bookings set driver = $2, trip_end_time = $3 where id = $1', [
    booking,
    driver.uid,
    environment.clock.time,
  ]);
  return { rider, driver, booking };
}
type Trip = Awaited<ReturnType<typeof drivenTrip>>;

async function openTip({ rider, booking }: Trip, amount = 15) {
  const answer = await call('POST', `/bookings/${booking}/tip/payment`, { as: rider, body: { amount } });
  expect(answer.status).toBe(201);
  return String(answer.json.order_id);
}

/** Pays the form of a tip and returns the payment's id. */
async function payTip(trip: Trip, order: string): Promise<string> {
  const payment = await checkout('stripe', trip.rider, order, '15.00');
  await webhook(
    'stripe',
    stripe.webhook(stripe.say(payment, 'captured', { amount: { value: '15.00', currency: 'UYU' } })),
  );
  return payment;
}
const tipOf = async (booking: string) =>
  Number((await sql('select tip from bookings where id = $1', [booking]))[0]?.tip);
const tipped = (booking: string) => waitFor(async () => (await tipOf(booking)) > 0, `the tip of ${booking}`);

test('the tip is paid to the driver, and the payment contains the trip', async () => {
  const trip = await drivenTrip();
  const payment = await payTip(trip, await openTip(trip));
  await tipped(trip.booking);
  expect([await walletOf(trip.rider.uid), await walletOf(trip.driver.uid)]).toEqual([0, 1_500]);
  const seen = await call('GET', `/payments/${payment}`, { as: trip.rider });
  expect(seen.json).toMatchObject({ purpose: 'tip', booking: trip.booking, status: 'captured', amount: 15 });
  const money = await call('GET', `/bookings/${trip.booking}/money`, { as: trip.rider });
  expect(money.json.payments).toHaveLength(1);
});

test('of two tips paid for one trip the second is credited to the rider’s wallet', async () => {
  const trip = await drivenTrip();
  const orders = [await openTip(trip), await openTip(trip)];
  for (const order of orders) await payTip(trip, order);
  await tipped(trip.booking);
  await waitFor(async () => (await walletOf(trip.rider.uid)) === 1_500, 'the second tip in the wallet');
  expect([await tipOf(trip.booking), await walletOf(trip.driver.uid)]).toEqual([1_500, 1_500]);
});

test('a tip refunded by the provider debits the rider, and the driver retains it', async () => {
  const trip = await drivenTrip();
  const payment = await payTip(trip, await openTip(trip));
  await tipped(trip.booking);
  await webhook(
    'stripe',
    stripe.webhook(
      stripe.say(payment, 'captured', {
        amount: { value: '15.00', currency: 'UYU' },
        refunded: { value: '15.00', currency: 'UYU' },
      }),
    ),
  );
  await waitFor(async () => (await walletOf(trip.rider.uid)) === -1_500, 'the reversal');
  expect(await walletOf(trip.driver.uid)).toBe(1_500);
});

test('only the rider of a paid trip can open a tip, of at most the trip’s price', async () => {
  const trip = await drivenTrip();
  const open = (as: Trip['rider'], amount: unknown) =>
    call('POST', `/bookings/${trip.booking}/tip/payment`, { as, body: { amount } as object });
  expect((await open(trip.rider, 110.01)).code).toBe('tip_too_large');
  expect((await open(trip.rider, 0)).code).toBe('no_details_error');
  expect((await open(await person('rider'), 5)).code).toBe('not_found');
  expect((await open(trip.driver, 5)).status).toBe(403);
});

test('a tip for a driver who became an admin stays in the rider’s wallet', async () => {
  const trip = await drivenTrip();
  const other = await drivenTrip();
  const order = await openTip(trip);
  const otherOrder = await openTip(other);
  await sql("update users set usertype = 'admin' where uid = $1", [trip.driver.uid]);
  await payTip(trip, order);
  await payTip(other, otherOrder);
  // Events are processed in order, so that the first tip was processed before the second.
  await tipped(other.booking);
  expect([await tipOf(trip.booking), await walletOf(trip.rider.uid)]).toEqual([0, 1_500]);
  expect(await walletOf(trip.driver.uid)).toBe(0);
});
