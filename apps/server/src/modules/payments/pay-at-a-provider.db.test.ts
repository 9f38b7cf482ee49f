// Tests paying at a provider: the form, both redirects, webhooks in any order, and one posting for a payment.
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { PaymentRefusedError, PaymentSignatureError } from '../../ports/payments.ts';
import {
  createPaymentsEnvironment,
  createScriptedProvider,
  unavailable,
} from './testing/payments-environment.ts';

const stripe = createScriptedProvider('stripe');
const paystack = createScriptedProvider('paystack');
const environment = await createPaymentsEnvironment({
  providers: [stripe.provider, paystack.provider],
  env: { KERB_TEST_PAYMENTS: 'off' },
});
afterAll(() => environment.close());
beforeEach(() => {
  stripe.script.error = null;
  paystack.script.error = null;
});
const { person, booking, topup, checkout, call, postForm, webhook, postings, events, statusOf } = environment;

const captured = ['capture: provider_clearing -11000', 'capture: payments_held 11000'];

describe('the payment form', () => {
  test('redirects to the provider, from a page that works without JavaScript', async () => {
    const rider = await person('rider');
    const order = await booking(rider);
    const answer = await postForm('stripe', { order_id: order, amount: '110.00', currency: 'UYU' }, rider);
    const [payment = ''] = await environment.paymentsOf(order);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`content="0;url=https://pay.example/${payment}"`);
    expect(answer.text).toContain(`href="https://pay.example/${payment}"`);
    expect(answer.response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(stripe.orders.get(payment)).toMatchObject({
      amount: { value: '110.00', currency: 'UYU' },
      returnUrl: `http://kerb.test/api/v1/payments/return/${payment}`,
      webhookUrl: 'http://kerb.test/api/v1/payments/stripe/webhook',
      buyer: { cust_id: rider.uid, first_name: 'Ana' },
    });
    expect(await statusOf(payment)).toBe('open');
  });

  test('is filled in by the server', async () => {
    const rider = await person('rider');
    const order = await booking(rider);
    const { json, status } = await call('GET', `/bookings/${order}/payment`, { as: rider });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      order_id: order,
      amount: 110,
      currency: 'UYU',
      quantity: 1,
      cust_id: rider.uid,
      first_name: 'Ana',
    });
    expect((await call('GET', `/bookings/${order}/payment`, { as: await person('rider') })).code).toBe(
      'not_found',
    );
  });

  test.each([
    ['less than is owed', { amount: '109.99' }, 'amount_mismatch'],
    ['more', { amount: '110.01' }, 'amount_mismatch'],
    ['nothing', { amount: '0' }, 'amount_mismatch'],
    ['a debt', { amount: '-110' }, 'amount_mismatch'],
    ['no number', { amount: 'NaN' }, 'amount_mismatch'],
    ['three decimals', { amount: '110.001' }, 'amount_mismatch'],
    ['a number written otherwise', { amount: '1.1e2' }, 'amount_mismatch'],
    ['too much for any number', { amount: '1e309' }, 'amount_mismatch'],
    ['another currency', { currency: 'USD' }, 'amount_mismatch'],
    ['no amount', { amount: '' }, 'amount_mismatch'],
    ['an amount without an end', { amount: '1'.repeat(5000) }, 'amount_mismatch'],
    ['an invalid order', { order_id: "'; drop table payment" }, 'not_found'],
    ['no order', { order_id: '' }, 'not_found'],
    ['a name without an end', { amount: '1', first_name: 'a'.repeat(5000) }, 'amount_mismatch'],
    ['an order that is not', { order_id: '00000000-0000-7000-8000-000000000000' }, 'not_found'],
  ])('with %s sends the browser back with the reason', async (_, wrong, problem) => {
    const rider = await person('rider');
    const order = await booking(rider);
    const answer = await postForm(
      'stripe',
      { order_id: order, amount: '110', currency: 'UYU', ...wrong },
      rider,
    );
    expect(answer.status).toBe(303);
    expect(answer.location).toContain(`/payment/new?problem=${problem}`);
    expect(await environment.paymentsOf(order)).toEqual([]);
  });

  test('with missing or repeated fields redirects the browser back', async () => {
    const rider = await person('rider');
    expect((await postForm('stripe', {}, rider)).location).toBe('/payment/new?problem=not_found');
    const twice = await call('POST', '/payments/stripe/checkout', {
      body: 'order_id=1&order_id=2&amount=5&amount=6&currency=UYU',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'http://kerb.test',
        cookie: rider.cookie,
      },
    });
    expect(twice.location).toBe('/payment/new?problem=not_found');
  });

  test('that opens no checkout redirects to the payer’s own ride, and to no other user’s', async () => {
    const rider = await person('rider');
    const order = await booking(rider);
    const wrong = (order_id: string, as = rider) =>
      postForm('stripe', { order_id, amount: '1', currency: 'UYU' }, as);
    const back = `/payment/new?problem=amount_mismatch&booking=${order}`;
    expect((await wrong(order)).location).toBe(back);
    expect((await wrong(order, await person('rider'))).location).toBe('/payment/new?problem=not_found');
    expect((await wrong(await topup(rider))).location).toBe('/payment/new?problem=amount_mismatch');
    await environment.sql(`update bookings set payment_mode = 'cash' where id = $1`, [order]);
    expect((await wrong(order)).location).toBe(
      `/payment/new?problem=transition_not_allowed&booking=${order}`,
    );
  });

  test('for another user’s order, an unknown one or a missing provider opens no checkout', async () => {
    const rider = await person('rider');
    const order = await booking(rider);
    const fields = { order_id: order, amount: '110', currency: 'UYU' };
    expect((await postForm('stripe', fields, await person('rider'))).location).toContain('problem=not_found');
    expect((await postForm('stripe', fields, await person('admin'))).location).toContain('problem=not_found');
    expect((await postForm('stripe', fields)).location).toContain('problem=not_logged_in');
    expect((await postForm('paypal', fields, rider)).location).toContain('problem=no_provider_found');
    expect((await postForm('test', fields, rider)).location).toContain('problem=no_provider_found');
    expect((await postForm('no-provider', fields, rider)).status).toBe(400);
    expect(await environment.paymentsOf(order)).toEqual([]);
  });

  test('from a page of another site is rejected', async () => {
    const rider = await person('rider');
    const fields = { order_id: await booking(rider), amount: '110', currency: 'UYU' };
    for (const origin of ['https://evil.example', 'null'])
      expect((await postForm('stripe', fields, rider, { origin })).code).toBe('bad_origin');
  });

  test('posted twice at once opens one payment, and posted later another one', async () => {
    const rider = await person('rider');
    const order = await booking(rider);
    const fields = { order_id: order, amount: '110', currency: 'UYU' };
    const answers = await Promise.all([1, 2, 3].map(() => postForm('stripe', fields, rider)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await environment.paymentsOf(order)).toHaveLength(1);
    environment.clock.time += 6_000;
    await postForm('stripe', fields, rider);
    expect(await environment.paymentsOf(order)).toHaveLength(2);
  });

  test('for a paid order redirects with already_paid', async () => {
    const rider = await person('rider');
    const order = await topup(rider);
    const payment = await checkout('stripe', rider, order);
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured')));
    const again = await postForm('stripe', { order_id: order, amount: '110', currency: 'UYU' }, rider);
    expect(again.location).toContain('problem=already_paid');
  });

  test('for a booking that is paid but has not received the event yet is rejected as paid', async () => {
    const rider = await person('rider');
    const order = await booking(rider);
    const payment = await checkout('stripe', rider, order);
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured')));
    await environment.sql(
      "update bookings set status = 'PENDING', payment_mode = 'card', payable_amount = 11000 where id = $1",
      [order],
    );
    const again = await postForm('stripe', { order_id: order, amount: '110', currency: 'UYU' }, rider);
    expect(again.location).toContain('problem=already_paid');
  });

  test('for a provider that rejects or does not answer redirects with a problem, and the payment fails', async () => {
    const rider = await person('rider');
    const order = await booking(rider);
    const fields = { order_id: order, amount: '110', currency: 'UYU' };
    stripe.script.error = new PaymentRefusedError('This currency is not taken');
    expect((await postForm('stripe', fields, rider)).location).toContain('problem=provider_refused');
    stripe.script.error = unavailable();
    expect((await postForm('stripe', fields, rider)).location).toContain('problem=provider_unavailable');
    const payments = await environment.paymentsOf(order);
    expect(await Promise.all(payments.map(statusOf))).toEqual(['failed', 'failed']);
  });
});

describe('the return of the browser', () => {
  test('after payment captures, posts and publishes it, and redirects to the payment', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    stripe.say(payment, 'captured');
    const answer = await call('GET', `/payments/return/${payment}?session=1`);
    expect([answer.status, answer.location]).toEqual([303, `/payment/${payment}`]);
    expect(await statusOf(payment)).toBe('captured');
    expect(await postings(payment)).toEqual(captured);
    expect(await events(payment)).toEqual(['payment.changed', 'payment.changed', 'payment.captured']);
    const seen = await call('GET', `/payments/${payment}`, { as: rider });
    expect(seen.json).toMatchObject({ id: payment, status: 'captured', amount: 110, currency: 'UYU' });
  });

  test.each([
    ['with a made-up answer', new PaymentSignatureError('made up')],
    ['while the provider does not answer', unavailable()],
  ])('%s: nothing changes, and the payment is asked about later', async (_, error) => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    stripe.script.error = error;
    const answer = await call('POST', `/payments/return/${payment}`, { body: 'status=paid' });
    expect([answer.status, answer.location]).toEqual([303, `/payment/${payment}`]);
    expect(await statusOf(payment)).toBe('open');
    expect(await postings(payment)).toEqual([]);
  });

  test('for an unknown payment, or with another payment’s answer, changes nothing', async () => {
    const missing = '00000000-0000-7000-8000-000000000000';
    expect((await call('GET', `/payments/return/${missing}`)).location).toBe(`/payment/${missing}`);
    const rider = await person('rider');
    const mine = await checkout('stripe', rider, await booking(rider));
    const other = await checkout('stripe', rider, await booking(rider));
    stripe.say(mine, 'captured', { payment: other });
    await call('GET', `/payments/return/${mine}`);
    expect([await statusOf(mine), await statusOf(other)]).toEqual(['open', 'open']);
  });
});

describe('a payment webhook', () => {
  test('and the return post a payment once, when they arrive many times and concurrently', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await topup(rider));
    const report = stripe.say(payment, 'captured');
    const same = stripe.webhook(report);
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => webhook('stripe', same)),
      ...[1, 2, 3].map(() => webhook('stripe', stripe.webhook(report))),
      ...[1, 2, 3].map(() => call('GET', `/payments/return/${payment}`)),
    ]);
    expect(answers.slice(0, 6).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await postings(payment)).toEqual(['topup: provider_clearing -11000', 'topup: rider 11000']);
    expect((await events(payment)).filter((name) => name === 'payment.captured')).toHaveLength(1);
  });

  test('gives the same result in any order', async () => {
    const rider = await person('rider');
    for (const order of [
      ['pending', 'captured', 'failed'],
      ['failed', 'captured', 'open'],
      ['captured', 'pending', 'failed'],
    ] as const) {
      const payment = await checkout('stripe', rider, await booking(rider));
      for (const status of order) await webhook('stripe', stripe.webhook(stripe.say(payment, status)));
      expect(await statusOf(payment)).toBe('captured');
      expect(await postings(payment)).toEqual(captured);
    }
  });

  test('that is forged, empty or for an unknown provider is rejected', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    const forged = { ...stripe.webhook(stripe.say(payment, 'captured')), genuine: false };
    expect(await webhook('stripe', forged)).toMatchObject({ status: 401, code: 'webhook_refused' });
    expect(await webhook('paypal', forged)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await statusOf(payment)).toBe('open');
  });

  test('that is unsigned is only read when it names a payment of ours at this provider', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    const named = async (provider: string, unsigned: string) =>
      (await webhook(provider, { unsigned, genuine: true, eventId: 'e1' })).status;
    expect(await named('stripe', payment)).toBe(200);
    expect(await named('paystack', payment)).toBe(401);
    expect(await named('stripe', '00000000-0000-7000-8000-000000000000')).toBe(401);
    expect(await named('stripe', 'no id')).toBe(401);
  });

  test('of one provider never changes a payment of another', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    const report = stripe.say(payment, 'captured');
    expect((await webhook('paystack', paystack.webhook(report))).status).toBe(200);
    expect(await statusOf(payment)).toBe('open');
    expect(await postings(payment)).toEqual([]);
  });

  test('about an unknown payment, or without a payment, is answered with 200', async () => {
    const unknown = stripe.webhook(stripe.say('00000000-0000-7000-8000-000000000000', 'captured'));
    const strange = stripe.webhook(stripe.say("1'; drop table payment; --", 'captured'));
    for (const body of [unknown, strange, { genuine: true, eventId: '1' }])
      expect((await webhook('stripe', body)).status).toBe(200);
  });

  test('is requested again while its provider has to be queried and does not answer', async () => {
    stripe.script.error = unavailable();
    expect(await webhook('stripe', {})).toMatchObject({ status: 503, code: 'provider_unavailable' });
  });

  test('with the provider’s reference of another payment captures nothing', async () => {
    const rider = await person('rider');
    const first = await checkout('stripe', rider, await booking(rider));
    const second = await checkout('stripe', rider, await booking(rider));
    const ref = { providerRef: `the one payment of ${first}` };
    await webhook('stripe', stripe.webhook(stripe.say(first, 'captured', ref)));
    expect((await webhook('stripe', stripe.webhook(stripe.say(second, 'captured', ref)))).status).toBe(200);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['captured', 'open']);
    expect(await postings(second)).toEqual([]);
  });
});

test('deleting an account retains its payments, without the personal data that was sent', async () => {
  const { account, withTx } = environment.app.modules;
  const rider = await person('rider');
  const payment = await checkout('stripe', rider, await topup(rider));
  const [mine] = await environment.app.modules.payments.api.exportOf(rider.uid);
  expect(mine).toMatchObject({ id: payment, amount: 110, currency: 'UYU', purpose: 'topup', status: 'open' });
  expect((await call('GET', '/me/export', { as: rider })).json.payments).toEqual([mine]);
  await withTx((tx) => account.api.deleteUser(tx, rider.uid, { by: 'self', forfeit: false }));
  const [row] = await environment.sql('select checkout, status from payments where id = $1', [payment]);
  expect(row).toEqual({ checkout: null, status: 'open' });
  expect(await environment.sql('select 1 from payment_topups where uid = $1', [rider.uid])).toEqual([]);
});
