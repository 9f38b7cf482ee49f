// Tests card payments of rides, in mixed payments, before deliveries, and after a delay.
import { type BookingView, routes } from '@kerb/contract';
import { type Minor, minor } from '@kerb/domain/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { createBookingEnvironment } from '../testing/booking-environment.ts';
import { card, createMoneyTools } from '../testing/money-tools.ts';

const environment = await createBookingEnvironment();
afterAll(() => environment.close());
const { balanceOf, captured, changes } = createMoneyTools(environment);

type Booked = { id: string; rider: Actor; driver: Actor };
const orderOf = (id: string, rider: Actor) => environment.booking.orderOf(id, rider.uid);
const pay = (who: Actor, id: string, body: object) =>
  environment.call<BookingView>(who, routes.payBooking, id, body);
const cancel = (who: Actor, id: string) =>
  environment.call(who, routes.cancelBooking, id, { reason: 'changed my mind' });

describe('a ride paid by card', () => {
  it('is PENDING until the provider has captured the amount owed, and then PAID', async () => {
    const { id, rider, driver } = await environment.trip('REACHED', card());
    const before = await environment.record(id);
    expect(before.status).toBe('PENDING');
    expect(await orderOf(id, rider)).toMatchObject({ booking: id, amount: before.trip_cost });
    const moved = await changes(() => captured(id, rider, before.trip_cost));
    const paid = await environment.record(id);
    expect(paid).toMatchObject({
      status: 'PAID',
      gateway: 'stripe',
      card_payment_amount: before.trip_cost,
      customer_paid: before.trip_cost,
      payable_amount: 0,
    });
    expect(await balanceOf(driver.uid)).toBe(before.driver_share);
    expect(await balanceOf(rider.uid)).toBe(0);
    expect(moved).toEqual({ stripe: -before.trip_cost, platform_revenue: before.convenience_fees });
    await expect(orderOf(id, rider)).rejects.toMatchObject({ code: 'already_paid' });
  });

  it('has a payment packet with the intended amounts before the capture and the captured ones after', async () => {
    const { id, rider } = await environment.trip('REACHED', card());
    const { trip_cost } = await environment.record(id);
    const due = trip_cost / 100;
    const view = async () => (await environment.call<BookingView>(rider, routes.getBooking, id)).body;
    const open = await view();
    expect(open.paymentPacket).toMatchObject({
      payment_mode: 'card',
      customer_paid: 0,
      cardPaymentAmount: due,
      payableAmount: due,
      usedWalletMoney: 0,
      cashPaymentAmount: 0,
    });
    expect(open).toMatchObject({ customer_paid: 0, cardPaymentAmount: 0, payableAmount: due });
    await captured(id, rider, trip_cost);
    expect((await view()).paymentPacket).toMatchObject({
      customer_paid: due,
      cardPaymentAmount: due,
      payableAmount: 0,
    });
  });

  it('is paid once by a capture that is delivered twice', async () => {
    const { id, rider, driver } = await environment.trip('REACHED', card());
    const { trip_cost, driver_share } = await environment.record(id);
    const payment = await captured(id, rider, trip_cost);
    await Promise.all(
      [1, 2, 3].map(() => environment.deliverEvent('payment.captured', { payment, booking: id })),
    );
    expect(await balanceOf(driver.uid)).toBe(driver_share);
    expect(environment.payments.refundsOf(payment)).toEqual([]);
  });

  it('refunds a second payment in full and once', async () => {
    const { id, rider } = await environment.trip('REACHED', card());
    const { trip_cost } = await environment.record(id);
    await captured(id, rider, trip_cost);
    const second = await captured(id, rider, trip_cost);
    await environment.deliverEvent('payment.captured', { payment: second, booking: id });
    expect(environment.payments.refundsOf(second)).toMatchObject([{ amount: trip_cost }]);
  });

  it('refunds an amount that differs from the amount owed', async () => {
    const { id, rider } = await environment.trip('REACHED', card());
    const { trip_cost } = await environment.record(id);
    const wrong = await captured(id, rider, minor(trip_cost - 1));
    expect(environment.payments.refundsOf(wrong)).toHaveLength(1);
    expect((await environment.record(id)).status).toBe('PENDING');
  });

  it('refunds a payment that arrives after the driver has collected cash', async () => {
    const { id, rider, driver } = await environment.trip('REACHED', card());
    const { trip_cost } = await environment.record(id);
    expect((await pay(rider, id, { payment_mode: 'cash' })).status).toBe(200);
    expect((await environment.call(driver, routes.collectBooking, id)).status).toBe(200);
    const late = await captured(id, rider, trip_cost);
    expect(environment.payments.refundsOf(late)).toMatchObject([{ amount: trip_cost }]);
  });

  it('cannot be paid by another user, nor before the trip is over', async () => {
    const { id, rider } = await environment.trip('ACCEPTED', card());
    expect(await orderOf(id, await environment.addRider())).toBeNull();
    await expect(orderOf(id, rider)).rejects.toMatchObject({ code: 'transition_not_allowed' });
  });
});

describe('the part paid from the wallet', () => {
  const mixed = async (payment_mode: 'card' | 'cash', part: number): Promise<Booked> => {
    const rider = await environment.addRider();
    const driver = await environment.addDriver();
    await environment.credit(rider.uid, 100_000);
    const id = await environment.book(rider, { paymentPacket: { payment_mode, usedWalletMoney: part } });
    await environment.ask(id, [driver]);
    for (const route of [routes.acceptBooking, routes.arriveBooking, routes.startBooking])
      await environment.call(driver, route, id);
    environment.pass(600_000);
    await environment.call(driver, routes.reachBooking, id);
    return { id, rider, driver };
  };

  it('is reserved when the trip ends, and the card pays the rest', async () => {
    const { id, rider, driver } = await mixed('card', 40);
    const pending = await environment.record(id);
    expect(pending).toMatchObject({ status: 'PENDING', used_wallet_money: 4000, customer_paid: 4000 });
    expect(await balanceOf(rider.uid)).toBe(96_000);
    const rest = minor(pending.trip_cost - 4000);
    expect(await orderOf(id, rider)).toMatchObject({ amount: rest });
    await captured(id, rider, rest);
    const paid = await environment.record(id);
    expect(paid).toMatchObject({ status: 'PAID', card_payment_amount: rest, used_wallet_money: 4000 });
    expect([await balanceOf(rider.uid), await balanceOf(driver.uid)]).toEqual([96_000, paid.driver_share]);
  });

  it('is reserved when the trip ends, and the driver collects the rest', async () => {
    const { id, rider, driver } = await mixed('cash', 40);
    const reached = await environment.record(id);
    expect(reached).toMatchObject({ status: 'REACHED', payable_amount: reached.trip_cost - 4000 });
    await environment.call(driver, routes.collectBooking, id);
    const paid = await environment.record(id);
    expect(paid).toMatchObject({ status: 'PAID', cash_payment_amount: paid.trip_cost - 4000 });
    expect(await balanceOf(rider.uid)).toBe(96_000);
    expect(await balanceOf(driver.uid)).toBe(paid.driver_share - paid.cash_payment_amount);
  });

  it('is charged once when the rest is also paid from the wallet', async () => {
    const { id, rider } = await mixed('card', 40);
    expect((await pay(rider, id, { payment_mode: 'wallet' })).body).toMatchObject({ status: 'PAID' });
    const { trip_cost } = await environment.record(id);
    expect(await balanceOf(rider.uid)).toBe(100_000 - trip_cost);
  });

  it.each([
    ['more than the balance', 60, 402, 'insufficient_wallet'],
    ['more than the price', 900, 400, 'invalid_input'],
    ['too many decimals', 1.005, 400, 'invalid_input'],
    ['less than nothing', -1, 400, 'invalid_input'],
  ])('is refused: %s', async (_, usedWalletMoney, status, code) => {
    const rider = await environment.addRider();
    await environment.addDriver();
    await environment.credit(rider.uid, 5000);
    const body = await environment.request(rider, {
      paymentPacket: { payment_mode: 'card', usedWalletMoney },
    });
    const answer = await environment.call(rider, routes.createBooking, null, body);
    expect([answer.status, answer.code]).toEqual([status, code]);
  });

  it('that covers the price is a payment by wallet', async () => {
    const rider = await environment.addRider();
    await environment.addDriver();
    await environment.credit(rider.uid, 100_000);
    const body = await environment.request(rider);
    const { body: quote } = await environment.call<{ trip_cost: number; id: string }>(
      rider,
      routes.createEstimate,
      null,
      {
        pickup: body.pickup,
        drop: body.drop,
        waypoints: [],
        carType: environment.carType.id,
      },
    );
    const id = await environment.book(rider, {
      estimate: quote.id,
      paymentPacket: { payment_mode: 'cash', usedWalletMoney: quote.trip_cost },
    });
    expect((await environment.record(id)).payment_mode).toBe('wallet');
  });
});

describe('a delivery paid before it starts', () => {
  const delivery = {
    instructionData: { deliveryPerson: 'Eva', deliveryPersonPhone: '+598 91 234 567' },
  };
  async function ordered(packet: object, credit = 0): Promise<{ id: string; rider: Actor; due: Minor }> {
    environment.set({ appcat: 'delivery' });
    const rider = await environment.addRider();
    await environment.addDriver();
    if (credit > 0) await environment.credit(rider.uid, credit);
    const id = await environment.book(rider, { ...delivery, ...packet });
    const { trip_cost, status } = await environment.record(id);
    expect(status).toBe('PAYMENT_PENDING');
    return { id, rider, due: trip_cost };
  }
  afterAll(() => environment.set({ appcat: 'taxi' }));

  it('becomes NEW when the card was charged, with the wallet’s part reserved', async () => {
    const { id, rider, due } = await ordered(card(30), 5000);
    expect(await orderOf(id, rider)).toMatchObject({ amount: due - 3000 });
    const open = (await environment.call<BookingView>(rider, routes.getBooking, id)).body.paymentPacket;
    const asked = (due - 3000) / 100;
    expect(open).toMatchObject({ customer_paid: 0, usedWalletMoney: 30 });
    expect(open).toMatchObject({ cardPaymentAmount: asked, payableAmount: asked });
    await captured(id, rider, minor(due - 3000));
    expect(await environment.record(id)).toMatchObject({
      status: 'NEW',
      prepaid: true,
      wallet_held: 3000,
      card_payment_amount: due - 3000,
      customer_paid: due,
      payable_amount: 0,
      gateway: 'stripe',
    });
    expect(await balanceOf(rider.uid)).toBe(2000);
  });

  it('refunds everything to its origin when cancelled', async () => {
    const { id, rider, due } = await ordered(card(30), 5000);
    const payment = await captured(id, rider, minor(due - 3000));
    const moved = await changes(async () => expect((await cancel(rider, id)).status).toBe(200));
    expect(await balanceOf(rider.uid)).toBe(5000);
    expect(moved).toEqual({ payments_held: -3000 });
    expect(environment.payments.refundsOf(payment)).toMatchObject([{ amount: due - 3000 }]);
    const { body } = await environment.call<{ refunds: object[] }>(rider, routes.getBookingMoney, id);
    expect(body.refunds).toMatchObject([{ status: 'pending', toWallet: 30, by: null, reason: '' }]);
    const seen = await environment.call<{ refunds: { reason: string }[] }>(
      await environment.addAdmin(),
      routes.getBookingMoney,
      id,
    );
    expect(seen.body.refunds[0]?.reason).not.toBe('');
  });

  it.each([
    ['from the card alone', 0, { toCard: 6000, wallet: 0 }],
    ['from the wallet’s part first', 4000, { toCard: 2000, wallet: 0 }],
    ['from a wallet’s part that covers it', 8000, { toCard: 0, wallet: 2000 }],
  ])('keeps the fee of a late cancellation, %s', async (_, part, expected) => {
    const { id, rider, due } = await ordered(card(part / 100), part);
    const driver = await environment.addDriver();
    const payment = await captured(id, rider, minor(due - part));
    await environment.ask(id, [driver]);
    await environment.call(driver, routes.acceptBooking, id);
    environment.pass(3 * 60_000);
    const moved = await changes(async () => expect((await cancel(rider, id)).status).toBe(200));
    expect(await balanceOf(rider.uid)).toBe(expected.wallet);
    expect(await balanceOf(driver.uid)).toBe(6000);
    const refunded = due - part - expected.toCard;
    expect(environment.payments.refundsOf(payment)).toMatchObject([{ amount: refunded }]);
    // What stays held is what the provider returns to the card.
    expect(moved.payments_held ?? 0).toBe(0 - part - expected.toCard);
    expect(await environment.record(id)).toMatchObject({ cancellation_fee: 6000 });
    const { body } = await environment.call<{ refunds: object[] }>(rider, routes.getBookingMoney, id);
    expect(body.refunds).toMatchObject([{ amount: (refunded + part) / 100, toWallet: part / 100 }]);
  });

  it('stays unpaid and refunds the card when the wallet no longer covers its part', async () => {
    const { id, rider, due } = await ordered(card(30), 3000);
    environment.set({ appcat: 'taxi' });
    const other = await environment.trip('REACHED', { ...card() });
    expect(other.id).toBeTruthy();
    await environment.withTx((tx) =>
      environment.wallet.chargeCancellation(tx, other.id, {
        rider: rider.uid,
        driver: other.driver.uid,
        fee: minor(2000),
      }),
    );
    const payment = await captured(id, rider, minor(due - 3000));
    expect(await environment.record(id)).toMatchObject({ status: 'PAYMENT_PENDING', used_wallet_money: 0 });
    expect(environment.payments.refundsOf(payment)).toHaveLength(1);
    expect(await orderOf(id, rider)).toMatchObject({ amount: due });
  });

  it('refunds the rest when the provider has already refunded a part', async () => {
    const { id, rider, due } = await ordered(card());
    const payment = await captured(id, rider, due);
    const back = environment.payments.payBack(payment, minor(1_000));
    const moved = await changes(async () => {
      expect((await cancel(rider, id)).status).toBe(200);
      await environment.deliverEvent('payment.refunded', { refund: back, payment, booking: id });
    });
    expect(moved).toEqual({});
    expect(environment.payments.refundsOf(payment)).toMatchObject([{ amount: due - 1_000 }]);
  });

  it('is delivered after the provider has refunded a part, which is charged to the operator', async () => {
    const { id, rider, due } = await ordered(card());
    const payment = await captured(id, rider, due);
    const back = environment.payments.payBack(payment, minor(1_000));
    const early = await changes(() =>
      environment.deliverEvent('payment.refunded', { refund: back, payment, booking: id }),
    );
    expect(early).toEqual({});
    const driver = await environment.addDriver();
    await environment.ask(id, [driver]);
    for (const route of [routes.acceptBooking, routes.arriveBooking, routes.startBooking])
      expect((await environment.call(driver, route, id)).status).toBe(200);
    const moved = await changes(async () =>
      expect((await environment.call(driver, routes.reachBooking, id)).status).toBe(200),
    );
    const { status, convenience_fees } = await environment.record(id);
    expect(status).toBe('PAID');
    expect(moved).toEqual({
      payments_held: 1_000 - due,
      refund_expense: -1_000,
      platform_revenue: convenience_fees,
    });
  });

  it('is not paid by a payment that was refunded before its event arrived', async () => {
    const { id, rider, due } = await ordered(card());
    const made = environment.payments.capture({ uid: rider.uid, booking: id, amount: minor(due - 1_000) });
    await environment.deliverEvent('payment.captured', { payment: made.payment, booking: id });
    expect((await environment.record(id)).status).toBe('PAYMENT_PENDING');
    expect(environment.payments.refundsOf(made.payment)).toMatchObject([{ amount: due - 1_000 }]);
    const gone = environment.payments.capture({ uid: rider.uid, booking: id, amount: minor(0) });
    await environment.deliverEvent('payment.captured', { payment: gone.payment, booking: id });
    expect(environment.payments.refundsOf(gone.payment)).toEqual([]);
    const { body } = await environment.call<{ refunds: object[] }>(rider, routes.getBookingMoney, id);
    expect(body.refunds).toHaveLength(1);
  });

  it('refunds a payment that was confirmed after the cancellation', async () => {
    const { id, rider, due } = await ordered(card());
    await cancel(rider, id);
    const payment = await captured(id, rider, due);
    expect(environment.payments.refundsOf(payment)).toMatchObject([{ amount: due }]);
    expect((await environment.record(id)).status).toBe('CANCELLED');
  });

  it('either charges the ride or refunds, never both, when cancellation and confirmation are concurrent', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, rider, due } = await ordered(card());
      const made = environment.payments.capture({ uid: rider.uid, booking: id, amount: due });
      await environment.withTx((tx) =>
        environment.wallet.holdCapture(tx, made.payment, { booking: id, provider: 'stripe', amount: due }),
      );
      await Promise.all([
        environment.deliverEvent('payment.captured', { payment: made.payment, booking: id }),
        cancel(rider, id),
      ]);
      const { status } = await environment.record(id);
      expect(status).toBe('CANCELLED');
      expect(environment.payments.refundsOf(made.payment)).toMatchObject([{ amount: due }]);
    }
  });

  it('can be paid from the wallet or in cash instead', async () => {
    const first = await ordered(card(), 100_000);
    expect((await pay(first.rider, first.id, { payment_mode: 'wallet' })).body).toMatchObject({
      status: 'NEW',
    });
    expect(await balanceOf(first.rider.uid)).toBe(100_000 - first.due);
    const second = await ordered(card());
    expect((await pay(second.rider, second.id, { payment_mode: 'cash' })).body).toMatchObject({
      status: 'NEW',
    });
  });
});
