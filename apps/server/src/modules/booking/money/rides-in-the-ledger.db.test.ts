// Tests that the verification of the ledger accepts rides of every payment mode, and finds any amount that differs from
// the booking.
import { routes } from '@kerb/contract';
import { minor } from '@kerb/domain/kernel';
import { afterAll, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { createBookingEnvironment } from '../testing/booking-environment.ts';

const environment = await createBookingEnvironment();
afterAll(() => environment.close());

const noFiles = { put: async () => undefined, get: async () => null, remove: async () => undefined };
async function differences(): Promise<string[]> {
  const { checks } = await verifyLedger({
    db: environment.database.queries,
    storage: noFiles,
    secret: 'of the test',
  });
  return checks.flatMap(({ name, differences: found }) => found.map((text) => `${name}: ${text}`));
}

async function captured(booking: string, rider: Actor): Promise<void> {
  const amount = minor((await environment.booking.orderOf(booking, rider.uid))?.amount ?? 0);
  const { payment } = environment.payments.capture({ uid: rider.uid, booking, amount });
  await environment.withTx((tx) =>
    environment.wallet.holdCapture(tx, payment, { booking, provider: 'stripe', amount }),
  );
  await environment.deliverEvent('payment.captured', { payment, booking });
}

/** Makes a trip that reached its drop, with enough balance in the rider's wallet. */
async function reached(
  payment_mode: string,
  usedWalletMoney: number,
): Promise<{ id: string; rider: Actor; driver: Actor }> {
  return environment.trip('REACHED', { credit: 100_000, paymentPacket: { payment_mode, usedWalletMoney } });
}

async function prepaidDelivery(payment_mode: 'wallet' | 'card'): Promise<string> {
  environment.set({ appcat: 'delivery' });
  const rider = await environment.addRider();
  const driver = await environment.addDriver();
  await environment.credit(rider.uid, 100_000);
  const id = await environment.book(rider, {
    instructionData: { deliveryPerson: 'Eva', deliveryPersonPhone: '+598 91 234 567' },
    paymentPacket: { payment_mode: 'card', usedWalletMoney: payment_mode === 'card' ? 30 : 0 },
  });
  if (payment_mode === 'wallet') await environment.call(rider, routes.payBooking, id, { payment_mode });
  else await captured(id, rider);
  await environment.ask(id, [driver]);
  const steps = [routes.acceptBooking, routes.arriveBooking, routes.startBooking, routes.reachBooking];
  for (const route of steps) await environment.call(driver, route, id);
  environment.set({ appcat: 'taxi' });
  return id;
}

it('ledger entries match the bookings of rides paid in cash, from the wallet, by card, mixed and prepaid', async () => {
  const trips: string[] = [];
  const mixed = await reached('cash', 40);
  await environment.call(mixed.driver, routes.collectBooking, mixed.id);
  const byCard = [await reached('card', 0), await reached('card', 40)];
  for (const { id, rider } of byCard) await captured(id, rider);
  trips.push((await environment.trip('PAID')).id, mixed.id, (await reached('wallet', 0)).id);
  trips.push(...byCard.map(({ id }) => id), await prepaidDelivery('wallet'), await prepaidDelivery('card'));
  const records = await Promise.all(trips.map((id) => environment.record(id)));
  expect(records.map(({ status }) => status)).toEqual(trips.map(() => 'PAID'));
  expect(records.filter(({ prepaid }) => prepaid)).toHaveLength(2);
  expect(await differences()).toEqual([]);
});

it('the verification reports a booking with a different amount or without ledger entries', async () => {
  const { id, driver } = await environment.trip('PAID');
  await environment.database.pool.query(
    'update bookings set driver_share = driver_share + 1, convenience_fees = convenience_fees - 1 where id = $1',
    [id],
  );
  const found = await differences();
  expect(found.filter((text) => text.startsWith('paid bookings'))).toEqual([
    expect.stringContaining(`booking ${id}, account ${driver.uid}`),
    expect.stringContaining(`booking ${id}, account platform_revenue`),
  ]);
  expect(found.filter((text) => text.startsWith('recomputed by the domain'))).toHaveLength(1);
  await environment.database.pool.query(
    'update bookings set driver_share = driver_share - 1, convenience_fees = convenience_fees + 1 where id = $1',
    [id],
  );
  const unpaid = await environment.trip('REACHED');
  await environment.database.pool.query(
    `update bookings set status = 'PAID', customer_paid = trip_cost, cash_payment_amount = trip_cost, payable_amount = 0
     where id = $1`,
    [unpaid.id],
  );
  const missing = await differences();
  expect(missing.length).toBeGreaterThan(0);
  for (const text of missing) expect(text).toMatch(new RegExp(`booking ${unpaid.id}, .* in no transaction`));
});
