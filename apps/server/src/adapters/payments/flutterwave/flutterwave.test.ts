// Tests Flutterwave: the contract suite on its counterpart, and its own rules.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Checkout,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
} from '../../../ports/payments.ts';
import { describePaymentProvider, orderOf } from '../payment-provider.contract.ts';
import { providerRequest, startCounterpart } from '../testing/counterpart-server.ts';
import { flutterwaveAdapter, payloadHashOf } from './flutterwave.ts';
import { type FlutterwaveCounterpart, startFlutterwaveCounterpart } from './testing/counterpart.ts';

const SECRET_KEY = 'FLWSECK_TEST-of-the-counterpart-X';
const SECRET_HASH = 'hash-of-the-counterpart';
const clock = { now: () => Date.now() };

function open(url: string, more: Record<string, string> = {}) {
  const opened = flutterwaveAdapter.open({
    FLW_SECRET_KEY: SECRET_KEY,
    FLW_SECRET_HASH: SECRET_HASH,
    FLW_API_URL: url,
    ...more,
  });
  if ('problems' in opened) throw new Error(opened.problems.join(', '));
  return opened.create({ clock });
}

const urlOf = (checkout: Checkout): string => {
  if (checkout.kind !== 'redirect') throw new Error(`A ${checkout.kind} is no redirect`);
  return checkout.url;
};

async function start() {
  const counterpart = await startFlutterwaveCounterpart(SECRET_KEY, SECRET_HASH);
  return { counterpart, provider: open(counterpart.apiUrl) };
}

describePaymentProvider('flutterwave', async () => {
  const { counterpart, provider } = await start();
  return {
    provider,
    currency: 'NGN',
    pay: async (checkout) => counterpart.pay(urlOf(checkout)),
    decline: async (checkout) => counterpart.decline(urlOf(checkout)),
    otherEvent: () =>
      counterpart.webhook({ event: 'transfer.completed', data: { id: 33286, reference: 'salary-1' } }),
    forged: (webhook) =>
      providerRequest({ body: webhook.body, headers: { 'verif-hash': 'hash-of-another-merchant' } }),
    aged: () => null,
    paidBack: ({ payment }) => counterpart.paidBack(payment),
    breakDown: counterpart.breakDown,
    close: counterpart.close,
  };
});

describe('flutterwave', () => {
  let counterpart: FlutterwaveCounterpart;
  let provider: ReturnType<typeof open>;
  beforeAll(async () => {
    ({ counterpart, provider } = await start());
  });
  afterAll(() => counterpart.close());

  async function opened(value = '10.00') {
    const order = orderOf('NGN', value);
    const link = urlOf(await provider.createCheckout(order));
    return { order, link, key: { payment: order.payment, providerRef: null, amount: order.amount } };
  }

  async function paid(value?: string) {
    const { order, link, key } = await opened(value);
    const outcome = counterpart.pay(link);
    return { order, outcome, key: { ...key, providerRef: String(outcome.transaction.id) } };
  }

  it('is configured by its secret key and secret hash', () => {
    expect(flutterwaveAdapter.required).toEqual(['FLW_SECRET_KEY', 'FLW_SECRET_HASH']);
    expect(flutterwaveAdapter.open({ FLW_SECRET_KEY: SECRET_KEY })).toEqual({
      problems: [expect.stringContaining('FLW_SECRET_HASH')],
    });
  });

  it('sends amounts in major units, with the decimals of the currency', async () => {
    for (const [currency, value, amount] of [
      ['NGN', '12.34', 12.34],
      ['NGN', '0.1', 0.1],
      ['UGX', '12000', 12_000],
      ['USD', '19999999.99', 19_999_999.99],
    ] as const) {
      await provider.createCheckout(orderOf(currency, value));
      expect(counterpart.latest()).toMatchObject({ amount, currency });
    }
    await expect(provider.createCheckout(orderOf('UGX', '12.5'))).rejects.toBeInstanceOf(PaymentRefusedError);
    await expect(provider.createCheckout(orderOf('NGN', '0'))).rejects.toBeInstanceOf(PaymentRefusedError);
  });

  it('gives a buyer without an e-mail address one at the domain of the operator', async () => {
    const order = orderOf('NGN');
    await provider.createCheckout({ ...order, buyer: { ...order.buyer, email: '' } });
    expect(counterpart.latest()?.email).toBe(`${order.buyer.cust_id}@kerb.test`);
  });

  it('reports a wrong secret key as rejected', async () => {
    const stranger = open(counterpart.apiUrl, { FLW_SECRET_KEY: 'FLWSECK-wrong' });
    await expect(stranger.createCheckout(orderOf('NGN'))).rejects.toBeInstanceOf(PaymentRefusedError);
    const { key } = await opened();
    await expect(stranger.query(key)).rejects.toBeInstanceOf(PaymentRefusedError);
  });

  it('reports a payment as open when the buyer closed the page', async () => {
    const { key, link } = await opened();
    expect((await provider.readReturn(counterpart.cancel(link), key)).status).toBe('open');
  });

  it('reports a bank transfer as pending until the money arrives', async () => {
    const { key, link } = await opened();
    expect((await provider.readReturn(counterpart.transfer(link).returned, key)).status).toBe('pending');
  });

  it('finds the successful attempt when the stored attempt had failed', async () => {
    const { key, link } = await opened();
    const failed = counterpart.decline(link);
    const report = await provider.readReturn(failed.returned, key);
    expect(report).toMatchObject({ status: 'failed', reason: 'Insufficient funds' });
    const { transaction } = counterpart.pay(link);
    expect(await provider.query({ ...key, providerRef: report.providerRef })).toMatchObject({
      status: 'captured',
      providerRef: String(transaction.id),
    });
  });

  it('does not accept the transaction of another payment for this one', async () => {
    const { outcome, key: other } = await paid('99.00');
    const { key } = await opened('10.00');
    const url = new URL('https://kerb.test/back');
    url.searchParams.set('status', 'successful');
    url.searchParams.set('tx_ref', key.payment);
    url.searchParams.set('transaction_id', String(outcome.transaction.id));
    const report = await provider.readReturn(providerRequest({ method: 'GET', url }), key);
    expect(report).toMatchObject({ status: 'open', providerRef: null });
    expect((await provider.query({ ...key, providerRef: other.providerRef })).status).toBe('unknown');
  });

  it('uses only the state that its API returns, not the content of a webhook', async () => {
    const { key, link } = await opened('10.00');
    const { transaction } = counterpart.decline(link);
    const completed = (data: object) => counterpart.webhook({ event: 'charge.completed', data });
    const lie = {
      id: transaction.id,
      tx_ref: key.payment,
      status: 'successful',
      amount: 10,
      currency: 'NGN',
    };
    expect(await provider.readWebhook(completed(lie))).toMatchObject({ report: { status: 'failed' } });
    const { outcome } = await paid('10.00');
    for (const made of [
      { ...lie, id: outcome.transaction.id },
      { ...lie, id: 1 },
      { ...lie, id: String(transaction.id) },
      { ...lie, tx_ref: '' },
    ])
      await expect(provider.readWebhook(completed(made))).rejects.toBeInstanceOf(PaymentSignatureError);
  });

  it('requests another delivery of a webhook while its API does not answer', async () => {
    const { outcome } = await paid();
    const [webhook] = outcome.webhooks;
    if (!webhook) throw new Error('There is no webhook');
    counterpart.breakDown(true);
    try {
      await expect(provider.readWebhook(webhook)).rejects.toBeInstanceOf(PaymentUnavailableError);
    } finally {
      counterpart.breakDown(false);
    }
    expect((await provider.readWebhook(webhook)).kind).toBe('payment');
  });

  it('refunds once when many requests with one id arrive at once', async () => {
    const { key } = await paid('10.00');
    const back = { value: '4.00', currency: 'NGN' };
    const order = { ...key, refund: randomUUID(), back, reason: 'Cancelled' };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => provider.refund(order)));
    expect(counterpart.paidBack(key.payment)).toBe(4);
    expect(new Set(answers.map(({ refundRef }) => refundRef)).size).toBe(1);
  });

  it('searches every page of the list for a refund', async () => {
    const { key, outcome } = await paid('10.00');
    counterpart.refundElsewhere(outcome.transaction.id, 20);
    const refund = {
      ...key,
      refund: randomUUID(),
      back: { value: '0.01', currency: 'NGN' },
      reason: 'A cent',
    };
    for (let asked = 0; asked < 2; asked += 1) await provider.refund(refund);
    expect(counterpart.paidBack(key.payment)).toBe(0.21);
  });

  it('reports the state of a refund, and counts a failed one as nothing refunded', async () => {
    for (const [outcome, status, back] of [
      ['completed-bank-transfer', 'done', 10],
      ['completed-mpgs', 'done', 10],
      ['failed', 'failed', 0],
      ['pending-momo', 'pending', 0],
    ] as const) {
      const { key, order } = await paid('10.00');
      const refund = { ...key, refund: randomUUID(), back: order.amount, reason: 'Cancelled' };
      counterpart.settleRefundsAs(outcome);
      expect((await provider.refund(refund)).status).toBe('pending');
      expect((await provider.refund(refund)).status).toBe(status);
      const report = await provider.query(key);
      expect(report.status).toBe(back === 10 ? 'refunded' : 'captured');
      expect(Number(report.refunded?.value)).toBe(back);
    }
    counterpart.settleRefundsAs('completed');
  });

  it('rejects a refund of a payment that was never paid', async () => {
    const { key, order } = await opened();
    const refund = { ...key, refund: randomUUID(), back: order.amount, reason: 'Cancelled' };
    await expect(provider.refund(refund)).rejects.toBeInstanceOf(PaymentRefusedError);
  });
});

describe("flutterwave's documented examples", () => {
  /**
   * The event of https://developer.flutterwave.com/docs/webhooks (fewer fields), and the header that page documents:
   * `flutterwave-signature`, HMAC-SHA256 of the body with the secret hash, in base64. The page prints no value; this
   * one was made with `openssl dgst -sha256 -hmac My_test_secret_hash -binary | base64`.
   */
  const body =
    '{"event":"charge.completed","data":{"id":285959875,"tx_ref":"Links-616626414629",' +
    '"flw_ref":"PeterEkene/FLW270177170","amount":100,"currency":"NGN","charged_amount":100,"app_fee":1.4,' +
    '"merchant_fee":0,"status":"successful","payment_type":"card"}}';
  const signature = 'TKNHjAkqpNFtYxSihbNleAWrLjXIOC+AKPuKlxRfRoc=';
  const verification = {
    status: 'success',
    message: 'Transaction fetched successfully',
    data: { id: 285959875, tx_ref: 'Links-616626414629', amount: 100, currency: 'NGN', status: 'successful' },
  };

  async function reading(header: string, value: string) {
    const server = await startCounterpart(({ path }) =>
      path === '/transactions/285959875/verify'
        ? { status: 200, body: verification }
        : {
            status: 400,
            body: { status: 'error', message: 'No transaction was found for this id', data: null },
          },
    );
    try {
      const provider = open(server.url, { FLW_SECRET_HASH: 'My_test_secret_hash' });
      return await provider.readWebhook(providerRequest({ body, headers: { [header]: value } }));
    } finally {
      await server.close();
    }
  }

  it('accepts the documented event with the newer signature or the older hash', async () => {
    for (const [header, value] of [
      ['flutterwave-signature', signature],
      ['verif-hash', 'My_test_secret_hash'],
    ] as const)
      expect(await reading(header, value)).toEqual({
        kind: 'payment',
        eventId: 'charge:285959875:successful',
        report: {
          status: 'captured',
          payment: 'Links-616626414629',
          providerRef: '285959875',
          amount: { value: '100', currency: 'NGN' },
          refunded: null,
          reason: null,
        },
      });
  });

  it('rejects the secret hash as a signature, and a signature as the secret hash', async () => {
    for (const [header, value] of [
      ['flutterwave-signature', 'My_test_secret_hash'],
      ['verif-hash', signature],
      ['flutterwave-signature', `${signature}=`],
    ] as const)
      await expect(reading(header, value)).rejects.toBeInstanceOf(PaymentSignatureError);
  });

  it('computes the payload hash of the checksum page', () => {
    // https://developer.flutterwave.com/docs/checksum prints the formula and no value; this one was made with
    // sha256sum; the official PHP library has the same formula in Helper/CheckoutHelper.
    const payment = { amount: 100, currency: 'NGN', email: 'user@gmail.com', tx_ref: 'hooli-tx-1920bbtytty' };
    expect(payloadHashOf(payment, 'FLWSECK_TEST-SANDBOXDEMOKEY-X')).toBe(
      'c5a91521a5884e2f995f7fb18fc5462c792d33c0d6ce325a96084b714307dd1e',
    );
  });
});
