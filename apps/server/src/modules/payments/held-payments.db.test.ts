// Tests captures that do not match their order: held in the ledger, then accepted or refunded by an admin.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createPaidBookingEnvironment, uyu } from './testing/paid-booking-environment.ts';

const environment = await createPaidBookingEnvironment();
afterAll(() => environment.close());
beforeEach(environment.agree);
const {
  stripe,
  payments,
  paid,
  ended,
  walletOf,
  person,
  topup,
  checkout,
  call,
  webhook,
  postings,
  events,
  statusOf,
  sql,
} = environment;
const securityLinesOf = (payment: string) =>
  environment.app.securityLines.filter((line) => line.payment === payment);

describe('a second payment of one checkout', () => {
  const rowsOf = (order: string) =>
    sql(
      `select id, status, provider_ref, captured_amount::int as amount, going_back::int as back
       from payments where order_id = $1 order by created_at, id`,
      [order],
    );
  const second = (payment: string, status: 'captured' | 'refunded' | 'failed') =>
    stripe.webhook(stripe.say(payment, status, { providerRef: `second_${payment}` }));

  test.each([false, true])(
    'is held once, and refunding it leaves the first (top-up: %s)',
    async (isTopup) => {
      const { rider, order, payment } = await paid({}, isTopup);
      const wallet = await walletOf(rider.uid);
      for (const _ of [1, 2]) await webhook('stripe', second(payment, 'captured'));
      const first = {
        id: payment,
        status: 'captured',
        provider_ref: `ref_${payment}`,
        amount: 11_000,
        back: 0,
      };
      const [, held, ...more] = await rowsOf(order);
      expect(held).toMatchObject({ status: 'held', provider_ref: `second_${payment}`, amount: 11_000 });
      expect(more).toEqual([]);
      const id = String(held?.id);
      expect(await postings(id)).toEqual([
        'capture: provider_clearing -11000',
        'capture: payments_held 11000',
      ]);
      expect(await events(id)).toContain('payment.held');
      await webhook('stripe', second(payment, 'refunded'));
      expect(await rowsOf(order)).toEqual([first, { ...held, status: 'refunded', back: 11_000 }]);
      expect(await walletOf(rider.uid)).toBe(wallet);
    },
  );

  test('that was refunded or failed before its capture was reported changes nothing', async () => {
    const { rider, order, payment } = await paid({}, true);
    await webhook('stripe', second(payment, 'refunded'));
    await webhook('stripe', second(payment, 'failed'));
    expect(await rowsOf(order)).toMatchObject([{ id: payment, status: 'captured', back: 0 }]);
    expect(await walletOf(rider.uid)).toBe(11_000);
  });

  test('of a top-up can be accepted into the wallet', async () => {
    const { rider, order, payment } = await paid({}, true);
    await webhook('stripe', second(payment, 'captured'));
    const [, held] = await rowsOf(order);
    const admin = await person('admin');
    const { json } = await call('GET', '/payments?status=held', { as: admin });
    expect(json.items).toContainEqual(expect.objectContaining({ id: held?.id, heldFor: 'twice' }));
    const back = await call('POST', `/payments/${held?.id}/refund`, { as: admin, body: { reason: 'x' } });
    expect(back.code).toBe('transition_not_allowed');
    const accepted = await call('POST', `/payments/${held?.id}/accept`, {
      as: admin,
      body: { reason: 'Agreed with the rider' },
    });
    expect(accepted.json.status).toBe('captured');
    expect(await walletOf(rider.uid)).toBe(22_000);
  });
});

describe('a second payment of one checkout that was refunded at the provider', () => {
  test('is found by a check, which asks by the id of the first payment', async () => {
    const { payment, order } = await paid({}, true);
    await webhook(
      'stripe',
      stripe.webhook(stripe.say(payment, 'captured', { providerRef: `second_${payment}` })),
    );
    const [, held] = await sql('select id from payments where order_id = $1 order by created_at, id', [
      order,
    ]);
    stripe.say(payment, 'refunded', { providerRef: `second_${payment}` });
    const admin = await person('admin');
    const { json } = await call('POST', `/payments/${held?.id}/recheck`, { as: admin, body: {} });
    expect(json.status).toBe('refunded');
    expect(await statusOf(payment)).toBe('captured');
  });
});

describe('a payment with an unexpected amount', () => {
  test('in the operator’s currency is held, and an admin accepts it into the payer’s wallet', async () => {
    const { rider, order, payment } = await paid({ amount: uyu('109.99') });
    expect(await statusOf(payment)).toBe('held');
    expect(await payments.api.mayStillPay(order)).toBe(true);
    expect(await postings(payment)).toEqual([
      'capture: provider_clearing -10999',
      'capture: payments_held 10999',
    ]);
    expect(await events(payment)).toContain('payment.held');
    expect(await events(payment)).not.toContain('payment.captured');
    expect(await payments.api.captureOf(payment)).toBeNull();
    const admin = await person('admin');
    const list = await call('GET', '/payments?status=held', { as: admin });
    expect(list.json.items).toContainEqual(
      expect.objectContaining({ id: payment, captured: uyu('109.99'), uid: rider.uid, name: 'Ana Prueba' }),
    );
    const accept = () =>
      call('POST', `/payments/${payment}/accept`, { as: admin, body: { reason: 'Agreed' } });
    const answers = await Promise.all([accept(), accept(), accept()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(securityLinesOf(payment)).toMatchObject([
      { event: 'held_payment_decided', decision: 'accepted', by: admin.uid },
    ]);
    expect(await walletOf(rider.uid)).toBe(10_999);
    expect(await statusOf(payment)).toBe('captured');
    expect(await events(payment)).toContain('payment.accepted');
    // The money is in the wallet, so that the booking need not wait for this payment any longer.
    expect(await payments.api.mayStillPay(order)).toBe(false);
    expect(
      (await call('POST', `/payments/${payment}/refund`, { as: admin, body: { reason: 'x' } })).code,
    ).toBe('already_processed');
  });

  test('in another currency is not posted, cannot be accepted, and is refunded in full', async () => {
    const { payment } = await paid({ amount: { value: '110.00', currency: 'USD' } });
    const admin = await person('admin');
    expect(await statusOf(payment)).toBe('held');
    expect(await postings(payment)).toEqual([]);
    const accept = await call('POST', `/payments/${payment}/accept`, { as: admin, body: { reason: 'x' } });
    expect(accept.code).toBe('amount_mismatch');
    const back = await call('POST', `/payments/${payment}/refund`, {
      as: admin,
      body: { reason: 'Wrong money' },
    });
    // The job that refunds may have ended before the answer was read.
    expect(back.json.status).toMatch(/^refund(ing|ed)$/);
    expect(securityLinesOf(payment)).toMatchObject([
      { event: 'held_payment_decided', decision: 'sent_back' },
    ]);
    const [row] = await sql('select id from payment_refunds where payment = $1', [payment]);
    await ended(payment);
    expect(await statusOf(payment)).toBe('refunded');
    expect(stripe.refunds.get(String(row?.id))?.back).toEqual({ value: '110.00', currency: 'USD' });
  });

  test('whose refund is rejected waits for another decision', async () => {
    const { payment } = await paid({ amount: uyu('1.00') });
    const admin = await person('admin');
    stripe.script.answer = { status: 'failed', refundRef: null, reason: 'Too late to refund' };
    await call('POST', `/payments/${payment}/refund`, { as: admin, body: { reason: 'Wrong' } });
    await ended(payment);
    expect(await statusOf(payment)).toBe('held');
    expect(await events(payment)).toContain('payment.refund-failed');
    const accept = await call('POST', `/payments/${payment}/accept`, { as: admin, body: { reason: 'Keep' } });
    expect(accept.json.status).toBe('captured');
  });

  test('for the wallet of a deleted account is in the ledger, and can only be refunded', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await topup(rider));
    expect((await call('DELETE', '/me', { as: rider, body: {} })).status).toBe(204);
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured')));
    expect(await statusOf(payment)).toBe('held');
    expect(await walletOf(rider.uid)).toBe(0);
    expect(await postings(payment)).toEqual([
      'capture: provider_clearing -11000',
      'capture: payments_held 11000',
    ]);
    const admin = await person('admin');
    const decide = (what: string) =>
      call('POST', `/payments/${payment}/${what}`, { as: admin, body: { reason: 'Account deleted' } });
    expect((await decide('accept')).code).toBe('transition_not_allowed');
    expect((await decide('refund')).json.status).toBe('refunding');
    await ended(payment);
    expect(await statusOf(payment)).toBe('refunded');
    const [row] = await sql('select id from payment_refunds where payment = $1', [payment]);
    expect(await postings(String(row?.id))).toEqual([
      'provider_refund: payments_held -11000',
      'provider_refund: provider_clearing 11000',
    ]);
  });

  test('for the wallet of a payer who became an admin is held, and can only be refunded', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await topup(rider));
    await sql("update users set usertype = 'admin' where uid = $1", [rider.uid]);
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured')));
    expect(await statusOf(payment)).toBe('held');
    const admin = await person('admin');
    const decide = (what: string) =>
      call('POST', `/payments/${payment}/${what}`, { as: admin, body: { reason: 'An admin' } });
    expect((await decide('accept')).code).toBe('transition_not_allowed');
    expect(await walletOf(rider.uid)).toBe(0);
    expect((await decide('refund')).json.status).toBe('refunding');
    await ended(payment);
    expect(await statusOf(payment)).toBe('refunded');
  });

  test('is decided by admins only, with a reason, and only while critical edits are on', async () => {
    const { rider, payment } = await paid({ amount: uyu('1.00') });
    for (const what of ['accept', 'refund', 'recheck'])
      expect(
        (await call('POST', `/payments/${payment}/${what}`, { as: rider, body: { reason: 'x' } })).code,
      ).toBe('forbidden');
    const admin = await person('admin');
    expect((await call('POST', `/payments/${payment}/accept`, { as: admin, body: {} })).status).toBe(400);
    expect(
      (await call('POST', `/payments/${randomUUID()}/accept`, { as: admin, body: { reason: 'x' } })).code,
    ).toBe('not_found');
  });
});
