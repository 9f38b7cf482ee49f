// Tests the amounts of rides with a promo: final prices, every payment mode, and a balanced ledger.
import { type BookingView, routes } from '@kerb/contract';
import { minor } from '@kerb/domain/kernel';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { walletRepository } from '../../wallet/wallet.repository.ts';
import { type BookingEnvironment, createBookingEnvironment, PARQUE } from '../testing/booking-environment.ts';
import { createPromoTools, type PromoTools } from '../testing/promo-tools.ts';

const asAtFirst = settings.parse({});
let environment: BookingEnvironment;
let tools: PromoTools;
beforeAll(async () => {
  environment = await createBookingEnvironment();
  tools = createPromoTools(environment);
});
afterEach(async () => {
  environment.set(asAtFirst);
  expect(await walletRepository(environment.database.queries).mismatchedBalances()).toEqual([]);
});
afterAll(() => environment.close());

type Terms = Parameters<PromoTools['add']>[0];

/** Sums the ledger entries of a booking by the kind of account, in minor units. */
async function ledgerOf(booking: string): Promise<Record<string, number>> {
  const { rows } = await environment.database.pool.query(
    `select a.kind, sum(e.amount)::int as amount from ledger_transactions t
     join ledger_entries e on e.transaction = t.id join ledger_accounts a on a.id = e.account
     where t.booking = $1 group by a.kind having sum(e.amount) <> 0`,
    [booking],
  );
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
}

async function book(terms: Terms, change: Record<string, unknown> = {}, credit = 0) {
  const rider = await environment.addRider();
  const driver = await environment.addDriver();
  if (credit > 0) await environment.credit(rider.uid, credit);
  const promo = await tools.add(terms);
  const request = await tools.request(rider, promo.id, change);
  const answer = await environment.call<{ booking_id: string }>(rider, routes.createBooking, null, request);
  if (answer.status !== 201) throw new Error(`not booked: ${JSON.stringify(answer.body)}`);
  return { rider, driver, promo, id: answer.body.booking_id };
}

/** Drives the booking to its drop, which takes these minutes. */
async function drive(id: string, driver: Actor, minutes = 10): Promise<void> {
  await environment.ask(id, [driver]);
  for (const route of [routes.acceptBooking, routes.arriveBooking, routes.startBooking])
    expect((await environment.call(driver, route, id)).status).toBe(200);
  environment.pass(minutes * 60_000);
  environment.stand(driver.uid, PARQUE);
  expect((await environment.call(driver, routes.reachBooking, id)).status).toBe(200);
}

const packet = (payment_mode: string, usedWalletMoney = 0) => ({
  paymentPacket: { payment_mode, usedWalletMoney },
});

describe('the discount of the final price', () => {
  it.each<[string, Terms, (cost: number) => number]>([
    [
      'a percentage is one of what the trip costs in the end',
      { promo_discount_type: 'percentage', promo_discount_value: 10 },
      (cost) => Math.round(cost / 10),
    ],
    [
      'up to its limit',
      { promo_discount_type: 'percentage', promo_discount_value: 50, max_promo_discount_value: 150 },
      (cost) => Math.min(150_00, Math.round(cost / 2)),
    ],
    ['a flat value stays what it is', { promo_discount_value: 30 }, () => 30_00],
    ['never more than the price', { promo_discount_value: 5000 }, (cost) => cost],
  ])('%s', async (_, terms, expected) => {
    environment.set({ fareTolerance: 1000 });
    const { id, driver } = await book(terms);
    const quoted = await environment.record(id);
    expect(quoted.discount_amount).toBe(Math.min(expected(quoted.trip_cost), quoted.trip_cost));
    await drive(id, driver, 90);
    const reached = await environment.record(id);
    expect(reached.trip_cost).toBeGreaterThan(quoted.trip_cost * 2);
    expect(reached.discount_amount).toBe(Math.min(expected(reached.trip_cost), reached.trip_cost));
  });

  it('is shown as the last fare line, before and after the payment', async () => {
    const { id, rider, driver } = await book({ promo_discount_type: 'percentage', promo_discount_value: 25 });
    const adds = async () => {
      const { body } = await environment.call<BookingView>(rider, routes.getBooking, id);
      expect(body.breakdown.lines.at(-1)).toEqual({ kind: 'discount', amount: -body.discount_amount });
      const cents = body.breakdown.lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
      expect(cents).toBe(Math.round((body.trip_cost - body.discount_amount) * 100));
      expect(body.payableAmount).toBeCloseTo(body.trip_cost - body.discount_amount, 2);
    };
    await adds();
    await drive(id, driver);
    await adds();
  });

  it('remains when a shorter trip brings the price below the promo’s minimum order', async () => {
    const { id, rider, driver } = await book({ min_order: 120 });
    await environment.ask(id, [driver]);
    for (const route of [routes.acceptBooking, routes.arriveBooking, routes.startBooking])
      await environment.call(driver, route, id);
    const reached = await environment.call<BookingView>(driver, routes.reachBooking, id);
    expect(reached.status).toBe(200);
    expect((await environment.record(id)).discount_amount).toBe(20_00);
    expect((await environment.call<BookingView>(rider, routes.getBooking, id)).body.promo_applied).toBe(true);
  });
});

describe('a ride with a promo', () => {
  it('in cash: the driver collects the discounted price and earns the full share; the platform pays the discount', async () => {
    const { id, driver } = await book({ promo_discount_value: 30 });
    await drive(id, driver);
    expect((await environment.call(driver, routes.collectBooking, id)).status).toBe(200);
    const paid = await environment.record(id);
    const due = paid.trip_cost - 30_00;
    expect(paid).toMatchObject({ status: 'PAID', cash_payment_amount: due, customer_paid: due });
    expect(await ledgerOf(id)).toEqual({
      driver: paid.driver_share - due,
      promo_expense: -30_00,
      platform_revenue: paid.convenience_fees,
    });
  });

  it('from the wallet, in full or in part: charges the discounted price at most', async () => {
    const whole = await book({ promo_discount_value: 30 }, packet('wallet'), 5000_00);
    await drive(whole.id, whole.driver);
    const paid = await environment.record(whole.id);
    expect(paid).toMatchObject({ status: 'PAID', used_wallet_money: paid.trip_cost - 30_00 });
    expect(await environment.wallet.balanceOf(whole.rider.uid)).toBe(5000_00 - paid.trip_cost + 30_00);

    const part = await book({ promo_discount_value: 30 }, packet('cash', 50), 60_00);
    await drive(part.id, part.driver);
    await environment.call(part.driver, routes.collectBooking, part.id);
    const mixed = await environment.record(part.id);
    expect(mixed).toMatchObject({
      status: 'PAID',
      used_wallet_money: 50_00,
      cash_payment_amount: mixed.trip_cost - 80_00,
    });
    const fields = await book({ promo_discount_value: 30 }, packet('cash'), 5000_00);
    const { payable_amount } = await environment.record(fields.id);
    const tooMuch = packet('cash', payable_amount / 100 + 0.01);
    const request = await tools.request(
      fields.rider,
      (await tools.add({ promo_discount_value: 30 })).id,
      tooMuch,
    );
    expect((await environment.call(fields.rider, routes.createBooking, null, request)).code).toBe(
      'invalid_input',
    );
  });

  it('needs a wallet that covers the discounted price, not the full price', async () => {
    const enough = await book({ promo_discount_value: 5000 }, packet('wallet'), 0);
    await drive(enough.id, enough.driver);
    const paid = await environment.record(enough.id);
    expect(paid).toMatchObject({ status: 'PAID', customer_paid: 0, payable_amount: 0, used_wallet_money: 0 });
    expect(await ledgerOf(enough.id)).toEqual({
      driver: paid.driver_share,
      promo_expense: -paid.trip_cost,
      platform_revenue: paid.convenience_fees,
    });
  });

  it('by card: charges the discounted price, and an admin can refund at most what was paid', async () => {
    const { id, rider, driver } = await book({ promo_discount_value: 30 }, packet('card'));
    await drive(id, driver);
    const pending = await environment.record(id);
    const due = pending.trip_cost - 30_00;
    expect(pending).toMatchObject({ status: 'PENDING', payable_amount: due });
    expect((await environment.booking.orderOf(id, rider.uid))?.amount).toBe(due);
    const captured = environment.payments.capture({ uid: rider.uid, booking: id, amount: minor(due) });
    await environment.withTx((tx) =>
      environment.wallet.holdCapture(tx, captured.payment, {
        booking: id,
        provider: captured.provider,
        amount: captured.amount,
      }),
    );
    await environment.deliverEvent('payment.captured', { payment: captured.payment, booking: id });
    expect(await environment.record(id)).toMatchObject({ status: 'PAID', card_payment_amount: due });
    const admin = await environment.addAdmin();
    const refund = (amount: number) =>
      environment.call(admin, routes.refundBooking, id, { amount, reason: 'Late' });
    expect((await refund((due + 1) / 100)).code).toBe('refund_too_large');
    expect((await refund(due / 100)).status).toBe(200);
  });
});

describe('a prepaid delivery with a promo', () => {
  const delivery = {
    instructionData: { deliveryPerson: 'Eva', deliveryPersonPhone: '+59899123456' },
  };
  const pay = (rider: Actor, id: string, payment_mode: string) =>
    environment.call<BookingView>(rider, routes.payBooking, id, { payment_mode });

  it('reserves the discounted price and refunds it when cancelled', async () => {
    environment.set({ appcat: 'delivery' });
    const { id, rider, promo } = await book({ promo_discount_value: 30 }, delivery, 5000_00);
    expect((await pay(rider, id, 'wallet')).body.status).toBe('NEW');
    const held = await environment.record(id);
    expect(held.wallet_held).toBe(held.trip_cost - 30_00);
    expect(await environment.wallet.balanceOf(rider.uid)).toBe(5000_00 - held.wallet_held);
    await environment.call(rider, routes.cancelBooking, id, { reason: 'Not needed' });
    expect(await environment.wallet.balanceOf(rider.uid)).toBe(5000_00);
    expect(await tools.uses(promo.id)).toEqual({ counted: 0, written: 0 });
  });

  it.each(['card', 'wallet', 'cash'])(
    'that the promo pays whole needs no provider and no money, chosen as %s',
    async (mode) => {
      environment.set({ appcat: 'delivery' });
      const { id, rider, driver } = await book(
        { promo_discount_value: 5000 },
        { ...delivery, ...packet(mode) },
      );
      expect(await environment.record(id)).toMatchObject({ status: 'PAYMENT_PENDING', payable_amount: 0 });
      await expect(environment.booking.orderOf(id, rider.uid)).rejects.toThrow('transition_not_allowed');
      const { status, body } = await pay(rider, id, mode);
      expect([status, body.status]).toEqual([200, 'NEW']);
      await drive(id, driver);
      const paid = await environment.record(id);
      expect(paid).toMatchObject({ status: 'PAID', customer_paid: 0, discount_amount: paid.trip_cost });
      expect(await ledgerOf(id)).toEqual({
        driver: paid.driver_share,
        promo_expense: -paid.trip_cost,
        platform_revenue: paid.convenience_fees,
      });
    },
  );
});
