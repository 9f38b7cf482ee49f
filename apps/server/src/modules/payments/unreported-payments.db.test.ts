// Tests payments without a webhook, top-ups, and the deletion of old ones.
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { PaymentRefusedError } from '../../ports/payments.ts';
import { paymentsRepository } from './payments.repository.ts';
import { createPaidBookingEnvironment } from './testing/paid-booking-environment.ts';
import { unavailable } from './testing/payments-environment.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const environment = await createPaidBookingEnvironment();
afterAll(() => environment.close());
beforeEach(environment.agree);
const {
  stripe,
  paid,
  walletOf,
  person,
  booking,
  topup,
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

describe('a payment without a webhook', () => {
  test('is queried after two minutes, then with growing pauses, and captured when it was paid', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    const checks = async () =>
      (await sql('select checks, next_check_at from payments where id = $1', [payment]))[0];
    await job('payments.reconcile');
    expect(await checks()).toMatchObject({ checks: 0 });
    clock.time += 2 * MINUTE;
    await job('payments.reconcile');
    expect(await checks()).toMatchObject({ checks: 1, next_check_at: clock.time + 2 * MINUTE });
    clock.time += 2 * MINUTE;
    stripe.script.error = unavailable();
    await job('payments.reconcile');
    expect(await checks()).toMatchObject({ checks: 2, next_check_at: clock.time + 4 * MINUTE });
    stripe.script.error = null;
    stripe.say(payment, 'captured');
    clock.time += 4 * MINUTE;
    await job('payments.reconcile');
    expect(await statusOf(payment)).toBe('captured');
    expect(await checks()).toMatchObject({ next_check_at: null });
  });

  test('fails after a day, and is still posted when it is captured later', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    clock.time += 23 * HOUR;
    await job('payments.reconcile');
    expect(await statusOf(payment)).toBe('open');
    clock.time += 7 * HOUR;
    await job('payments.reconcile');
    expect(await statusOf(payment)).toBe('failed');
    expect(await events(payment)).toContain('payment.failed');
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured')));
    expect(await statusOf(payment)).toBe('captured');
  });

  test('is published with whether it had been pending, when the payer need not wait', async () => {
    const rider = await person('rider');
    const outcomeOf = async (payment: string) =>
      (
        await sql(
          `select name, data from outbox_events
           where data->>'payment' = $1 and name in ('payment.captured', 'payment.failed')`,
          [payment],
        )
      ).map(({ name, data }) => ({ name, data }));
    for (const isPending of [true, false])
      for (const status of ['captured', 'failed'] as const) {
        const payment = await checkout('stripe', rider, await topup(rider));
        if (isPending) await webhook('stripe', stripe.webhook(stripe.say(payment, 'pending')));
        await webhook('stripe', stripe.webhook(stripe.say(payment, status)));
        expect(await outcomeOf(payment)).toMatchObject([
          { name: `payment.${status}`, data: { uid: rider.uid, amount: 11_000, wasPending: isPending } },
        ]);
      }
  });

  test('is still queried after a declined attempt, which the provider’s page lets the buyer repeat', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'failed', { reason: 'Declined' })));
    clock.time += 2 * MINUTE;
    await job('payments.reconcile');
    expect(await statusOf(payment)).toBe('failed');
    stripe.say(payment, 'captured');
    clock.time += 2 * MINUTE;
    await job('payments.reconcile');
    expect(await statusOf(payment)).toBe('captured');
    expect((await events(payment)).filter((name) => name === 'payment.failed')).toHaveLength(1);
  });

  test('is no longer queried a day after its declined attempt, or without a checkout', async () => {
    const nextCheckOf = async (payment: string | undefined) =>
      (await sql('select status, next_check_at from payments where id = $1', [payment]))[0];
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'failed')));
    clock.time += 25 * HOUR;
    await job('payments.reconcile');
    expect(await nextCheckOf(payment)).toEqual({ status: 'failed', next_check_at: null });
    const order = await booking(rider);
    stripe.script.error = unavailable();
    await environment.postForm('stripe', { order_id: order, amount: '110.00', currency: 'UYU' }, rider);
    const [unopened] = await environment.paymentsOf(order);
    expect(await nextCheckOf(unopened)).toEqual({ status: 'failed', next_check_at: null });
  });

  test('that failed is queried after a day until the provider answers, at most a month', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'failed')));
    const nextCheck = async () =>
      (await sql('select next_check_at from payments where id = $1', [payment]))[0]?.next_check_at;
    clock.time += 25 * HOUR;
    stripe.script.error = unavailable();
    await job('payments.reconcile');
    expect(await nextCheck()).toBeGreaterThan(clock.time);
    clock.time += 30 * 24 * HOUR;
    stripe.script.error = unavailable();
    await job('payments.reconcile');
    expect(await nextCheck()).toBeNull();
  });

  test('that failed is queried for days while a second attempt is pending', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'failed')));
    stripe.say(payment, 'pending');
    for (let days = 0; days < 3; days += 1) {
      clock.time += 24 * HOUR + MINUTE;
      // On one of the days the provider does not answer.
      stripe.script.error = days === 1 ? unavailable() : null;
      await job('payments.reconcile');
    }
    expect(await statusOf(payment)).toBe('failed');
    stripe.say(payment, 'captured');
    clock.time += 6 * HOUR;
    await job('payments.reconcile');
    expect(await statusOf(payment)).toBe('captured');
  });

  test('that becomes pending after a day is still checked', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    stripe.say(payment, 'pending');
    clock.time += 30 * HOUR;
    await job('payments.reconcile');
    expect(await statusOf(payment)).toBe('pending');
    clock.time += 2 * MINUTE;
    stripe.say(payment, 'captured');
    await job('payments.reconcile');
    expect(await statusOf(payment)).toBe('captured');
  });

  test('may still pay for its booking until it fails, and again when it is captured later', async () => {
    const rider = await person('rider');
    const order = await booking(rider);
    const payment = await checkout('stripe', rider, order);
    const { mayStillPay } = paymentsRepository(environment.app.database.queries);
    const answers: Record<string, boolean> = {};
    for (const status of ['open', 'pending', 'failed']) {
      await sql('update payments set status = $2 where id = $1', [payment, status]);
      answers[status] = await mayStillPay(order);
    }
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured')));
    answers.captured = await mayStillPay(order);
    expect(answers).toEqual({ open: true, pending: true, failed: false, captured: true });
  });

  test('is not queried again when it was captured during a query', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured')));
    await paymentsRepository(environment.app.database.queries).planCheck(payment, { next_check_at: 1 });
    expect((await sql('select next_check_at from payments where id = $1', [payment]))[0]).toEqual({
      next_check_at: null,
    });
  });

  test('is checked in turn among hundreds, without querying an unresponsive provider for each of them', async () => {
    clock.time += 30 * HOUR;
    await job('payments.reconcile');
    const rider = await person('rider');
    const order = await booking(rider);
    const payment = await checkout('stripe', rider, order);
    await sql(
      `insert into payments (id, purpose, order_id, booking, uid, account, provider, amount, currency, decimals,
         product_name, created_at, next_check_at)
       select gen_random_uuid(), 'booking', gen_random_uuid(), gen_random_uuid(), uid, account, provider, amount,
         currency, decimals, product_name, created_at, next_check_at - 1
       from payments, generate_series(1, 450) where id = $1`,
      [payment],
    );
    clock.time += 2 * MINUTE;
    stripe.script.error = unavailable();
    const before = stripe.script.queries;
    await job('payments.reconcile');
    expect(stripe.script.queries - before).toBeLessThanOrEqual(6);
    stripe.script.error = null;
    stripe.say(payment, 'captured');
    clock.time += 10 * MINUTE;
    await job('payments.reconcile');
    expect(await statusOf(payment)).toBe('captured');
    await sql('delete from payments where uid = $1 and id <> $2', [rider.uid, payment]);
  });

  test('that is pending is checked for longer than a day', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'pending')));
    clock.time += 48 * HOUR;
    await job('payments.reconcile');
    expect(await statusOf(payment)).toBe('pending');
  });

  test('is queried at once when an admin requests it', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    const admin = await person('admin');
    const recheck = () => call('POST', `/payments/${payment}/recheck`, { as: admin, body: {} });
    stripe.script.error = unavailable();
    expect((await recheck()).code).toBe('provider_unavailable');
    stripe.script.error = new PaymentRefusedError('A wrong key');
    expect((await recheck()).code).toBe('provider_refused');
    stripe.script.error = null;
    const other = await paid();
    stripe.say(payment, 'captured', { providerRef: `ref_${other.payment}` });
    expect((await recheck()).code).toBe('provider_refused');
    expect(await statusOf(payment)).toBe('open');
    stripe.say(payment, 'captured');
    expect((await recheck()).json.status).toBe('captured');
    expect((await recheck()).json.status).toBe('captured');
  });

  test('is taken back on request when its provider has declined it after the capture', async () => {
    const { rider, payment } = await paid({}, true);
    const admin = await person('admin');
    const recheck = () => call('POST', `/payments/${payment}/recheck`, { as: admin, body: {} });
    stripe.say(payment, 'failed');
    expect((await recheck()).json.status).toBe('captured');
    expect(await walletOf(rider.uid)).toBe(11_000);
    stripe.say(payment, 'failed', { refunded: { value: '110.00', currency: 'UYU' } });
    for (const _ of [1, 2]) expect((await recheck()).json.status).toBe('refunded');
    expect(await walletOf(rider.uid)).toBe(0);
  });
});

describe('a top-up', () => {
  test.each([0, -1, 0.001, 10.005, 1_000_000_000.01, '5', null])('of %s is rejected', async (amount) => {
    const rider = await person('rider');
    const answer = await call('POST', '/me/wallet/topups', { as: rider, body: { amount } });
    expect(answer.code).toBe('no_details_error');
  });

  test.each(['1e309', 'NaN', '-0', '"NaN"'])('of %s is rejected', async (amount) => {
    const rider = await person('rider');
    const answer = await call('POST', '/me/wallet/topups', {
      as: rider,
      body: `{"amount":${amount}}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(['no_details_error', 'invalid_input']).toContain(answer.code);
  });

  test('is for riders and drivers, each for their own wallet', async () => {
    for (const role of ['admin', 'fleetadmin'] as const)
      expect(
        (await call('POST', '/me/wallet/topups', { as: await person(role), body: { amount: 5 } })).code,
      ).toBe('forbidden');
    const driver = await person('driver');
    const order = await topup(driver, 12.5);
    const payment = await checkout('stripe', driver, order, '12.50');
    const stranger = await environment.postForm(
      'stripe',
      { order_id: order, amount: '12.50', currency: 'UYU' },
      await person('driver'),
    );
    expect(stranger.location).toContain('problem=not_found');
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured')));
    expect(await postings(payment)).toEqual(['topup: provider_clearing -1250', 'topup: driver 1250']);
  });
});

test('old events and unused top-ups are deleted, payments are not', async () => {
  const rider = await person('rider');
  const left = await topup(rider);
  const taken = await topup(rider);
  const payment = await checkout('stripe', rider, taken);
  await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured')));
  const count = async () => [
    (await sql('select 1 from payment_events where payment = $1', [payment])).length,
    (await sql('select 1 from payment_topups where id = any ($1)', [[left, taken]])).length,
    (await sql('select 1 from payments where id = $1', [payment])).length,
  ];
  clock.time += 6 * 24 * HOUR;
  await job('payments.sweep');
  expect(await count()).toEqual([1, 2, 1]);
  clock.time += 2 * 24 * HOUR;
  await job('payments.sweep');
  expect(await count()).toEqual([1, 1, 1]);
  clock.time += 180 * 24 * HOUR;
  await job('payments.sweep');
  expect(await count()).toEqual([0, 1, 1]);
  await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured')));
  expect(await walletOf(rider.uid)).toBe(11_000);
});
