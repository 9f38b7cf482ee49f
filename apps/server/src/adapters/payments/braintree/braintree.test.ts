// Tests Braintree against a counterpart of its GraphQL API, and signatures against Braintree's own library.
import { randomUUID } from 'node:crypto';
import sdk from 'braintree';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type CheckoutOrder,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
  type ProviderRequest,
} from '../../../ports/payments.ts';
import { describePaymentProvider, orderOf, type ProviderUnderTest } from '../payment-provider.contract.ts';
import { providerRequest } from '../testing/counterpart-server.ts';
import { braintreeAdapter } from './braintree.ts';
import {
  braintreeKeys,
  braintreePayload,
  braintreeWebhook,
  signBraintree,
  startBraintreeCounterpart,
} from './testing/counterpart.ts';

const clock = { now: () => Date.UTC(2026, 3, 1, 12) };
const variables = {
  BRAINTREE_MERCHANT_ID: braintreeKeys.merchantId,
  BRAINTREE_PUBLIC_KEY: braintreeKeys.publicKey,
  BRAINTREE_PRIVATE_KEY: braintreeKeys.privateKey,
  BRAINTREE_MERCHANT_ACCOUNTS: 'EUR=kerb_eur,JPY=kerb_jpy,KWD=kerb_kwd,USD=kerb_none',
};

function create(url: string, others: Partial<typeof variables> = {}): PaymentProvider {
  const opened = braintreeAdapter.open({ ...variables, ...others, BRAINTREE_API_URL: url });
  if ('problems' in opened) throw new Error(opened.problems.join());
  return opened.create({ clock });
}

/** The page's post after Drop-in has created a nonce. */
const posted = (payment_method_nonce: string): ProviderRequest =>
  providerRequest({ body: new URLSearchParams({ payment_method_nonce }) });

const keyOf = ({ payment, amount }: CheckoutOrder) => ({ payment, providerRef: null, amount });

async function start(): Promise<ProviderUnderTest> {
  const braintree = await startBraintreeCounterpart();
  const provider = create(braintree.url);
  return {
    provider,
    currency: 'EUR',
    async pay(_checkout, order) {
      const returned = posted(braintree.tokenize());
      // Braintree's webhook is about the charge, which is made when the buyer returns.
      await provider.readReturn(returned, keyOf(order));
      const { legacyId = '' } = braintree.transactionOf(order.payment) ?? {};
      return { returned, webhooks: [braintreeWebhook(braintreePayload('transaction_settled', legacyId))] };
    },
    async decline() {
      return { returned: posted(braintree.tokenize(false)), webhooks: [] };
    },
    otherEvent: () => braintreeWebhook(braintreePayload('check', '')),
    forged(webhook) {
      const payload = new URLSearchParams(webhook.body.toString()).get('bt_payload') ?? '';
      return braintreeWebhook(payload, { ...braintreeKeys, privateKey: 'of_another_merchant' });
    },
    // The payload contains the time of the event, which is hours old in a repeated delivery; no sending time is signed.
    aged: () => null,
    paidBack: (key) => braintree.refundedAmountOf(key.payment) / 100,
    breakDown: braintree.breakDown,
    close: braintree.close,
  };
}

describePaymentProvider('Braintree', start);

describe("Braintree's signatures", () => {
  const gateway = new sdk.BraintreeGateway({ environment: sdk.Environment.Sandbox, ...braintreeKeys });

  // The only complete signature example that Braintree publishes is in its libraries' tests; it has the same digest,
  // over a challenge:
  // github.com/braintree/braintree_node, test/unit/braintree/webhook_notification_gateway_spec.js, "verify".
  it('match the test vectors of its libraries', () => {
    expect(signBraintree('20f9f8ed05f77439fe955c977e4c8a53')).toBe(
      'integration_public_key|d9b899556c966b3f06945ec21311865d35df3ce4',
    );
  });

  it('are read as Braintree’s own library writes them', async () => {
    const braintree = await startBraintreeCounterpart();
    try {
      const provider = create(braintree.url);
      const sample = await gateway.webhookTesting.sampleNotification('transaction_settled', 'my_id');
      const request = providerRequest({ body: new URLSearchParams({ ...sample }) });
      // The event's transaction belongs to another shop.
      expect(await provider.readWebhook(request)).toEqual({
        kind: 'ignored',
        eventId: 'transaction_settled:my_id',
        event: 'transaction_settled',
      });
      const stranger = create(braintree.url, { BRAINTREE_PUBLIC_KEY: 'another_public_key' });
      await expect(stranger.readWebhook(request)).rejects.toBeInstanceOf(PaymentSignatureError);
    } finally {
      await braintree.close();
    }
  });

  it('are written as Braintree’s own library reads them', async () => {
    const payload = braintreePayload('transaction_settled', 'abc123');
    const read = await gateway.webhookNotification.parse(signBraintree(payload), payload);
    expect(read).toMatchObject({ kind: 'transaction_settled', transaction: { id: 'abc123' } });
  });
});

describe('a payment by Braintree', () => {
  let braintree: Awaited<ReturnType<typeof startBraintreeCounterpart>>;
  let provider: PaymentProvider;
  beforeAll(async () => {
    braintree = await startBraintreeCounterpart();
    provider = create(braintree.url);
  });
  afterEach(() => {
    braintree.answerChargesWith('SETTLED');
    braintree.answerRefundsWith('SETTLED');
  });
  afterAll(() => braintree.close());

  const madeFor = ({ payment }: { payment: string }) =>
    braintree.transactions.filter(({ orderId }) => orderId === payment);
  async function paid(order = orderOf('EUR', '10.00')) {
    const report = await provider.readReturn(posted(braintree.tokenize()), keyOf(order));
    expect(report.status).toBe('captured');
    return { ...keyOf(order), providerRef: report.providerRef };
  }
  const back = (key: Awaited<ReturnType<typeof paid>>, value: string) => ({
    ...key,
    refund: randomUUID(),
    back: { ...key.amount, value },
    reason: 'No ride',
  });

  it('opens on our own page, in the buyer’s language, with a token for the account of the currency', async () => {
    const checkout = await provider.createCheckout(orderOf('EUR'));
    if (checkout.kind !== 'page') throw new Error('Braintree has a page');
    const { authorization, locale } = checkout.page.data;
    expect(JSON.parse(Buffer.from(String(authorization), 'base64').toString())).toEqual({
      merchantAccountId: 'kerb_eur',
    });
    expect(locale).toBe('es_ES');
    for (const script of checkout.page.scripts)
      expect(checkout.page.origins).toContain(new URL(script).origin);
  });

  it.each([
    ['UYU', '12.00'],
    ['USD', '12.00'],
    ['JPY', '12.5'],
    ['KWD', '1.2345'],
  ])('is refused in %s %s', async (currency, value) => {
    await expect(provider.createCheckout(orderOf(currency, value))).rejects.toBeInstanceOf(
      PaymentRefusedError,
    );
  });

  it.each([
    ['JPY', '500', '500'],
    ['KWD', '5.12', '5.120'],
  ])('in %s is written with its own places', async (currency, value, text) => {
    const key = await paid(orderOf(currency, value));
    expect(madeFor(key)[0]?.amount).toEqual({ value: text, currencyCode: currency });
  });

  it('is charged once when returns arrive at the same time, also with cards of two windows', async () => {
    const order = orderOf('EUR');
    const one = posted(braintree.tokenize());
    const two = posted(braintree.tokenize());
    const reports = await Promise.all(
      [one, one, two].map((request) => provider.readReturn(request, keyOf(order))),
    );
    const statuses = reports.map(({ status }) => status);
    expect(statuses).toContain('captured');
    expect(statuses.every((status) => status === 'captured' || status === 'open')).toBe(true);
    expect(madeFor(order)).toHaveLength(1);
    expect((await provider.readReturn(two, keyOf(order))).status).toBe('captured');
    expect(madeFor(order)).toHaveLength(1);
  });

  it('is charged once when Braintree no longer has the key, and when the answer was lost', async () => {
    const order = orderOf('EUR');
    const request = posted(braintree.tokenize());
    await provider.readReturn(request, keyOf(order));
    braintree.forgetKeys();
    expect((await provider.readReturn(posted(braintree.tokenize()), keyOf(order))).status).toBe('captured');
    expect(madeFor(order)).toHaveLength(1);
  });

  it('stays declined for any later post', async () => {
    const order = orderOf('EUR');
    const declined = await provider.readReturn(posted(braintree.tokenize(false)), keyOf(order));
    expect(declined).toMatchObject({ status: 'failed', reason: 'PROCESSOR_DECLINED' });
    expect((await provider.readReturn(posted(braintree.tokenize()), keyOf(order))).status).toBe('failed');
    expect(madeFor(order)).toHaveLength(1);
  });

  it('stays open when the nonce was never issued', async () => {
    expect((await provider.readReturn(posted('made-up'), keyOf(orderOf('EUR')))).status).toBe('open');
  });

  it.each([
    ['AUTHORIZED', 'pending'],
    ['SUBMITTED_FOR_SETTLEMENT', 'captured'],
    ['SETTLEMENT_PENDING', 'pending'],
    ['GATEWAY_REJECTED', 'failed'],
    ['SETTLEMENT_DECLINED', 'failed'],
  ])('that is %s is %s', async (answer, status) => {
    braintree.answerChargesWith(answer);
    const order = orderOf('EUR');
    await provider.readReturn(posted(braintree.tokenize()), keyOf(order));
    expect((await provider.query(keyOf(order))).status).toBe(status);
  });

  it('is not read from the transaction of another payment', async () => {
    const theirs = await paid();
    const mine = { ...keyOf(orderOf('EUR')), providerRef: theirs.providerRef };
    expect((await provider.query(mine)).status).toBe('unknown');
  });

  it('is refunded in full by one void before settlement', async () => {
    braintree.answerChargesWith('SUBMITTED_FOR_SETTLEMENT');
    const key = await paid();
    const order = back(key, '10.00');
    const [one, two] = await Promise.all([provider.refund(order), provider.refund(order)]);
    expect([one.status, two.status]).toEqual(['done', 'done']);
    expect(await provider.query(key)).toMatchObject({ status: 'refunded', refunded: { value: '10.00' } });
    expect((await provider.refund(order)).status).toBe('done');
    await expect(provider.refund(back(key, '0.01'))).rejects.toBeInstanceOf(PaymentRefusedError);
  });

  it('is refunded in part after settlement, and the refund is pending until then', async () => {
    braintree.answerChargesWith('SUBMITTED_FOR_SETTLEMENT');
    const key = await paid();
    const order = back(key, '4.00');
    expect(await provider.refund(order)).toEqual({ status: 'pending', refundRef: null, reason: null });
    Object.assign(braintree.transactionOf(key.payment) ?? {}, { status: 'SETTLED' });
    expect((await provider.refund(order)).status).toBe('done');
    expect(braintree.refundedAmountOf(key.payment)).toBe(400);
  });

  it('is taken back when its settlement is declined after the capture', async () => {
    braintree.answerChargesWith('SUBMITTED_FOR_SETTLEMENT');
    const key = await paid();
    const declined = Object.assign(braintree.transactionOf(key.payment) ?? { legacyId: '' }, {
      status: 'SETTLEMENT_DECLINED',
    });
    const payload = braintreePayload('transaction_settlement_declined', declined.legacyId);
    expect(await provider.readWebhook(braintreeWebhook(payload))).toMatchObject({
      kind: 'payment',
      report: {
        status: 'failed',
        payment: key.payment,
        refunded: { value: '10.00', currency: 'EUR' },
        reason: 'SETTLEMENT_DECLINED',
      },
    });
    await expect(provider.refund(back(key, '10.00'))).rejects.toBeInstanceOf(PaymentRefusedError);
  });

  it('is refunded once, also concurrently and when Braintree no longer has the key', async () => {
    const key = await paid();
    const order = back(key, '4.00');
    const { hasArrived, release } = braintree.holdRefund();
    const first = provider.refund(order);
    await hasArrived;
    await expect(provider.refund(order)).rejects.toBeInstanceOf(PaymentUnavailableError);
    release();
    expect((await first).status).toBe('done');
    const later = await provider.refund(order);
    expect(later.status).toBe('done');
    braintree.forgetKeys();
    expect(await provider.refund(order)).toEqual(later);
    expect(braintree.refundedAmountOf(key.payment)).toBe(400);
  });

  it('is refunded in addition to a refund made in Braintree’s control panel, and not confused with it', async () => {
    const key = await paid();
    const paidThere = braintree.transactionOf(key.payment);
    const byHand = { id: 'by-hand', status: 'SETTLED', orderId: key.payment };
    paidThere?.refunds.push({ ...byHand, amount: { value: '3.00', currencyCode: 'EUR' } });
    await expect(provider.refund(back(key, '10.00'))).rejects.toBeInstanceOf(PaymentRefusedError);
    expect((await provider.refund(back(key, '7.00'))).status).toBe('done');
    const whole = await paid();
    const reversed = { ...byHand, orderId: whole.payment, amount: { value: '10.00', currencyCode: 'EUR' } };
    braintree.transactionOf(whole.payment)?.refunds.push(reversed);
    expect(await provider.refund(back(whole, '10.00'))).toMatchObject({
      status: 'done',
      refundRef: 'by-hand',
    });
  });

  it('reports a refund that fails', async () => {
    const key = await paid();
    const order = back(key, '10.00');
    braintree.answerRefundsWith('SUBMITTED_FOR_SETTLEMENT');
    expect((await provider.refund(order)).status).toBe('pending');
    Object.assign(braintree.transactionOf(key.payment)?.refunds[0] ?? {}, { status: 'FAILED' });
    expect(await provider.refund(order)).toMatchObject({ status: 'failed', reason: 'FAILED' });
    expect((await provider.query(key)).status).toBe('captured');
  });

  it('cannot be refunded when it was never made or was declined', async () => {
    const unknown = orderOf('EUR');
    const declined = orderOf('EUR');
    await provider.readReturn(posted(braintree.tokenize(false)), keyOf(declined));
    for (const order of [unknown, declined])
      await expect(provider.refund(back(keyOf(order), '1.00'))).rejects.toBeInstanceOf(PaymentRefusedError);
  });

  it('is ignored when it belongs to another shop in the same account', async () => {
    const key = await paid();
    const theirs = Object.assign(braintree.transactionOf(key.payment) ?? {}, {
      orderId: 'order-17',
      legacyId: 'their1',
    });
    expect(theirs.orderId).toBe('order-17');
    const webhook = braintreeWebhook(braintreePayload('transaction_settled', 'their1'));
    expect((await provider.readWebhook(webhook)).kind).toBe('ignored');
  });

  it('is rejected with a wrong key, and is unavailable when no server answers', async () => {
    const stranger = create(braintree.url, { BRAINTREE_PRIVATE_KEY: 'wrong' });
    await expect(stranger.createCheckout(orderOf('EUR'))).rejects.toBeInstanceOf(PaymentRefusedError);
    const unreachable = create('http://127.0.0.1:9/graphql');
    await expect(unreachable.createCheckout(orderOf('EUR'))).rejects.toBeInstanceOf(PaymentUnavailableError);
  });
});

describe("Braintree's variables", () => {
  it('are required together, and name an account for each currency', () => {
    expect(braintreeAdapter.required).toEqual(Object.keys(variables));
    expect(braintreeAdapter.open({ ...variables, BRAINTREE_MERCHANT_ACCOUNTS: 'kerb' })).toEqual({
      problems: ['BRAINTREE_MERCHANT_ACCOUNTS: has to be like EUR=account_eur,USD=account_usd'],
    });
    expect(create('https://payments.sandbox.braintree-api.com/graphql').currencies).toEqual([
      'EUR',
      'JPY',
      'KWD',
      'USD',
    ]);
  });
});
