// Tests LiqPay: the contract suite on its counterpart, and its own rules.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Checkout,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
} from '../../../ports/payments.ts';
import { describePaymentProvider, orderOf } from '../payment-provider.contract.ts';
import { providerRequest } from '../testing/counterpart-server.ts';
import { liqpayAdapter } from './liqpay.ts';
import { signatureOf } from './signature.ts';
import { type LiqpayCounterpart, startLiqpayCounterpart } from './testing/counterpart.ts';

const KEYS = { publicKey: 'i00000000', privateKey: 'a4825234f4bae72a0be04eafe9e8e2bada209255' };
const clock = { now: () => Date.now() };

function open(url: string, keys = KEYS) {
  const opened = liqpayAdapter.open({
    LIQPAY_PUBLIC_KEY: keys.publicKey,
    LIQPAY_PRIVATE_KEY: keys.privateKey,
    LIQPAY_API_URL: url,
  });
  if ('problems' in opened) throw new Error(opened.problems.join(', '));
  return opened.create({ clock });
}

const fieldsOf = (checkout: Checkout): Readonly<Record<string, string>> => {
  if (checkout.kind !== 'form') throw new Error(`A ${checkout.kind} is no form`);
  return checkout.fields;
};

async function start() {
  const counterpart = await startLiqpayCounterpart(KEYS);
  return { counterpart, provider: open(counterpart.apiUrl) };
}

describePaymentProvider('liqpay', async () => {
  const { counterpart, provider } = await start();
  return {
    provider,
    currency: 'UAH',
    pay: async (checkout) => counterpart.post(fieldsOf(checkout), 'success'),
    decline: async (checkout) => counterpart.post(fieldsOf(checkout), 'failure'),
    otherEvent: () =>
      counterpart.sealed({
        version: 7,
        action: 'subscribe',
        public_key: KEYS.publicKey,
        payment_id: 165629,
        order_id: 'subscription_1',
        status: 'subscribed',
        amount: 5,
        currency: 'UAH',
      }),
    forged: (webhook) => {
      const data = new URLSearchParams(webhook.body.toString('utf8')).get('data') ?? '';
      const signature = signatureOf(data, 'the key of another merchant');
      return providerRequest({ body: new URLSearchParams({ data, signature }) });
    },
    aged: () => null,
    paidBack: ({ payment }) => counterpart.paidBack(payment),
    breakDown: counterpart.breakDown,
    close: counterpart.close,
  };
});

describe('liqpay', () => {
  let counterpart: LiqpayCounterpart;
  let provider: ReturnType<typeof open>;
  beforeAll(async () => {
    ({ counterpart, provider } = await start());
  });
  afterEach(() => {
    counterpart.refundFromFuturePayments(false);
    counterpart.reportRefunds(true);
  });
  afterAll(() => counterpart.close());

  async function paid(value = '10.00', status = 'success') {
    const order = orderOf('UAH', value);
    const outcome = counterpart.post(fieldsOf(await provider.createCheckout(order)), status);
    return { order, outcome, key: { payment: order.payment, providerRef: null, amount: order.amount } };
  }

  const back = (key: Awaited<ReturnType<typeof paid>>['key'], value: string, refund = randomUUID()) => ({
    ...key,
    refund,
    back: { value, currency: 'UAH' },
    reason: 'Cancelled',
  });

  it('is configured by its two keys', () => {
    expect(liqpayAdapter.required).toEqual(['LIQPAY_PUBLIC_KEY', 'LIQPAY_PRIVATE_KEY']);
    expect(liqpayAdapter.open({ LIQPAY_PUBLIC_KEY: 'i1' })).toEqual({
      problems: [expect.stringContaining('LIQPAY_PRIVATE_KEY')],
    });
  });

  it('posts its form to the live address by default', async () => {
    const opened = liqpayAdapter.open({
      LIQPAY_PUBLIC_KEY: KEYS.publicKey,
      LIQPAY_PRIVATE_KEY: KEYS.privateKey,
    });
    if ('problems' in opened) throw new Error(opened.problems.join());
    const checkout = await opened.create({ clock }).createCheckout(orderOf('UAH'));
    expect(checkout).toMatchObject({ kind: 'form', action: 'https://www.liqpay.ua/api/3/checkout' });
  });

  it('sends amounts in major units, and rejects amounts and currencies that LiqPay does not support', async () => {
    for (const [value, amount] of [
      ['12.34', 12.34],
      ['0.1', 0.1],
      ['1000000', 1_000_000],
    ] as const) {
      const { order } = await paid(value);
      expect(counterpart.of(order.payment)).toMatchObject({ amount, currency: 'UAH' });
    }
    for (const order of [orderOf('UAH', '0.00'), orderOf('NGN', '5.00'), orderOf('UAH', '1.005')])
      await expect(provider.createCheckout(order)).rejects.toBeInstanceOf(PaymentRefusedError);
  });

  it('shows the page in Ukrainian or English, with the name of the ride', async () => {
    const order = { ...orderOf('UAH'), locale: 'uk-UA' };
    counterpart.post(fieldsOf(await provider.createCheckout(order)), 'success');
    expect(counterpart.of(order.payment)).toMatchObject({
      language: 'uk',
      description: order.product_name,
    });
    const { order: other } = await paid();
    expect(counterpart.of(other.payment)?.language).toBe('en');
  });

  it('reports a wrong private key as rejected', async () => {
    const stranger = open(counterpart.apiUrl, { ...KEYS, privateKey: 'wrong' });
    const { key } = await paid();
    await expect(stranger.query(key)).rejects.toBeInstanceOf(PaymentRefusedError);
    await expect(stranger.refund(back(key, '1.00'))).rejects.toBeInstanceOf(PaymentRefusedError);
  });

  it('reads each documented status', async () => {
    const { key } = await paid();
    const payment = counterpart.of(key.payment);
    if (!payment) throw new Error('There is no payment');
    for (const [status, read] of [
      ['success', 'captured'],
      ['wait_compensation', 'captured'],
      ['reversed', 'refunded'],
      ['failure', 'failed'],
      ['error', 'failed'],
      ['sandbox', 'failed'],
      ['3ds_verify', 'open'],
      ['otp_verify', 'open'],
      ['prepared', 'open'],
      ['processing', 'pending'],
      ['wait_accept', 'pending'],
      ['hold_wait', 'pending'],
    ] as const) {
      payment.status = status;
      expect((await provider.query(key)).status, status).toBe(read);
    }
    payment.status = 'something_new';
    await expect(provider.query(key)).rejects.toBeInstanceOf(PaymentUnavailableError);
  });

  it('counts a test payment as paid with test keys only', async () => {
    const keys = { publicKey: 'sandbox_i1', privateKey: 'sandbox_key' };
    const sandbox = await startLiqpayCounterpart(keys);
    try {
      const tested = open(sandbox.apiUrl, keys);
      const order = orderOf('UAH');
      sandbox.post(fieldsOf(await tested.createCheckout(order)), 'sandbox');
      const key = { payment: order.payment, providerRef: null, amount: order.amount };
      expect((await tested.query(key)).status).toBe('captured');
    } finally {
      await sandbox.close();
    }
  });

  it('rejects a callback for another shop, and one with a repeated field', async () => {
    const { order, outcome } = await paid();
    const other = counterpart.sealed({ ...counterpart.describedOf(order.payment), public_key: 'i1' });
    await expect(provider.readWebhook(other)).rejects.toBeInstanceOf(PaymentSignatureError);
    const [webhook] = outcome.webhooks;
    const body = Buffer.concat([webhook?.body ?? Buffer.alloc(0), Buffer.from('&data=e30%3D')]);
    await expect(provider.readWebhook(providerRequest({ body }))).rejects.toBeInstanceOf(
      PaymentSignatureError,
    );
  });

  it('reads the callback of a refund as a separate event', async () => {
    const { key, order, outcome } = await paid();
    const [webhook] = outcome.webhooks;
    if (!webhook) throw new Error('There is no callback');
    const first = await provider.readWebhook(webhook);
    await provider.refund(back(key, '10.00'));
    const later = await provider.readWebhook(counterpart.sealed(counterpart.describedOf(order.payment)));
    expect(later).toMatchObject({ report: { status: 'refunded', refunded: { value: '10.00' } } });
    expect(later.eventId).not.toBe(first.eventId);
  });

  it('refunds once when many requests with one id arrive at once', async () => {
    const { key } = await paid();
    const order = back(key, '4.00');
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => provider.refund(order)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill('done'));
    expect(counterpart.paidBack(key.payment)).toBe(4);
  });

  it('refunds once for each of several refunds of one amount that are requested at once', async () => {
    const { key } = await paid();
    const orders = [1, 2].map(() => back(key, '3.00'));
    await Promise.all([...orders, ...orders].map((order) => provider.refund(order)));
    expect(counterpart.paidBack(key.payment)).toBe(6);
  });

  describe.each(['before', 'after'] as const)('when LiqPay fails %s doing what is asked', (when) => {
    it('refunds nothing when its note cannot be stored, and refunds once later', async () => {
      const { key } = await paid();
      const order = back(key, '4.00');
      await provider.refund(back(key, '1.00'));
      counterpart.failNext('data', when);
      await expect(provider.refund(order)).rejects.toBeInstanceOf(PaymentUnavailableError);
      expect(counterpart.paidBack(key.payment)).toBe(1);
      expect((await provider.refund(order)).status).toBe('done');
      expect(counterpart.paidBack(key.payment)).toBe(5);
    });

    it('refunds once in total when the first attempt fails', async () => {
      const { key } = await paid();
      const order = back(key, '4.00');
      await provider.refund(back(key, '1.00'));
      counterpart.failNext('refund', when);
      await expect(provider.refund(order)).rejects.toBeInstanceOf(PaymentUnavailableError);
      for (let again = 0; again < 3; again += 1) expect((await provider.refund(order)).status).toBe('done');
      expect(counterpart.paidBack(key.payment)).toBe(5);
    });

    it('does not confuse another refund made meanwhile with the unconfirmed one', async () => {
      const { key } = await paid();
      await provider.refund(back(key, '1.00'));
      const order = back(key, '2.00');
      counterpart.failNext('refund', when);
      await expect(provider.refund(order)).rejects.toBeInstanceOf(PaymentUnavailableError);
      await provider.refund(back(key, '3.00'));
      expect((await provider.refund(order)).status).toBe('done');
      expect(counterpart.paidBack(key.payment)).toBe(6);
    });
  });

  it('leaves an unconfirmed refund pending while LiqPay does not report the refunded amount', async () => {
    const { key } = await paid();
    const order = back(key, '4.00');
    counterpart.failNext('refund', 'after');
    await expect(provider.refund(order)).rejects.toBeInstanceOf(PaymentUnavailableError);
    counterpart.reportRefunds(false);
    expect((await provider.refund(order)).status).toBe('pending');
    expect(counterpart.paidBack(key.payment)).toBe(4);
    counterpart.reportRefunds(true);
    expect((await provider.refund(order)).status).toBe('done');
    expect(counterpart.paidBack(key.payment)).toBe(4);
  });

  it('leaves a refund pending that LiqPay pays out of future payments', async () => {
    const { key } = await paid();
    const order = back(key, '4.00');
    counterpart.refundFromFuturePayments(true);
    counterpart.asked();
    expect((await provider.refund(order)).status).toBe('pending');
    expect((await provider.refund(order)).status).toBe('pending');
    expect(counterpart.asked().filter((action) => action === 'refund')).toHaveLength(1);
    const payment = counterpart.of(key.payment);
    if (payment) payment.refund_amount = 4;
    expect((await provider.refund(order)).status).toBe('done');
  });

  it('returns the same rejection again without a second call to LiqPay', async () => {
    const { key } = await paid();
    const order = back(key, '10.01');
    expect(await provider.refund(order)).toMatchObject({
      status: 'failed',
      reason: 'err_amount_hold: The amount is more than is left',
    });
    counterpart.asked();
    expect((await provider.refund(order)).status).toBe('failed');
    expect(counterpart.asked()).toEqual(['status']);
  });

  it('preserves another client’s note on the payment, and refunds nothing on an unreadable note', async () => {
    const { key } = await paid();
    const payment = counterpart.of(key.payment);
    if (!payment) throw new Error('There is no payment');
    payment.info = 'VIP\nsecond line';
    await provider.refund(back(key, '1.00'));
    expect(payment.info).toMatch(/^refunds \S+=100\/0\/done\nVIP\nsecond line$/);
    payment.info = 'refunds all of it';
    await expect(provider.refund(back(key, '1.00'))).rejects.toBeInstanceOf(PaymentUnavailableError);
    expect(counterpart.paidBack(key.payment)).toBe(1);
  });
});

describe("liqpay's documented examples", () => {
  const { privateKey } = KEYS;
  const content = '"action":"pay","amount":"3","currency":"UAH","description":"test","order_id":"000001"}';

  it('signs the example of version 7 as the documentation does', () => {
    // Private key, data and signature printed at https://www.liqpay.ua/en/doc/api/internet_acquiring/checkout.
    const data = Buffer.from(`{"public_key":"i00000000","version":7,${content}`).toString('base64');
    expect(data).toBe(
      'eyJwdWJsaWNfa2V5IjoiaTAwMDAwMDAwIiwidmVyc2lvbiI6NywiYWN0aW9uIjoicGF5IiwiYW1vdW50IjoiMyIsImN1cnJlbmN5IjoiVUFI' +
        'IiwiZGVzY3JpcHRpb24iOiJ0ZXN0Iiwib3JkZXJfaWQiOiIwMDAwMDEifQ==',
    );
    expect(signatureOf(data, privateKey)).toBe('0adgJ8F2Ds5HCVkcz4AlmdLMRoIJf7IxsL3QmeFRz/s=');
  });

  it('signs the example of version 3 as the documentation does', () => {
    // Private key, data and signature printed at https://www.liqpay.ua/documentation/en/data_signature.
    const data = Buffer.from(`{"public_key":"i00000000","version":"3",${content}`).toString('base64');
    expect(data).toBe(
      'eyJwdWJsaWNfa2V5IjoiaTAwMDAwMDAwIiwidmVyc2lvbiI6IjMiLCJhY3Rpb24iOiJwYXkiLCJhbW91bnQiOiIzIiwiY3VycmVuY3kiOiJV' +
        'QUgiLCJkZXNjcmlwdGlvbiI6InRlc3QiLCJvcmRlcl9pZCI6IjAwMDAwMSJ9',
    );
    expect(signatureOf(data, privateKey, 'sha1')).toBe('wR+UZDC4jjeL/qUOvIsofIWpZh8=');
  });

  it.each([
    // From LiqPayTest in github.com/liqpay/sdk-java, with the key "privateKey".
    ['eyJmaWVsZCI6InZhbHVlIn0=', 'd3dP/5qWQFlZgFR53eAwqJ+xIOQ='],
    [
      'eyJhbW91bnQiOiIxLjUiLCJjdXJyZW5jeSI6IlVTRCIsImRlc2NyaXB0aW9uIjoiRGVzY3JpcHRpb24iLCJsYW5ndWFnZSI6ImVuIiwicHVi' +
        'bGljX2tleSI6InB1YmxpY0tleSIsInZlcnNpb24iOiIzIn0=',
      'krCwuK4CBtNFAb6zqmJCeR/85VU=',
    ],
  ])('signs as the official Java library: %s', (data, signature) => {
    expect(signatureOf(data, 'privateKey', 'sha1')).toBe(signature);
  });

  it('accepts a callback signed by either version, and by no other', async () => {
    const provider = open('http://127.0.0.1:9/api');
    const report = { version: 3, action: 'pay', public_key: 'i00000000', payment_id: 165629 };
    const json = { ...report, order_id: 'order_id_1', status: 'success', amount: 0.02, currency: 'UAH' };
    const data = Buffer.from(JSON.stringify(json)).toString('base64');
    const request = (signature: string) =>
      providerRequest({ body: new URLSearchParams({ data, signature }) });
    for (const hash of ['sha3-256', 'sha1'] as const)
      expect(await provider.readWebhook(request(signatureOf(data, privateKey, hash)))).toMatchObject({
        kind: 'payment',
        eventId: '165629:success:0',
        report: { status: 'captured', payment: 'order_id_1', amount: { value: '0.02', currency: 'UAH' } },
      });
    // The callback sample in the documentation has the signature of other data.
    await expect(provider.readWebhook(request('tp+ZLmKm1/E83dIzUpx5ljcttP4='))).rejects.toBeInstanceOf(
      PaymentSignatureError,
    );
  });
});
