// Money that is not as asked, money that goes back, and payments nobody heard of again.
import { randomUUID } from 'node:crypto';
import { minor } from '@kerb/domain/kernel';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { waitFor } from '../../kit/testing/wait-for.ts';
import { PaymentRefusedError } from '../../ports/payments.ts';
import { paymentsRepository } from './payments.repository.ts';
import { createPaymentsWorld, createScriptedProvider, unavailable } from './testing/payments-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const stripe = createScriptedProvider('stripe');
const world = await createPaymentsWorld({
  providers: [stripe.provider],
  env: { KERB_TEST_PAYMENTS: 'off' },
});
afterAll(() => world.close());
beforeEach(() => {
  stripe.script.error = null;
  stripe.script.answer = { status: 'done', refundRef: 're_1', reason: null };
});
const { person, booking, topup, checkout, call, webhook, postings, events, statusOf, job, sql, clock } =
  world;
const { withTx, payments } = world.app.modules;

async function paid(more: Parameters<typeof stripe.say>[2] = {}, isTopup = false) {
  const rider = await person('rider');
  const order = await (isTopup ? topup(rider) : booking(rider));
  const payment = await checkout('stripe', rider, order);
  await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured', more)));
  if (!isTopup && (await statusOf(payment)) === 'captured') await heard(order);
  return { rider, order, payment };
}
/** The ride hears of its money by itself. */
const heard = (booking: string) =>
  waitFor(
    async () => (await sql('select status from booking where id = $1', [booking]))[0]?.status === 'PAID',
    `the payment of ${booking}`,
  );
const uyu = (value: string) => ({ value, currency: 'UYU' });
const refund = (payment: string, amount: number, id: string = randomUUID()) =>
  withTx((tx) =>
    payments.api.refund(tx, { refund: id, payment, amount: minor(amount), reason: 'Not made' }),
  ).then(() => id);
/** The job of a refund runs by itself; after it the payment is no longer on its way back. */
const ended = (payment: string) =>
  waitFor(async () => (await statusOf(payment)) !== 'refunding', `the refund of ${payment}`);
const refundOf = async (id: string) => (await sql('select * from payment_refund where id = $1', [id]))[0];
const walletOf = async (uid: string) =>
  Number((await sql('select balance from ledger_account where owner = $1', [uid]))[0]?.balance ?? 0);

describe('money that is not as asked', () => {
  test('of the operator’s currency is held on the books, and an admin takes it into the payer’s wallet', async () => {
    const { rider, payment } = await paid({ amount: uyu('109.99') });
    expect(await statusOf(payment)).toBe('held');
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
    expect(await walletOf(rider.uid)).toBe(10_999);
    expect(await statusOf(payment)).toBe('captured');
    expect(
      (await call('POST', `/payments/${payment}/refund`, { as: admin, body: { reason: 'x' } })).code,
    ).toBe('already_processed');
  });

  test('of another currency is on no books, cannot be accepted, and goes back whole', async () => {
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
    expect(back.json.status).toBe('refunding');
    const [row] = await sql('select id from payment_refund where payment = $1', [payment]);
    await ended(payment);
    expect(await statusOf(payment)).toBe('refunded');
    expect(stripe.refunds.get(String(row?.id))?.back).toEqual({ value: '110.00', currency: 'USD' });
  });

  test('whose refund is refused waits for a decision again', async () => {
    const { payment } = await paid({ amount: uyu('1.00') });
    const admin = await person('admin');
    stripe.script.error = new PaymentRefusedError('Too late to refund');
    await call('POST', `/payments/${payment}/refund`, { as: admin, body: { reason: 'Wrong' } });
    await ended(payment);
    expect(await statusOf(payment)).toBe('held');
    expect(await events(payment)).toContain('payment.refund-failed');
    stripe.script.error = null;
    const accept = await call('POST', `/payments/${payment}/accept`, { as: admin, body: { reason: 'Keep' } });
    expect(accept.json.status).toBe('captured');
  });

  test('for a wallet whose owner is gone is on the books, and can only be sent back', async () => {
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
      call('POST', `/payments/${payment}/${what}`, { as: admin, body: { reason: 'Nobody is there' } });
    expect((await decide('accept')).code).toBe('transition_not_allowed');
    expect((await decide('refund')).json.status).toBe('refunding');
    await ended(payment);
    expect(await statusOf(payment)).toBe('refunded');
    const [row] = await sql('select id from payment_refund where payment = $1', [payment]);
    expect(await postings(String(row?.id))).toEqual([
      'provider_refund: payments_held -11000',
      'provider_refund: provider_clearing 11000',
    ]);
  });

  test('is decided by admins alone, with a reason, and only while they may edit', async () => {
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

describe('a refund', () => {
  test('is asked of the provider once and posted once, however often it is tried', async () => {
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

  test('never exceeds what was captured, not even at the same time', async () => {
    const { payment } = await paid();
    const tries = await Promise.allSettled([1, 2, 3].map(() => refund(payment, 5_000)));
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await expect(refund(payment, 1_001)).rejects.toMatchObject({ code: 'refund_too_large' });
    await expect(refund(payment, 0)).rejects.toMatchObject({ code: 'no_details_error' });
    await expect(refund(randomUUID(), 1)).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      sql('update payment set going_back = captured_amount + 1 where id = $1', [payment]),
    ).rejects.toThrow('payment_back_within_captured');
    await expect(sql('update payment set captured_amount = 1 where id = $1', [payment])).rejects.toThrow(
      'captured once',
    );
  });

  test('waits for a provider that is unsure or does not answer, with growing pauses', async () => {
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

  test('that is refused for good is told, and can be asked for again', async () => {
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

  test('that is refused because the operator paid back at the console is done, and no wallet gets it too', async () => {
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

  test('says what is back already, for providers that keep no ids of refunds', async () => {
    const { payment } = await paid();
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured', { refunded: uyu('10.00') })));
    await refund(payment, 3_000);
    await ended(payment);
    const last = await refund(payment, 3_000);
    await ended(payment);
    expect(stripe.refunds.get(last)).toMatchObject({ back: uyu('30.00'), alreadyBack: uyu('40.00') });
  });

  test('made at the provider’s console is told to bookings, and a payment is worth what is left of it', async () => {
    const { payment } = await paid();
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured', { refunded: uyu('10.00') })));
    expect(await payments.api.captureOf(payment)).toMatchObject({ amount: 10_000 });
    const elsewhere = await withTx((tx) => payments.api.elsewhereOf(tx, payment));
    expect(elsewhere).toEqual([{ refund: expect.any(String), amount: 1_000 }]);
    const own = await refund(payment, 500);
    await ended(payment);
    expect((await refundOf(own))?.status).toBe('done');
    expect(await withTx((tx) => payments.api.elsewhereOf(tx, payment))).toEqual(elsewhere);
  });

  test('made at the provider’s console of a ride that is paid leaves nothing missing of what is held', async () => {
    const { order, payment } = await paid();
    const held = async () =>
      (
        await sql(
          `select a.kind, sum(e.amount)::int as amount from ledger_transaction t
           join ledger_entry e on e.transaction = t.id join ledger_account a on a.id = e.account
           where t.booking = $1 and a.kind in ('payments_held', 'refund_expense', 'provider_clearing')
           group by 1 order by 1`,
          [order],
        )
      ).map(({ kind, amount }) => `${kind} ${amount}`);
    expect(await held()).toEqual(['payments_held 0', 'provider_clearing -11000']);
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured', { refunded: uyu('10.00') })));
    await waitFor(async () => (await held()).length === 3, 'the ride to hear of it');
    expect(await held()).toEqual(['payments_held 0', 'provider_clearing -10000', 'refund_expense -1000']);
    const admin = await person('admin');
    const money = await call('GET', `/bookings/${order}/money`, { as: admin });
    expect(money.json).toMatchObject({ refundable: 100, refunds: [{ toCard: 10, status: 'done' }] });
  });

  test('that is refused pays for nothing: what is owed can be paid by card again', async () => {
    const rider = await person('rider');
    const order = await booking(rider);
    const payment = await checkout('stripe', rider, order);
    await sql('update booking set payable_amount = 12000 where id = $1', [order]);
    stripe.script.answer = { status: 'failed', refundRef: null, reason: 'The card is closed' };
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured')));
    // Another amount is owed meanwhile: the ride sends it back, and the card does not take it.
    await waitFor(async () => (await walletOf(rider.uid)) === 11_000, 'the money in the wallet');
    expect(await statusOf(payment)).toBe('captured');
    expect(await checkout('stripe', rider, order, '120.00')).not.toBe(payment);
  });

  test('made at the provider’s console is taken over: once, and out of the wallet for a top-up', async () => {
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

  test('by a provider without a capture, or of a top-up, is none', async () => {
    const rider = await person('rider');
    const open = await checkout('stripe', rider, await booking(rider));
    await expect(refund(open, 1)).rejects.toMatchObject({ code: 'transition_not_allowed' });
    const { payment } = await paid({}, true);
    await expect(refund(payment, 1)).rejects.toMatchObject({ code: 'transition_not_allowed' });
  });
});

describe('a payment nobody heard of again', () => {
  test('is asked about after two minutes, then with growing pauses, and captured when it was paid', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    const checks = async () =>
      (await sql('select checks, next_check_at from payment where id = $1', [payment]))[0];
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

  test('fails after a day, and still counts when it is captured later', async () => {
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

  test('that becomes unsure after a day is waited for', async () => {
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

  test('is not asked about again when its money came while it was being asked about', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured')));
    await paymentsRepository(world.app.database.queries).planCheck(payment, { next_check_at: 1 });
    expect((await sql('select next_check_at from payment where id = $1', [payment]))[0]).toEqual({
      next_check_at: null,
    });
  });

  test('has its turn among hundreds, and a provider that is silent is not asked by all of them', async () => {
    clock.time += 30 * HOUR;
    await job('payments.reconcile');
    const rider = await person('rider');
    const order = await booking(rider);
    const payment = await checkout('stripe', rider, order);
    await sql(
      `insert into payment (id, purpose, order_id, booking, uid, account, provider, amount, currency, decimals,
         product_name, created_at, next_check_at)
       select gen_random_uuid(), 'booking', gen_random_uuid(), gen_random_uuid(), uid, account, provider, amount,
         currency, decimals, product_name, created_at, next_check_at - 1
       from payment, generate_series(1, 450) where id = $1`,
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
    await sql('delete from payment where uid = $1 and id <> $2', [rider.uid, payment]);
  });

  test('that is unsure is waited for longer than a day', async () => {
    const rider = await person('rider');
    const payment = await checkout('stripe', rider, await booking(rider));
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'pending')));
    clock.time += 48 * HOUR;
    await job('payments.reconcile');
    expect(await statusOf(payment)).toBe('pending');
  });

  test('is asked about at once by an admin', async () => {
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
});

describe('a top-up', () => {
  test.each([0, -1, 0.001, 10.005, 1_000_000_000.01, '5', null])('of %s is none', async (amount) => {
    const rider = await person('rider');
    const answer = await call('POST', '/me/wallet/topups', { as: rider, body: { amount } });
    expect(answer.code).toBe('no_details_error');
  });

  test.each(['1e309', 'NaN', '-0', '"NaN"'])('of %s is none', async (amount) => {
    const rider = await person('rider');
    const answer = await call('POST', '/me/wallet/topups', {
      as: rider,
      body: `{"amount":${amount}}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(['no_details_error', 'invalid_input']).toContain(answer.code);
  });

  test('is for riders and drivers, and each pays their own', async () => {
    for (const role of ['admin', 'fleetadmin'] as const)
      expect(
        (await call('POST', '/me/wallet/topups', { as: await person(role), body: { amount: 5 } })).code,
      ).toBe('forbidden');
    const driver = await person('driver');
    const order = await topup(driver, 12.5);
    const payment = await checkout('stripe', driver, order, '12.50');
    const stranger = await world.postForm(
      'stripe',
      { order_id: order, amount: '12.50', currency: 'UYU' },
      await person('driver'),
    );
    expect(stranger.location).toContain('problem=not_found');
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured')));
    expect(await postings(payment)).toEqual(['topup: provider_clearing -1250', 'topup: driver 1250']);
  });
});

test('events from long ago and top-ups that nobody took to a provider are swept, payments are not', async () => {
  const rider = await person('rider');
  const [left, taken] = [await topup(rider), await topup(rider)];
  const payment = await checkout('stripe', rider, taken);
  await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured')));
  const count = async () => [
    (await sql('select 1 from payment_event where payment = $1', [payment])).length,
    (await sql('select 1 from payment_topup where id = any ($1)', [[left, taken]])).length,
    (await sql('select 1 from payment where id = $1', [payment])).length,
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
