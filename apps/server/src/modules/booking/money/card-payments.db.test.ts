// Paying by card, in mixtures and before a delivery, and every way in which a payment comes too late.
import { type BookingView, routes } from '@kerb/contract';
import { type Minor, minor } from '@kerb/domain/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { createBookingWorld } from '../testing/booking-world.ts';
import { card, moneyHands } from '../testing/money-hands.ts';

const world = await createBookingWorld();
afterAll(() => world.close());
const { balanceOf, captured, changes } = moneyHands(world);

type Booked = { id: string; rider: Actor; driver: Actor };
const orderOf = (id: string, rider: Actor) => world.booking.orderOf(id, rider.uid);
const pay = (who: Actor, id: string, body: object) =>
  world.call<BookingView>(who, routes.payBooking, id, body);
const cancel = (who: Actor, id: string) =>
  world.call(who, routes.cancelBooking, id, { reason: 'changed my mind' });

describe('a ride paid by card', () => {
  it('is PENDING until the provider has captured what is owed, and PAID then', async () => {
    const { id, rider, driver } = await world.trip('REACHED', card());
    const before = await world.record(id);
    expect(before.status).toBe('PENDING');
    expect(await orderOf(id, rider)).toMatchObject({ booking: id, amount: before.trip_cost });
    const moved = await changes(() => captured(id, rider, before.trip_cost));
    const paid = await world.record(id);
    expect(paid).toMatchObject({
      ...{ status: 'PAID', gateway: 'stripe', card_payment_amount: before.trip_cost },
      ...{ customer_paid: before.trip_cost, payable_amount: 0 },
    });
    expect(await balanceOf(driver.uid)).toBe(before.driver_share);
    expect(await balanceOf(rider.uid)).toBe(0);
    expect(moved).toEqual({ stripe: -before.trip_cost, platform_revenue: before.convenience_fees });
    await expect(orderOf(id, rider)).rejects.toMatchObject({ code: 'already_paid' });
  });

  it('is paid once by a capture that is told twice', async () => {
    const { id, rider, driver } = await world.trip('REACHED', card());
    const { trip_cost, driver_share } = await world.record(id);
    const payment = await captured(id, rider, trip_cost);
    await Promise.all([1, 2, 3].map(() => world.tell('payment.captured', { payment, booking: id })));
    expect(await balanceOf(driver.uid)).toBe(driver_share);
    expect(world.payments.refundsOf(payment)).toEqual([]);
  });

  it('sends a second payment back, whole and once', async () => {
    const { id, rider } = await world.trip('REACHED', card());
    const { trip_cost } = await world.record(id);
    await captured(id, rider, trip_cost);
    const second = await captured(id, rider, trip_cost);
    await world.tell('payment.captured', { payment: second, booking: id });
    expect(world.payments.refundsOf(second)).toMatchObject([{ amount: trip_cost }]);
  });

  it('sends an amount back that is not what is owed', async () => {
    const { id, rider } = await world.trip('REACHED', card());
    const { trip_cost } = await world.record(id);
    const wrong = await captured(id, rider, minor(trip_cost - 1));
    expect(world.payments.refundsOf(wrong)).toHaveLength(1);
    expect((await world.record(id)).status).toBe('PENDING');
  });

  it('sends a payment back that comes after the driver has collected cash', async () => {
    const { id, rider, driver } = await world.trip('REACHED', card());
    const { trip_cost } = await world.record(id);
    expect((await pay(rider, id, { payment_mode: 'cash' })).status).toBe(200);
    expect((await world.call(driver, routes.collectBooking, id)).status).toBe(200);
    const late = await captured(id, rider, trip_cost);
    expect(world.payments.refundsOf(late)).toMatchObject([{ amount: trip_cost }]);
  });

  it('owes nothing to somebody else, nor before it is over', async () => {
    const { id, rider } = await world.trip('ACCEPTED', card());
    expect(await orderOf(id, await world.addRider())).toBeNull();
    await expect(orderOf(id, rider)).rejects.toMatchObject({ code: 'transition_not_allowed' });
  });
});

describe('a wallet’s part', () => {
  const mixed = async (payment_mode: 'card' | 'cash', part: number): Promise<Booked> => {
    const [rider, driver] = [await world.addRider(), await world.addDriver()];
    await world.credit(rider.uid, 100_000);
    const id = await world.book(rider, { paymentPacket: { payment_mode, usedWalletMoney: part } });
    await world.ask(id, [driver]);
    for (const route of [routes.acceptBooking, routes.arriveBooking, routes.startBooking])
      await world.call(driver, route, id);
    world.pass(600_000);
    await world.call(driver, routes.reachBooking, id);
    return { id, rider, driver };
  };

  it('is held when the trip ends, and the card pays the rest', async () => {
    const { id, rider, driver } = await mixed('card', 40);
    const pending = await world.record(id);
    expect(pending).toMatchObject({ status: 'PENDING', used_wallet_money: 4000, customer_paid: 4000 });
    expect(await balanceOf(rider.uid)).toBe(96_000);
    const rest = minor(pending.trip_cost - 4000);
    expect(await orderOf(id, rider)).toMatchObject({ amount: rest });
    await captured(id, rider, rest);
    const paid = await world.record(id);
    expect(paid).toMatchObject({ status: 'PAID', card_payment_amount: rest, used_wallet_money: 4000 });
    expect([await balanceOf(rider.uid), await balanceOf(driver.uid)]).toEqual([96_000, paid.driver_share]);
  });

  it('is held when the trip ends, and the driver collects the rest', async () => {
    const { id, rider, driver } = await mixed('cash', 40);
    const reached = await world.record(id);
    expect(reached).toMatchObject({ status: 'REACHED', payable_amount: reached.trip_cost - 4000 });
    await world.call(driver, routes.collectBooking, id);
    const paid = await world.record(id);
    expect(paid).toMatchObject({ status: 'PAID', cash_payment_amount: paid.trip_cost - 4000 });
    expect(await balanceOf(rider.uid)).toBe(96_000);
    expect(await balanceOf(driver.uid)).toBe(paid.driver_share - paid.cash_payment_amount);
  });

  it('is taken once when the rest is paid from the wallet too', async () => {
    const { id, rider } = await mixed('card', 40);
    expect((await pay(rider, id, { payment_mode: 'wallet' })).body).toMatchObject({ status: 'PAID' });
    const { trip_cost } = await world.record(id);
    expect(await balanceOf(rider.uid)).toBe(100_000 - trip_cost);
  });

  it.each([
    ['more than the balance', 60, 402, 'insufficient_wallet'],
    ['more than the price', 900, 400, 'invalid_input'],
    ['too many decimals', 1.005, 400, 'invalid_input'],
    ['less than nothing', -1, 400, 'invalid_input'],
  ])('is refused: %s', async (_, usedWalletMoney, status, code) => {
    const rider = await world.addRider();
    await world.addDriver();
    await world.credit(rider.uid, 5000);
    const body = await world.request(rider, { paymentPacket: { payment_mode: 'card', usedWalletMoney } });
    const answer = await world.call(rider, routes.createBooking, null, body);
    expect([answer.status, answer.code]).toEqual([status, code]);
  });

  it('as large as the price is payment by wallet', async () => {
    const rider = await world.addRider();
    await world.addDriver();
    await world.credit(rider.uid, 100_000);
    const body = await world.request(rider);
    const { body: quote } = await world.call<{ trip_cost: number; id: string }>(
      rider,
      routes.createEstimate,
      null,
      {
        ...{ pickup: body.pickup, drop: body.drop, waypoints: [], carType: world.carType.id },
      },
    );
    const id = await world.book(rider, {
      estimate: quote.id,
      paymentPacket: { payment_mode: 'cash', usedWalletMoney: quote.trip_cost },
    });
    expect((await world.record(id)).payment_mode).toBe('wallet');
  });
});

describe('a delivery paid before it starts', () => {
  const delivery = {
    instructionData: { deliveryPerson: 'Eva', deliveryPersonPhone: '+598 91 234 567' },
  };
  async function ordered(packet: object, credit = 0): Promise<{ id: string; rider: Actor; due: Minor }> {
    world.set({ appcat: 'delivery' });
    const rider = await world.addRider();
    await world.addDriver();
    if (credit > 0) await world.credit(rider.uid, credit);
    const id = await world.book(rider, { ...delivery, ...packet });
    const { trip_cost, status } = await world.record(id);
    expect(status).toBe('PAYMENT_PENDING');
    return { id, rider, due: trip_cost };
  }
  afterAll(() => world.set({ appcat: 'taxi' }));

  it('becomes NEW when the card was charged, with the wallet’s part held', async () => {
    const { id, rider, due } = await ordered(card(30), 5000);
    expect(await orderOf(id, rider)).toMatchObject({ amount: due - 3000 });
    await captured(id, rider, minor(due - 3000));
    expect(await world.record(id)).toMatchObject({
      ...{ status: 'NEW', prepaid: true, wallet_held: 3000, card_payment_amount: due - 3000 },
      ...{ customer_paid: due, payable_amount: 0, gateway: 'stripe' },
    });
    expect(await balanceOf(rider.uid)).toBe(2000);
  });

  it('gives all of it back to where it came from when cancelled', async () => {
    const { id, rider, due } = await ordered(card(30), 5000);
    const payment = await captured(id, rider, minor(due - 3000));
    const moved = await changes(async () => expect((await cancel(rider, id)).status).toBe(200));
    expect(await balanceOf(rider.uid)).toBe(5000);
    expect(moved).toEqual({ payments_held: -3000 });
    expect(world.payments.refundsOf(payment)).toMatchObject([{ amount: due - 3000 }]);
    const { body } = await world.call<{ refunds: object[] }>(rider, routes.getBookingMoney, id);
    expect(body.refunds).toMatchObject([{ status: 'pending', toWallet: 30, by: null, reason: '' }]);
    const seen = await world.call<{ refunds: { reason: string }[] }>(
      await world.addAdmin(),
      routes.getBookingMoney,
      id,
    );
    expect(seen.body.refunds[0]?.reason).not.toBe('');
  });

  it('keeps waiting, and the card gets its money back, when the wallet was emptied meanwhile', async () => {
    const { id, rider, due } = await ordered(card(30), 3000);
    world.set({ appcat: 'taxi' });
    const other = await world.trip('REACHED', { ...card() });
    expect(other.id).toBeTruthy();
    await world.withTx((tx) =>
      world.wallet.chargeCancellation(tx, other.id, {
        rider: rider.uid,
        driver: other.driver.uid,
        fee: minor(2000),
      }),
    );
    const payment = await captured(id, rider, minor(due - 3000));
    expect(await world.record(id)).toMatchObject({ status: 'PAYMENT_PENDING', used_wallet_money: 0 });
    expect(world.payments.refundsOf(payment)).toHaveLength(1);
    expect(await orderOf(id, rider)).toMatchObject({ amount: due });
  });

  it('gives back the rest when the provider has paid back a part by itself', async () => {
    const { id, rider, due } = await ordered(card());
    const payment = await captured(id, rider, due);
    const back = world.payments.payBack(payment, minor(1_000));
    const moved = await changes(async () => {
      expect((await cancel(rider, id)).status).toBe(200);
      await world.tell('payment.refunded', { refund: back, payment, booking: id });
    });
    expect(moved).toEqual({});
    expect(world.payments.refundsOf(payment)).toMatchObject([{ amount: due - 1_000 }]);
  });

  it('is made as ordered when the provider has paid back a part by itself, and the operator bears it', async () => {
    const { id, rider, due } = await ordered(card());
    const payment = await captured(id, rider, due);
    const back = world.payments.payBack(payment, minor(1_000));
    const early = await changes(() => world.tell('payment.refunded', { refund: back, payment, booking: id }));
    expect(early).toEqual({});
    const driver = await world.addDriver();
    await world.ask(id, [driver]);
    for (const route of [routes.acceptBooking, routes.arriveBooking, routes.startBooking])
      expect((await world.call(driver, route, id)).status).toBe(200);
    const moved = await changes(async () =>
      expect((await world.call(driver, routes.reachBooking, id)).status).toBe(200),
    );
    const { status, convenience_fees } = await world.record(id);
    expect(status).toBe('PAID');
    expect(moved).toEqual({
      ...{ payments_held: 1_000 - due, refund_expense: -1_000, platform_revenue: convenience_fees },
    });
  });

  it('is not paid for by what has gone back before it was heard of', async () => {
    const { id, rider, due } = await ordered(card());
    const made = world.payments.capture({ uid: rider.uid, booking: id, amount: minor(due - 1_000) });
    await world.tell('payment.captured', { payment: made.payment, booking: id });
    expect((await world.record(id)).status).toBe('PAYMENT_PENDING');
    expect(world.payments.refundsOf(made.payment)).toMatchObject([{ amount: due - 1_000 }]);
    const gone = world.payments.capture({ uid: rider.uid, booking: id, amount: minor(0) });
    await world.tell('payment.captured', { payment: gone.payment, booking: id });
    expect(world.payments.refundsOf(gone.payment)).toEqual([]);
    const { body } = await world.call<{ refunds: object[] }>(rider, routes.getBookingMoney, id);
    expect(body.refunds).toHaveLength(1);
  });

  it('sends a payment back that was confirmed after the booking was cancelled', async () => {
    const { id, rider, due } = await ordered(card());
    await cancel(rider, id);
    const payment = await captured(id, rider, due);
    expect(world.payments.refundsOf(payment)).toMatchObject([{ amount: due }]);
    expect((await world.record(id)).status).toBe('CANCELLED');
  });

  it('charges the ride or pays back, never both, when cancelling and the confirmation meet', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, rider, due } = await ordered(card());
      const made = world.payments.capture({ uid: rider.uid, booking: id, amount: due });
      await world.withTx((tx) =>
        world.wallet.holdCapture(tx, made.payment, { booking: id, provider: 'stripe', amount: due }),
      );
      await Promise.all([
        world.tell('payment.captured', { payment: made.payment, booking: id }),
        cancel(rider, id),
      ]);
      const { status } = await world.record(id);
      expect(status).toBe('CANCELLED');
      expect(world.payments.refundsOf(made.payment)).toMatchObject([{ amount: due }]);
    }
  });

  it('can be paid from the wallet or at the door instead', async () => {
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
