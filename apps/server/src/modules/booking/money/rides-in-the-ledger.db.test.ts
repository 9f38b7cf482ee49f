// However a trip is paid, the ledger's verification finds its ride as the booking says, and any cent that differs.
import { routes } from '@kerb/contract';
import { minor } from '@kerb/domain/kernel';
import { afterAll, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { verifyLedger } from '../../wallet/index.ts';
import { createBookingWorld } from '../testing/booking-world.ts';

const world = await createBookingWorld();
afterAll(() => world.close());

const noFiles = { put: async () => undefined, get: async () => null, remove: async () => undefined };
async function differences(): Promise<string[]> {
  const { checks } = await verifyLedger({
    db: world.database.queries,
    storage: noFiles,
    secret: 'of the test',
  });
  return checks.flatMap(({ name, differences: found }) => found.map((text) => `${name}: ${text}`));
}

async function captured(booking: string, rider: Actor): Promise<void> {
  const amount = minor((await world.booking.orderOf(booking, rider.uid))?.amount ?? 0);
  const { payment } = world.payments.capture({ uid: rider.uid, booking, amount });
  await world.withTx((tx) => world.wallet.holdCapture(tx, payment, { booking, provider: 'stripe', amount }));
  await world.tell('payment.captured', { payment, booking });
}

/** A trip at its drop, of a rider who has enough in the wallet. */
async function reached(
  payment_mode: string,
  usedWalletMoney: number,
): Promise<{ id: string; rider: Actor; driver: Actor }> {
  return world.trip('REACHED', { credit: 100_000, paymentPacket: { payment_mode, usedWalletMoney } });
}

async function prepaidDelivery(payment_mode: 'wallet' | 'card'): Promise<string> {
  world.set({ appcat: 'delivery' });
  const [rider, driver] = [await world.addRider(), await world.addDriver()];
  await world.credit(rider.uid, 100_000);
  const id = await world.book(rider, {
    instructionData: { deliveryPerson: 'Eva', deliveryPersonPhone: '+598 91 234 567' },
    paymentPacket: { payment_mode: 'card', usedWalletMoney: payment_mode === 'card' ? 30 : 0 },
  });
  if (payment_mode === 'wallet') await world.call(rider, routes.payBooking, id, { payment_mode });
  else await captured(id, rider);
  await world.ask(id, [driver]);
  const steps = [routes.acceptBooking, routes.arriveBooking, routes.startBooking, routes.reachBooking];
  for (const route of steps) await world.call(driver, route, id);
  world.set({ appcat: 'taxi' });
  return id;
}

it('rides in cash, from the wallet, by card, in mixtures and paid before are what their bookings say', async () => {
  const trips: string[] = [];
  const mixed = await reached('cash', 40);
  await world.call(mixed.driver, routes.collectBooking, mixed.id);
  const byCard = [await reached('card', 0), await reached('card', 40)];
  for (const { id, rider } of byCard) await captured(id, rider);
  trips.push((await world.trip('PAID')).id, mixed.id, (await reached('wallet', 0)).id);
  trips.push(...byCard.map(({ id }) => id), await prepaidDelivery('wallet'), await prepaidDelivery('card'));
  const records = await Promise.all(trips.map((id) => world.record(id)));
  expect(records.map(({ status }) => status)).toEqual(trips.map(() => 'PAID'));
  expect(records.filter(({ prepaid }) => prepaid)).toHaveLength(2);
  expect(await differences()).toEqual([]);
});

it('a booking that says another cent, or is paid without a ride, is named', async () => {
  const { id, driver } = await world.trip('PAID');
  await world.database.pool.query(
    'update booking set driver_share = driver_share + 1, convenience_fees = convenience_fees - 1 where id = $1',
    [id],
  );
  const found = await differences();
  expect(found.filter((text) => text.startsWith('paid bookings'))).toEqual([
    expect.stringContaining(`booking ${id}, account ${driver.uid}`),
    expect.stringContaining(`booking ${id}, account platform_revenue`),
  ]);
  expect(found.filter((text) => text.startsWith('recomputed by the domain'))).toHaveLength(1);
  await world.database.pool.query(
    'update booking set driver_share = driver_share - 1, convenience_fees = convenience_fees + 1 where id = $1',
    [id],
  );
  const unpaid = await world.trip('REACHED');
  await world.database.pool.query(
    `update booking set status = 'PAID', customer_paid = trip_cost, cash_payment_amount = trip_cost, payable_amount = 0
     where id = $1`,
    [unpaid.id],
  );
  const missing = await differences();
  expect(missing.length).toBeGreaterThan(0);
  for (const text of missing) expect(text).toMatch(new RegExp(`booking ${unpaid.id}, .* in no transaction`));
});
