// Tests refunds of a trip, by an admin or in the provider's console, and which account pays for them.
import { routes } from '@kerb/contract';
import { minor } from '@kerb/domain/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { createBookingEnvironment } from '../testing/booking-environment.ts';
import { card, createMoneyTools } from '../testing/money-tools.ts';

const environment = await createBookingEnvironment();
afterAll(() => environment.close());
const { balanceOf, captured, changes } = createMoneyTools(environment);

describe('an admin’s refund', () => {
  async function paidByCard() {
    const { id, rider, driver } = await environment.trip('REACHED', card());
    const { trip_cost } = await environment.record(id);
    const payment = await captured(id, rider, trip_cost);
    return { id, rider, driver, trip_cost, payment, admin: await environment.addAdmin() };
  }
  const refund = (who: Actor, id: string, amount: number) =>
    environment.call(who, routes.refundBooking, id, { amount, reason: 'The car was late' });

  it('goes back to the card, and the driver keeps the share', async () => {
    const { id, rider, driver, payment, admin } = await paidByCard();
    const earned = await balanceOf(driver.uid);
    const moved = await changes(async () => expect((await refund(admin, id, 100)).status).toBe(200));
    expect(moved).toEqual({ refund_expense: -10_000, payments_held: 10_000 });
    expect(environment.payments.refundsOf(payment)).toMatchObject([
      { amount: 10_000, reason: 'The car was late' },
    ]);
    expect([await balanceOf(driver.uid), await balanceOf(rider.uid)]).toEqual([earned, 0]);
  });

  it('is done when the provider confirms it, or goes to the wallet when the provider rejects it', async () => {
    const { id, rider, payment, admin } = await paidByCard();
    await refund(admin, id, 100);
    await refund(admin, id, 50);
    const [first, second] = environment.payments.refundsOf(payment);
    await environment.deliverEvent('payment.refunded', { refund: first?.refund });
    await environment.deliverEvent('payment.refund-failed', { refund: second?.refund });
    await environment.deliverEvent('payment.refund-failed', { refund: second?.refund });
    const { body } = await environment.call<{ refunds: { amount: number; status: string }[] }>(
      admin,
      routes.getBookingMoney,
      id,
    );
    expect(body.refunds.map(({ amount, status }) => [amount, status]).sort()).toEqual([
      [100, 'done'],
      [50, 'failed'],
    ]);
    expect(await balanceOf(rider.uid)).toBe(5000);
  });

  it('issued by the provider is paid by the operator once and cannot be granted again', async () => {
    const { id, trip_cost, payment, admin } = await paidByCard();
    const moved = await changes(async () => {
      const back = environment.payments.payBack(payment, minor(4_000));
      // The payments module has recorded the provider's refund; the booking module has not yet.
      for (const _ of [1, 2])
        await environment.deliverEvent('payment.refunded', {
          refund: back,
          payment,
          booking: id,
          purpose: 'booking',
        });
    });
    expect(moved).toEqual({ refund_expense: -4_000, payments_held: 4_000 });
    const { body } = await environment.call<{ refunds: object[]; refundable: number }>(
      admin,
      routes.getBookingMoney,
      id,
    );
    expect(body).toMatchObject({
      refundable: (trip_cost - 4_000) / 100,
      refunds: [{ amount: 40, toCard: 40, status: 'done', by: null }],
    });
    expect((await refund(admin, id, trip_cost / 100)).code).toBe('refund_too_large');
    environment.pass(1_000);
    expect((await refund(admin, id, (trip_cost - 4_000) / 100)).status).toBe(200);
    expect(environment.payments.refundsOf(payment)).toMatchObject([{ amount: trip_cost - 4_000 }]);
    expect(await environment.booking.refundsOf(id)).toMatchObject([
      { amount: 4_000 },
      { amount: trip_cost - 4_000 },
    ]);
  });

  it('issued by the provider after the money went to the wallet is also paid by the operator', async () => {
    const { id, rider, trip_cost, payment, admin } = await paidByCard();
    await refund(admin, id, trip_cost / 100);
    const [asked] = environment.payments.refundsOf(payment);
    await environment.deliverEvent('payment.refund-failed', { refund: asked?.refund, payment, booking: id });
    expect(await balanceOf(rider.uid)).toBe(trip_cost);
    const back = environment.payments.payBack(payment, trip_cost);
    const moved = await changes(() =>
      environment.deliverEvent('payment.refunded', { refund: back, payment, booking: id }),
    );
    expect(moved).toEqual({ refund_expense: -trip_cost, payments_held: trip_cost });
    const { body } = await environment.call<{ refundable: number }>(admin, routes.getBookingMoney, id);
    expect(body.refundable).toBe(0);
    expect((await refund(admin, id, 1)).code).toBe('refund_too_large');
  });

  it('of a cash trip goes to the wallet, up to the amount paid', async () => {
    const { id, rider } = await environment.trip('PAID');
    const admin = await environment.addAdmin();
    const { trip_cost } = await environment.record(id);
    expect((await refund(admin, id, 100)).status).toBe(200);
    expect(await balanceOf(rider.uid)).toBe(10_000);
    const { body } = await environment.call<{ refunds: { reason: string }[] }>(
      rider,
      routes.getBookingMoney,
      id,
    );
    expect(body.refunds[0]?.reason).not.toBe('');
    expect((await refund(admin, id, trip_cost / 100)).code).toBe('refund_too_large');
    const answers = await Promise.all([1, 2].map(() => refund(admin, id, (trip_cost - 10_000) / 100)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await balanceOf(rider.uid)).toBe(trip_cost);
  });

  it('is published with the part that went to the wallet, so that the rider is notified', async () => {
    const { id, rider, trip_cost, admin } = await paidByCard();
    const cash = await environment.trip('PAID');
    await refund(admin, id, trip_cost / 100);
    await refund(admin, cash.id, 100);
    const { rows } = await environment.database.pool.query(
      `select data from outbox_events where name = 'booking.refunded' and data->>'rider' = any($1)`,
      [[rider.uid, cash.rider.uid]],
    );
    const { reference } = await environment.record(cash.id);
    expect(rows).toEqual([
      { data: { booking_id: cash.id, reference, rider: cash.rider.uid, amount: 10_000 } },
    ]);
  });

  it('to the wallet of a deleted rider is refused; the card’s part is still refunded', async () => {
    const cash = await environment.trip('PAID');
    const { id, rider, payment, admin } = await paidByCard();
    await environment.database.pool.query(
      `update users set deleted_at = 1, mobile = '', approved = false, review = 'disabled' where uid = any($1)`,
      [[cash.rider.uid, rider.uid]],
    );
    expect((await refund(admin, cash.id, 100)).code).toBe('transition_not_allowed');
    expect(await balanceOf(cash.rider.uid)).toBe(0);
    expect((await refund(admin, id, 100)).status).toBe(200);
    expect(environment.payments.refundsOf(payment)).toMatchObject([{ amount: 10_000 }]);
  });

  it('to the wallet of a rider who became an admin is refused', async () => {
    const { id, rider } = await environment.trip('PAID');
    const admin = await environment.addAdmin();
    await environment.database.pool.query("update users set usertype = 'admin' where uid = $1", [rider.uid]);
    expect((await refund(admin, id, 100)).code).toBe('transition_not_allowed');
    expect(await balanceOf(rider.uid)).toBe(0);
  });

  it('of a deleted rider that the card rejects waits for an admin, and is done when it is paid back after all', async () => {
    const { id, rider, payment, admin } = await paidByCard();
    await environment.database.pool.query(
      `update users set deleted_at = 1, mobile = '', approved = false, review = 'disabled' where uid = $1`,
      [rider.uid],
    );
    await refund(admin, id, 100);
    const [own] = environment.payments.refundsOf(payment);
    const about = { payment, booking: id };
    const shown = async () => {
      const { body } = await environment.call<{
        refunds: { amount: number; status: string; held: boolean }[];
      }>(admin, routes.getBookingMoney, id);
      return body.refunds.map(({ amount, status, held }) => [amount, status, held]).sort();
    };
    await environment.deliverEvent('payment.refund-held', { ...about, refund: own?.refund, held: true });
    expect(await shown()).toEqual([[100, 'failed', true]]);
    expect(await balanceOf(rider.uid)).toBe(0);
    // A part that the operator refunded in the provider's console beside it.
    const elsewhere = environment.payments.payBack(payment, minor(1_000));
    await environment.deliverEvent('payment.refunded', { ...about, refund: elsewhere });
    expect(await shown()).toEqual([
      [10, 'done', false],
      [100, 'failed', true],
    ]);
    const again = { ...about, refund: crypto.randomUUID() };
    await environment.deliverEvent('payment.refunded', { ...again, held: true });
    expect(await shown()).toContainEqual([100, 'failed', true]);
    await environment.deliverEvent('payment.refunded', again);
    expect(await shown()).toContainEqual([100, 'done', false]);
  });

  it.each([
    [0, 422, 'no_details_error'],
    [-5, 422, 'no_details_error'],
    [0.005, 422, 'no_details_error'],
    [Number.POSITIVE_INFINITY, 400, 'invalid_input'],
    [Number.NaN, 400, 'invalid_input'],
  ])('of %s is refused', async (amount, status, code) => {
    const { id } = await environment.trip('PAID');
    const answer = await refund(await environment.addAdmin(), id, amount);
    expect([answer.status, answer.code]).toEqual([status, code]);
  });

  it('is for admins only, and for paid trips', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    expect((await refund(rider, id, 1)).status).toBe(403);
    expect((await refund(driver, id, 1)).status).toBe(403);
    expect((await refund(await environment.addAdmin(), id, 1)).code).toBe('transition_not_allowed');
  });
});
