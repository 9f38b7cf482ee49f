// Tests refunds through the provider of the payment: once, in parts, rejected, and interrupted.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { waitFor } from '../../kit/testing/wait-for.ts';
import { PaymentRefusedError } from '../../ports/payments.ts';
import { createPaidBookingEnvironment, uyu } from './testing/paid-booking-environment.ts';
import { unavailable } from './testing/payments-environment.ts';

const MINUTE = 60_000;
const environment = await createPaidBookingEnvironment();
afterAll(() => environment.close());
beforeEach(environment.agree);
const {
  stripe,
  withTx,
  payments,
  paid,
  refund,
  ended,
  refundOf,
  walletOf,
  person,
  booking,
  checkout,
  call,
  webhook,
  postings,
  events,
  statusOf,
  job,
  sql,
  clock,
} = environment;

const refundEvents = async (payment: string) =>
  (
    await sql(
      `select data from outbox_events where name = 'payment.refunded' and data->>'payment' = $1 order by id`,
      [payment],
    )
  ).map(({ data }) => data);

describe('a refund', () => {
  test('is requested from the provider once and posted once, however often it is retried', async () => {
    const { payment } = await paid();
    const before = stripe.script.asked;
    const id = await refund(payment, 4_000);
    await refund(payment, 4_000, id);
    expect(await statusOf(payment)).toBe('refunding');
    await Promise.all([1, 2, 3].map(() => job('payments.refund', { refund: id })));
    await ended(payment);
    await job('payments.refund', { refund: id });
    await job('payments.reconcile');
    expect(stripe.script.asked - before).toBeLessThanOrEqual(3);
    expect(stripe.refunds.get(id)?.back).toEqual(uyu('40.00'));
    expect(await postings(id)).toEqual([
      'provider_refund: payments_held -4000',
      'provider_refund: provider_clearing 4000',
    ]);
    expect(await statusOf(payment)).toBe('captured');
    expect((await events(payment)).filter((name) => name === 'payment.refunded')).toHaveLength(1);
    await refund(payment, 7_000);
    await ended(payment);
    expect(await statusOf(payment)).toBe('refunded');
  });

  test('never exceeds the captured amount, also concurrently', async () => {
    const { payment } = await paid();
    const tries = await Promise.allSettled([1, 2, 3].map(() => refund(payment, 5_000)));
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await expect(refund(payment, 1_001)).rejects.toMatchObject({ code: 'refund_too_large' });
    await expect(refund(payment, 0)).rejects.toMatchObject({ code: 'no_details_error' });
    await expect(refund(randomUUID(), 1)).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      sql('update payments set going_back = captured_amount + 1 where id = $1', [payment]),
    ).rejects.toThrow('payment_back_within_captured');
    await expect(sql('update payments set captured_amount = 1 where id = $1', [payment])).rejects.toThrow(
      'captured once',
    );
  });

  test('is retried with growing pauses while the provider is unsure or does not answer', async () => {
    const { payment } = await paid();
    stripe.script.error = unavailable();
    const id = await refund(payment, 11_000);
    await waitFor(async () => (await refundOf(id))?.attempts === 1, 'the first try');
    expect(await refundOf(id)).toMatchObject({
      status: 'asked',
      attempts: 1,
      next_try_at: clock.time + 2 * MINUTE,
    });
    stripe.script.error = null;
    stripe.script.answer = { status: 'pending', refundRef: null, reason: null };
    clock.time += 2 * MINUTE;
    await job('payments.reconcile');
    expect(await refundOf(id)).toMatchObject({
      status: 'pending',
      attempts: 2,
      next_try_at: clock.time + 4 * MINUTE,
    });
    stripe.script.answer = { status: 'done', refundRef: 're_2', reason: null };
    await job('payments.reconcile');
    expect((await refundOf(id))?.status).toBe('pending');
    clock.time += 4 * MINUTE;
    await job('payments.reconcile');
    expect(await refundOf(id)).toMatchObject({ status: 'done', provider_ref: 're_2' });
    expect(await statusOf(payment)).toBe('refunded');
  });

  test('that is rejected permanently is published, and can be requested again', async () => {
    const { payment } = await paid();
    stripe.script.answer = { status: 'failed', refundRef: null, reason: 'The account is closed' };
    const id = await refund(payment, 11_000);
    await ended(payment);
    expect(await refundOf(id)).toMatchObject({ status: 'failed', failure: 'The account is closed' });
    expect(await statusOf(payment)).toBe('captured');
    expect(await events(payment)).toContain('payment.refund-failed');
    expect(await postings(id)).toEqual([]);
    stripe.script.answer = { status: 'done', refundRef: 're_3', reason: null };
    await refund(payment, 11_000);
    await ended(payment);
    expect(await statusOf(payment)).toBe('refunded');
  });

  const heldInTotal = async () =>
    Number((await sql(`select balance from ledger_accounts where kind = 'payments_held'`))[0]?.balance);
  /** A paid ride of a rider who was deleted, and whose refund of 40 the provider then rejected. */
  async function rejectedForDeleted() {
    const { rider, order, payment } = await paid();
    const admin = await person('admin');
    const before = await heldInTotal();
    stripe.script.answer = { status: 'pending', refundRef: null, reason: null };
    const grant = await call('POST', `/bookings/${order}/refund`, {
      as: admin,
      body: { amount: 40, reason: 'Late' },
    });
    expect(grant.status).toBe(200);
    const [own] = await sql('select id from payment_refunds where payment = $1', [payment]);
    await waitFor(async () => (await refundOf(String(own?.id)))?.status === 'pending', 'the first try');
    expect((await call('DELETE', '/me', { as: rider, body: {} })).code).toBe('payout_pending');
    expect((await call('DELETE', `/users/${rider.uid}`, { as: admin })).status).toBe(204);
    stripe.script.answer = { status: 'failed', refundRef: null, reason: 'The card is closed' };
    await job('payments.refund', { refund: own?.id });
    await waitFor(
      async () =>
        (await sql('select status from booking_refunds where booking = $1', [order]))[0]?.status === 'failed',
      'the ride to receive the event',
    );
    expect([await statusOf(payment), await walletOf(rider.uid)]).toEqual(['held', 0]);
    expect(await heldInTotal()).toBe(before + 4_000);
    return { admin, order, payment, before };
  }
  const rideRefunds = async (order: string) =>
    (await sql('select status, held from booking_refunds where booking = $1 order by at, id', [order])).map(
      ({ status, held }) => `${status} ${held}`,
    );
  const expenseOf = async (order: string) =>
    Number(
      (
        await sql(
          `select sum(e.amount) as amount from ledger_transactions t
           join ledger_entries e on e.transaction = t.id join ledger_accounts a on a.id = e.account
           where t.booking = $1 and a.kind = 'refund_expense'`,
          [order],
        )
      )[0]?.amount,
    );
  const backOf = async (payment: string) =>
    (await sql('select going_back::int, held_amount::int from payments where id = $1', [payment]))[0];

  test('that is rejected for a deleted rider is held, and an admin can send it back again', async () => {
    const { admin, order, payment, before } = await rejectedForDeleted();
    expect(await rideRefunds(order)).toEqual(['failed true']);
    const { json } = await call('GET', '/payments?status=held', { as: admin });
    expect(json.items).toContainEqual(expect.objectContaining({ id: payment, waiting: 40 }));
    const decide = (what: string) =>
      call('POST', `/payments/${payment}/${what}`, { as: admin, body: { reason: 'Account deleted' } });
    expect((await decide('accept')).code).toBe('transition_not_allowed');
    for (const status of ['failed', 'done'] as const) {
      stripe.script.answer = { status, refundRef: null, reason: null };
      expect((await decide('refund')).json.status).toBe('refunding');
      await ended(payment);
      expect(await statusOf(payment)).toBe(status === 'done' ? 'captured' : 'held');
    }
    expect(await heldInTotal()).toBe(before);
    expect(await backOf(payment)).toEqual({ going_back: 4_000, held_amount: 0 });
    await waitFor(
      async () => (await rideRefunds(order))[0] === 'done false',
      'the ride to receive the event',
    );
  });

  test('that is rejected for a rider who became an admin is held, because an admin has no wallet', async () => {
    const { rider, payment } = await paid();
    stripe.script.answer = { status: 'failed', refundRef: null, reason: 'The card is closed' };
    await sql("update users set usertype = 'admin' where uid = $1", [rider.uid]);
    await refund(payment, 4_000);
    await ended(payment);
    expect(await statusOf(payment)).toBe('held');
    expect(await events(payment)).toContain('payment.refund-held');
    expect(await backOf(payment)).toEqual({ going_back: 0, held_amount: 4_000 });
  });

  test('that is held for a deleted rider and then made at the provider’s console is charged once', async () => {
    const { order, payment, before } = await rejectedForDeleted();
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured', { refunded: uyu('50.00') })));
    // 40 were charged when the admin granted the refund; only 10 more are new.
    await waitFor(async () => (await expenseOf(order)) === -5_000, 'the ride to receive the event');
    expect(await heldInTotal()).toBe(before);
    expect(await statusOf(payment)).toBe('captured');
    expect(await backOf(payment)).toEqual({ going_back: 5_000, held_amount: 0 });
    await waitFor(async () => (await rideRefunds(order))[0] === 'done false', 'the end of what was held');
  });

  test('that is rejected counts what was refunded at the provider’s console in the meantime', async () => {
    const { rider, order, payment } = await paid();
    stripe.script.answer = { status: 'pending', refundRef: null, reason: null };
    const grant = await call('POST', `/bookings/${order}/refund`, {
      as: await person('admin'),
      body: { amount: 80, reason: 'Late' },
    });
    expect(grant.status).toBe(200);
    const [own] = await sql('select id from payment_refunds where payment = $1', [payment]);
    await waitFor(async () => (await refundOf(String(own?.id)))?.status === 'pending', 'the first try');
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured', { refunded: uyu('50.00') })));
    expect(await backOf(payment)).toEqual({ going_back: 8_000, held_amount: 0 });
    stripe.script.answer = { status: 'failed', refundRef: null, reason: 'Only 60 are left' };
    await job('payments.refund', { refund: own?.id });
    await waitFor(async () => (await walletOf(rider.uid)) === 8_000, 'the refund in the wallet');
    expect(await backOf(payment)).toEqual({ going_back: 5_000, held_amount: 0 });
    expect(await statusOf(payment)).toBe('captured');
    const [external] = await withTx((tx) => payments.api.elsewhereOf(tx, payment));
    expect(external).toMatchObject({ amount: 5_000 });
    await waitFor(
      async () =>
        (await rideRefunds(order)).join() === 'failed false,done false' &&
        (await expenseOf(order)) === -13_000,
      'the ride to receive the event',
    );
    expect(await postings(external?.refund ?? '')).toContain('provider_refund: provider_clearing 5000');
  });

  test('rejected after a refund at the provider’s console is done, and not paid to a wallet as well', async () => {
    const { payment } = await paid();
    stripe.say(payment, 'captured', { refunded: uyu('40.00') });
    stripe.script.answer = { status: 'failed', refundRef: null, reason: 'Already refunded' };
    const id = await refund(payment, 4_000);
    await ended(payment);
    expect(await refundOf(id)).toMatchObject({ status: 'done' });
    expect(await events(payment)).not.toContain('payment.refund-failed');
    const more = await refund(payment, 1);
    await ended(payment);
    expect(await refundOf(more)).toMatchObject({ status: 'failed' });
    stripe.say(payment, 'refunded');
    const rest = await refund(payment, 7_000);
    await ended(payment);
    expect(await refundOf(rest)).toMatchObject({ status: 'done' });
    expect(await statusOf(payment)).toBe('refunded');
  });

  test('stays requested while the provider rejects every call, because its result is unknown', async () => {
    const { rider, payment } = await paid();
    stripe.script.error = unavailable();
    const id = await refund(payment, 11_000);
    await waitFor(async () => (await refundOf(id))?.attempts === 1, 'the first try');
    stripe.script.error = new PaymentRefusedError('A wrong key');
    clock.time += 2 * MINUTE;
    await job('payments.reconcile');
    expect(await refundOf(id)).toMatchObject({ status: 'asked', attempts: 2 });
    expect(await statusOf(payment)).toBe('refunding');
    expect(await walletOf(rider.uid)).toBe(0);
    stripe.script.error = null;
    stripe.script.answer = { status: 'failed', refundRef: null, reason: 'Already refunded' };
    stripe.say(payment, 'refunded');
    clock.time += 4 * MINUTE;
    await job('payments.reconcile');
    expect((await refundOf(id))?.status).toBe('done');
    expect(await walletOf(rider.uid)).toBe(0);
  });

  test('includes the amount refunded so far, for providers that store no ids of refunds', async () => {
    const { payment } = await paid();
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured', { refunded: uyu('10.00') })));
    await refund(payment, 3_000);
    await ended(payment);
    const last = await refund(payment, 3_000);
    await ended(payment);
    expect(stripe.refunds.get(last)).toMatchObject({ back: uyu('30.00'), alreadyBack: uyu('40.00') });
  });

  test('made at the provider’s console is published, and the payment counts with its remaining amount', async () => {
    const { payment } = await paid();
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured', { refunded: uyu('10.00') })));
    expect(await payments.api.captureOf(payment)).toMatchObject({ amount: 10_000 });
    const elsewhere = await withTx((tx) => payments.api.elsewhereOf(tx, payment));
    expect(elsewhere).toEqual([
      {
        refund: expect.any(String),
        amount: 1_000,
        reason: 'Paid back by the provider (refund or lost dispute)',
      },
    ]);
    const own = await refund(payment, 500);
    await ended(payment);
    expect((await refundOf(own))?.status).toBe('done');
    expect(await withTx((tx) => payments.api.elsewhereOf(tx, payment))).toEqual(elsewhere);
  });

  test('made at the provider’s console for a paid ride leaves no difference in the held payments', async () => {
    const { order, payment } = await paid();
    const held = async () =>
      (
        await sql(
          `select a.kind, sum(e.amount)::int as amount from ledger_transactions t
           join ledger_entries e on e.transaction = t.id join ledger_accounts a on a.id = e.account
           where t.booking = $1 and a.kind in ('payments_held', 'refund_expense', 'provider_clearing')
           group by 1 order by 1`,
          [order],
        )
      ).map(({ kind, amount }) => `${kind} ${amount}`);
    expect(await held()).toEqual(['payments_held 0', 'provider_clearing -11000']);
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured', { refunded: uyu('10.00') })));
    await waitFor(async () => (await held()).length === 3, 'the ride to receive the event');
    expect(await held()).toEqual(['payments_held 0', 'provider_clearing -10000', 'refund_expense -1000']);
    const admin = await person('admin');
    const money = await call('GET', `/bookings/${order}/money`, { as: admin });
    expect(money.json).toMatchObject({ refundable: 100, refunds: [{ toCard: 10, status: 'done' }] });
  });

  test('that is rejected does not pay for the ride: the amount owed can be paid by card again', async () => {
    const rider = await person('rider');
    const order = await booking(rider);
    const payment = await checkout('stripe', rider, order);
    await sql('update bookings set payable_amount = 12000 where id = $1', [order]);
    stripe.script.answer = { status: 'failed', refundRef: null, reason: 'The card is closed' };
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured')));
    // The amount owed has changed, so the booking module refunds the capture; the card rejects the refund.
    await waitFor(async () => (await walletOf(rider.uid)) === 11_000, 'the money in the wallet');
    expect(await statusOf(payment)).toBe('captured');
    expect(await checkout('stripe', rider, order, '120.00')).not.toBe(payment);
  });

  test('made at the provider’s console before the capture was processed is not charged to the operator', async () => {
    const rider = await person('rider');
    const order = await booking(rider);
    const payment = await checkout('stripe', rider, order);
    stripe.script.answer = { status: 'failed', refundRef: null, reason: 'The card is closed' };
    // 30 of 110 were refunded, so that the booking module requests a refund of the rest, which the card rejects.
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured', { refunded: uyu('30.00') })));
    await waitFor(async () => (await walletOf(rider.uid)) === 8_000, 'the money in the wallet');
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'refunded')));
    await waitFor(async () => (await rideRefunds(order)).length === 3, 'the ride to receive the event');
    expect(await expenseOf(order)).toBe(-8_000);
    const held = await sql(
      `select coalesce(sum(e.amount), 0)::int as amount from ledger_transactions t
       join ledger_entries e on e.transaction = t.id join ledger_accounts a on a.id = e.account
       where t.booking = $1 and a.kind = 'payments_held'`,
      [order],
    );
    expect(held).toEqual([{ amount: 0 }]);
  });

  test('made at the provider’s console is posted once, and debits the wallet for a top-up', async () => {
    const { rider, payment } = await paid({}, true);
    expect(await walletOf(rider.uid)).toBe(11_000);
    const back = stripe.say(payment, 'captured', { refunded: uyu('10.00') });
    for (const _ of [1, 2]) await webhook('stripe', stripe.webhook(back));
    expect(await walletOf(rider.uid)).toBe(10_000);
    expect(await statusOf(payment)).toBe('captured');
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'refunded')));
    expect(await walletOf(rider.uid)).toBe(0);
    expect(await statusOf(payment)).toBe('refunded');
  });

  test('by a provider whose settlement was declined is posted once, and a refund under way is not paid to a wallet', async () => {
    const topup = await paid({}, true);
    const declined = stripe.say(topup.payment, 'failed', { refunded: uyu('110.00') });
    for (const _ of [1, 2]) await webhook('stripe', stripe.webhook(declined));
    expect(await walletOf(topup.rider.uid)).toBe(0);
    expect(await statusOf(topup.payment)).toBe('refunded');
    const paymentPage = await call('GET', `/payments/${topup.payment}`, { as: topup.rider });
    expect(paymentPage.json).toMatchObject({ status: 'refunded', declined: true });
    expect(await refundEvents(topup.payment)).toMatchObject([{ declined: true, fromWallet: true }]);
    const ride = await paid();
    stripe.say(ride.payment, 'failed', { refunded: uyu('110.00') });
    stripe.script.answer = { status: 'failed', refundRef: null, reason: 'No money was taken' };
    const own = await refund(ride.payment, 4_000);
    await ended(ride.payment);
    expect((await refundOf(own))?.status).toBe('done');
    expect(await walletOf(ride.rider.uid)).toBe(0);
    expect(await refundEvents(ride.payment)).toMatchObject([
      { refund: own, amount: 4_000, declined: true },
      { amount: 7_000, declined: true },
    ]);
    expect(await statusOf(ride.payment)).toBe('refunded');
  });

  test('at the provider’s console is no declined settlement, and a declined ride is not taken from the wallet', async () => {
    const topup = await paid({}, true);
    await webhook('stripe', stripe.webhook(stripe.say(topup.payment, 'refunded')));
    expect(await refundEvents(topup.payment)).toMatchObject([{ declined: false, fromWallet: true }]);
    const ride = await paid();
    const declined = stripe.say(ride.payment, 'failed', { refunded: uyu('110.00') });
    await webhook('stripe', stripe.webhook(declined));
    expect(await refundEvents(ride.payment)).toMatchObject([{ declined: true, fromWallet: false }]);
    expect(await walletOf(ride.rider.uid)).toBe(0);
  });

  test('of a payment without a capture, or of a top-up, is rejected', async () => {
    const rider = await person('rider');
    const open = await checkout('stripe', rider, await booking(rider));
    await expect(refund(open, 1)).rejects.toMatchObject({ code: 'transition_not_allowed' });
    const { payment } = await paid({}, true);
    await expect(refund(payment, 1)).rejects.toMatchObject({ code: 'transition_not_allowed' });
  });
});
