// Tests Paystack: the contract suite on its counterpart, and its own rules.
import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Checkout,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
} from '../../../ports/payments.ts';
import { describePaymentProvider, orderOf } from '../payment-provider.contract.ts';
import { providerRequest } from '../testing/counterpart-server.ts';
import { paystackAdapter } from './paystack.ts';
import { type PaystackCounterpart, startPaystackCounterpart } from './testing/counterpart.ts';

const SECRET_KEY = 'sk_test_of_the_counterpart';
const clock = { now: () => Date.now() };

function open(variables: Record<string, string>) {
  const opened = paystackAdapter.open(variables);
  if ('problems' in opened) throw new Error(opened.problems.join(', '));
  return opened.create({ clock });
}

const urlOf = (checkout: Checkout): string => {
  if (checkout.kind !== 'redirect') throw new Error(`A ${checkout.kind} is no redirect`);
  return checkout.url;
};

async function start() {
  const counterpart = await startPaystackCounterpart(SECRET_KEY);
  const provider = open({ PAYSTACK_SECRET_KEY: SECRET_KEY, PAYSTACK_API_URL: counterpart.url });
  return { counterpart, provider };
}

describePaymentProvider('paystack', async () => {
  const { counterpart, provider } = await start();
  return {
    provider,
    currency: 'NGN',
    pay: async (checkout) => counterpart.pay(urlOf(checkout)),
    decline: async (checkout) => counterpart.decline(urlOf(checkout)),
    otherEvent: () =>
      counterpart.signed({ event: 'transfer.success', data: { id: 37272792, amount: 30000 } }),
    forged: (webhook) =>
      providerRequest({
        body: webhook.body,
        headers: {
          'x-paystack-signature': createHmac('sha512', 'sk_of_another').update(webhook.body).digest('hex'),
        },
      }),
    aged: () => null,
    paidBack: ({ payment }) => counterpart.paidBack(payment),
    breakDown: counterpart.breakDown,
    close: counterpart.close,
  };
});

describe('paystack', () => {
  let counterpart: PaystackCounterpart;
  let provider: ReturnType<typeof open>;
  beforeAll(async () => {
    ({ counterpart, provider } = await start());
  });
  afterAll(() => counterpart.close());

  async function paid(value = '10.00') {
    const order = orderOf('NGN', value);
    const outcome = counterpart.pay(urlOf(await provider.createCheckout(order)));
    return { order, outcome, key: { payment: order.payment, providerRef: null, amount: order.amount } };
  }

  it('requires its secret key alone', () => {
    expect(paystackAdapter.required).toEqual(['PAYSTACK_SECRET_KEY']);
    expect(paystackAdapter.open({})).toEqual({
      problems: [expect.stringContaining('PAYSTACK_SECRET_KEY')],
    });
  });

  it('sends the amount in subunits, however the decimals are written', async () => {
    for (const [value, units] of [
      ['12.34', 1234],
      ['0.1', 10],
      ['200', 20_000],
      ['19999999.99', 1_999_999_999],
    ] as const) {
      await provider.createCheckout(orderOf('KES', value));
      expect(counterpart.latest()).toMatchObject({ amount: units, currency: 'KES' });
    }
  });

  it('rejects an amount of zero before any call', async () => {
    const error = provider.createCheckout(orderOf('NGN', '0.00'));
    await expect(error).rejects.toBeInstanceOf(PaymentRefusedError);
  });

  it('gives a buyer without an e-mail address one at the domain of the operator', async () => {
    const order = orderOf('NGN');
    await provider.createCheckout({ ...order, buyer: { ...order.buyer, email: '' } });
    expect(counterpart.latest()?.email).toBe(`${order.buyer.cust_id}@kerb.test`);
  });

  it('opens one checkout for each payment', async () => {
    const order = orderOf('NGN');
    await provider.createCheckout(order);
    await expect(provider.createCheckout(order)).rejects.toBeInstanceOf(PaymentRefusedError);
  });

  it('reports a wrong secret key as rejected', async () => {
    const stranger = open({ PAYSTACK_SECRET_KEY: 'sk_wrong', PAYSTACK_API_URL: counterpart.url });
    await expect(stranger.createCheckout(orderOf('NGN'))).rejects.toBeInstanceOf(PaymentRefusedError);
    const key = { payment: randomUUID(), providerRef: null, amount: { value: '1.00', currency: 'NGN' } };
    await expect(stranger.query(key)).rejects.toBeInstanceOf(PaymentRefusedError);
  });

  it('refunds once when many requests with one id arrive at once', async () => {
    const { key } = await paid('10.00');
    const back = { value: '4.00', currency: 'NGN' };
    const order = { ...key, refund: randomUUID(), back, reason: 'Cancelled' };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => provider.refund(order)));
    expect(counterpart.paidBack(key.payment)).toBe(4);
    expect(new Set(answers.map(({ refundRef }) => refundRef)).size).toBe(1);
    expect(counterpart.refundsOf(key.payment)[0]?.merchant_note).toContain(order.refund);
  });

  it('searches every page of the list for a refund', async () => {
    const { key } = await paid('10.00');
    counterpart.refundElsewhere(key.payment, 100);
    const refund = {
      ...key,
      refund: randomUUID(),
      back: { value: '0.01', currency: 'NGN' },
      reason: 'A cent',
    };
    for (let asked = 0; asked < 2; asked += 1) await provider.refund(refund);
    expect(counterpart.paidBack(key.payment)).toBe(1.01);
  });

  it('reports a refund that Paystack could not make, and counts it as nothing refunded', async () => {
    const { key, order } = await paid('10.00');
    counterpart.settleRefundsAs('failed');
    try {
      const refund = { ...key, refund: randomUUID(), back: order.amount, reason: 'Cancelled' };
      expect((await provider.refund(refund)).status).toBe('pending');
      expect((await provider.refund(refund)).status).toBe('failed');
      expect(await provider.query(key)).toMatchObject({ status: 'captured', refunded: { value: '0.00' } });
    } finally {
      counterpart.settleRefundsAs('processed');
    }
  });

  it('reports the refunded amount of a partly refunded payment', async () => {
    const { key } = await paid('10.00');
    const back = { value: '2.50', currency: 'NGN' };
    await provider.refund({ ...key, refund: randomUUID(), back, reason: 'Half of it' });
    expect(await provider.query(key)).toMatchObject({
      status: 'captured',
      amount: { value: '10.00', currency: 'NGN' },
      refunded: { value: '2.50', currency: 'NGN' },
    });
  });

  it('reads the webhook of a refund', async () => {
    const { key, order } = await paid('10.00');
    await provider.refund({ ...key, refund: randomUUID(), back: order.amount, reason: 'Cancelled' });
    // From https://paystack.com/docs/payments/refunds, event refund.processed, in which the amount is text.
    const data = {
      status: 'processed',
      transaction_reference: key.payment,
      refund_reference: '132013318360',
      amount: '1000',
      currency: 'NGN',
      processor: 'mpgs_zen',
      integration: 412829,
      domain: 'live',
    };
    const reading = await provider.readWebhook(counterpart.signed({ event: 'refund.processed', data }));
    expect(reading).toMatchObject({
      kind: 'payment',
      eventId: `refund.processed:${key.payment}:132013318360`,
      report: { status: 'refunded', payment: key.payment },
    });
  });

  it('reports the amount of an accepted dispute as refunded, once', async () => {
    const { key } = await paid('10.00');
    // From https://paystack.com/docs/payments/webhooks, event charge.dispute.resolve.
    const resolved = (resolution: string, refund_amount: number | null) =>
      provider.readWebhook(
        counterpart.signed({
          event: 'charge.dispute.resolve',
          data: {
            id: 358949,
            refund_amount,
            currency: 'NGN',
            status: 'resolved',
            resolution,
            domain: 'live',
            transaction: { id: 896467592, status: 'success', reference: key.payment, amount: 1000 },
            transaction_reference: null,
            category: 'chargeback',
          },
        }),
      );
    expect((await resolved('declined', 0)).kind).toBe('ignored');
    await expect(resolved('merchant-accepted', null)).rejects.toBeInstanceOf(PaymentUnavailableError);
    counterpart.refundElsewhere(key.payment, 3);
    const lost = {
      kind: 'payment',
      report: { status: 'captured', payment: key.payment, refunded: { value: '0.07', currency: 'NGN' } },
    };
    expect(await resolved('merchant-accepted', 4)).toMatchObject(lost);
    expect(await resolved('auto-accepted', 997)).toMatchObject({ report: { status: 'refunded' } });
    counterpart.refundElsewhere(key.payment, 4, 358949);
    expect(await resolved('merchant-accepted', 4)).toMatchObject(lost);
  });

  it('counts an accepted dispute in every later report, beside the listed refunds', async () => {
    const { key } = await paid('10.00');
    const back = (value: string) => ({ status: 'captured', refunded: { value, currency: 'NGN' } });
    counterpart.resolveDispute(key.payment, { id: 1, refund_amount: 500, resolution: 'declined' });
    expect(await provider.query(key)).toMatchObject(back('0.00'));
    counterpart.resolveDispute(key.payment, { id: 2, refund_amount: 400, resolution: 'merchant-accepted' });
    counterpart.refundElsewhere(key.payment, 3);
    expect(await provider.query(key)).toMatchObject(back('4.03'));
    const processed = await provider.readWebhook(
      counterpart.signed({
        event: 'refund.processed',
        data: { transaction_reference: key.payment, refund_reference: null, amount: 3 },
      }),
    );
    expect(processed).toMatchObject({ kind: 'payment', report: back('4.03') });
    const again = await provider.readWebhook(
      counterpart.signed({
        event: 'charge.dispute.resolve',
        data: {
          id: 2,
          refund_amount: 400,
          resolution: 'merchant-accepted',
          transaction: { reference: key.payment },
        },
      }),
    );
    expect(again).toMatchObject({ report: back('4.03') });
    // The refund of the dispute is listed now, with an amount of its own.
    counterpart.refundElsewhere(key.payment, 1, 2);
    expect(await provider.query(key)).toMatchObject(back('0.04'));
    counterpart.resolveDispute(key.payment, { id: 3, refund_amount: 996, resolution: 'auto-accepted' });
    expect(await provider.query(key)).toMatchObject({ status: 'refunded' });
  });

  it('requests another delivery of a signed event of an unknown shape', async () => {
    const odd = counterpart.signed({ event: 'charge.success', data: { id: 1 } });
    await expect(provider.readWebhook(odd)).rejects.toBeInstanceOf(PaymentUnavailableError);
  });

  it('rejects a return that names another payment', async () => {
    const { outcome } = await paid();
    const { key } = await paid();
    await expect(provider.readReturn(outcome.returned, key)).rejects.toBeInstanceOf(PaymentSignatureError);
  });
});

describe("paystack's documented examples", () => {
  /**
   * The body and key of the Java sample at https://paystack.com/docs/payments/webhooks#verify-event-origin (source:
   * PaystackOSS/doc-code-snippets, doc/payments/webhooks/verifying-transaction). The documentation prints no digest;
   * this one was made with `openssl dgst -sha512 -hmac YOUR_SECRET_KEY`.
   */
  const body = '{"paystack":"request","body":"to_string"}';
  const digest =
    '996867a4a400e06877c13b4299cd95831b681beb6ab7ccf693d424cd9aa9fdda1b6b040f79d073b19be7d91464d84b33e6158b065ff422d5525a69ae492668ac';

  it('signs the documented body as openssl does', async () => {
    const provider = open({ PAYSTACK_SECRET_KEY: 'YOUR_SECRET_KEY' });
    const request = (signature: string) =>
      providerRequest({ body, headers: { 'x-paystack-signature': signature } });
    // The signature is valid but the body is no event, so the error shows that the signature check passed.
    await expect(provider.readWebhook(request(digest))).rejects.toBeInstanceOf(PaymentUnavailableError);
    const wrong = digest.replace(/^./, (first) => (first === '0' ? '1' : '0'));
    await expect(provider.readWebhook(request(wrong))).rejects.toBeInstanceOf(PaymentSignatureError);
  });

  it('reads the requested price of a transaction whose buyer paid the fees', async () => {
    // Numbers from https://paystack.com/docs/api/transaction#verify: 30050 requested, of which 10283 are fees.
    const provider = open({ PAYSTACK_SECRET_KEY: SECRET_KEY });
    const data = {
      id: 4099260516,
      domain: 'test',
      status: 'success',
      reference: 're4lyvq3s3',
      amount: 40333,
      gateway_response: 'Successful',
      currency: 'NGN',
      fees: 10283,
      requested_amount: 30050,
    };
    const event = JSON.stringify({ event: 'charge.success', data });
    const signature = createHmac('sha512', SECRET_KEY).update(event).digest('hex');
    const request = providerRequest({ body: event, headers: { 'X-Paystack-Signature': signature } });
    expect(await provider.readWebhook(request)).toEqual({
      kind: 'payment',
      eventId: 'charge.success:4099260516',
      report: {
        status: 'captured',
        payment: 're4lyvq3s3',
        providerRef: '4099260516',
        amount: { value: '300.50', currency: 'NGN' },
        refunded: null,
        reason: null,
      },
    });
  });
});
