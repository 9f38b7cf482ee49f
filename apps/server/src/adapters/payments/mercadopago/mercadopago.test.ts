// Tests Mercado Pago against its counterpart, and its signatures against its own library.
import { createHmac, randomUUID } from 'node:crypto';
import { InvalidWebhookSignatureError, WebhookSignatureValidator } from 'mercadopago';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type PaymentProvider,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
  type ProviderRequest,
} from '../../../ports/payments.ts';
import { describePaymentProvider, orderOf } from '../payment-provider.contract.ts';
import { providerRequest, startCounterpart } from '../testing/counterpart-server.ts';
import { mercadopagoAdapter } from './mercadopago.ts';
import { signNotification } from './notification.ts';
import { ACCESS_TOKEN, notificationOf, startMercadoPago, WEBHOOK_SECRET } from './testing/counterpart.ts';

function open(apiUrl: string, variables: Record<string, string> = {}): PaymentProvider {
  const opened = mercadopagoAdapter.open({
    MERCADOPAGO_ACCESS_TOKEN: ACCESS_TOKEN,
    MERCADOPAGO_WEBHOOK_SECRET: WEBHOOK_SECRET,
    MERCADOPAGO_API_URL: apiUrl,
    ...variables,
  });
  if ('problems' in opened) throw new Error(opened.problems.join());
  return opened.create({ clock: { now: () => Date.now() } });
}

const idOf = (webhook: ProviderRequest) => webhook.query.get('data.id') ?? '';

describePaymentProvider('Mercado Pago', async () => {
  const counterpart = await startMercadoPago();
  return {
    ...counterpart,
    provider: open(counterpart.url),
    currency: 'UYU',
    otherEvent: () => notificationOf('24500000001', { type: 'topic_claims_integration_wh' }),
    forged: (webhook) => notificationOf(idOf(webhook), { secret: 'another-secret' }),
    aged: (webhook, ms) => notificationOf(idOf(webhook), { at: Date.now() - ms }),
  };
});

describe('a notification of Mercado Pago', () => {
  // https://www.mercadopago.com/developers/en/docs/your-integrations/notifications/webhooks shows this notification
  // but not the secret of its v1, so the validator of the official library, npm mercadopago, defines the expected
  // result.
  const dataId = 'ORD01JQ4S4KY8HWQ6NA5PXB65B3D3';
  const requestId = '2066ca19-c6f1-498a-be75-1923005edd06';
  const ts = '1742505638683';
  const secret = 'your_secret_key_here';
  const v1 = signNotification(secret, dataId, requestId, ts);
  const signed = { xRequestId: requestId, dataId: dataId.toLowerCase(), secret };

  it('has a signature that the official library accepts, with the id in lower case', () => {
    expect(v1).toBe('633f91233312dd391ec75fa0bea539cfc2d6c4918873305b84a96cc1c58db71c');
    expect(() =>
      WebhookSignatureValidator.validate({ ...signed, xSignature: `ts=${ts},v1=${v1}` }),
    ).not.toThrow();
    const other = signNotification('another', dataId, requestId, ts);
    expect(() =>
      WebhookSignatureValidator.validate({ ...signed, xSignature: `ts=${ts},v1=${other}` }),
    ).toThrow(InvalidWebhookSignatureError);
  });

  it('has the manifest of the documentation', () => {
    const manifest = `id:${dataId.toLowerCase()};request-id:${requestId};ts:${ts};`;
    expect(v1).toBe(createHmac('sha256', secret).update(manifest).digest('hex'));
  });

  /** The documentation's example, signed again with a known secret. */
  const example = (type: string, id: string, at: string): ProviderRequest =>
    providerRequest({
      url: `https://kerb.test/webhook?data.id=${id}&type=${type}`,
      headers: {
        'X-Request-Id': requestId,
        'X-Signature': `ts=${at},v1=${signNotification(secret, id, requestId, at)}`,
      },
      body: `{"action":"${type}.updated","api_version":"v1","data":{"id":"${id}"},"date_created":"2021-11-01T02:02:02Z","id":"123456","live_mode":false,"type":"${type}","user_id":724484980}`,
    });
  const at = (now: number) => {
    const opened = mercadopagoAdapter.open({
      MERCADOPAGO_ACCESS_TOKEN: ACCESS_TOKEN,
      MERCADOPAGO_WEBHOOK_SECRET: secret,
    });
    if ('problems' in opened) throw new Error(opened.problems.join());
    return opened.create({ clock: { now: () => now } });
  };

  it('is read from the documented example, and ignored when it is about an order', async () => {
    const reading = await at(Number(ts)).readWebhook(example('order', dataId, ts));
    expect(reading).toEqual({ kind: 'ignored', event: 'order', eventId: `order:${dataId}:${requestId}` });
  });

  it('accepts a time in seconds as well', async () => {
    const reading = await at(1742505638000).readWebhook(example('order', dataId, '1742505638'));
    expect(reading.kind).toBe('ignored');
    await expect(
      at(1742505638683 + 6 * 60_000).readWebhook(example('order', dataId, '1742505638')),
    ).rejects.toThrow(PaymentSignatureError);
  });

  it('is rejected when the body is about another payment than the signed address', async () => {
    const request = example('payment', '123456', ts);
    const body = Buffer.from(request.body.toString().replace('"123456"}', '"123457"}'));
    await expect(at(Number(ts)).readWebhook({ ...request, body })).rejects.toThrow(PaymentSignatureError);
  });
});

describe('a payment at Mercado Pago', () => {
  let counterpart: Awaited<ReturnType<typeof startMercadoPago>>;
  let provider: PaymentProvider;
  beforeAll(async () => {
    counterpart = await startMercadoPago();
    provider = open(counterpart.url);
  });
  afterAll(() => counterpart.close());

  const preferenceOf = (providerRef: string | null) =>
    counterpart.account.preferences.get(providerRef ?? '') ?? { items: [], notification_url: '' };

  it('is a preference with the price as a number, and requests signed notifications only', async () => {
    const checkout = await provider.createCheckout(orderOf('UYU', '1234.50'));
    const preference = preferenceOf(checkout.providerRef);
    expect(preference.items).toMatchObject([{ unit_price: 1234.5, currency_id: 'UYU', quantity: 1 }]);
    expect(new URL(preference.notification_url).searchParams.get('source_news')).toBe('webhooks');
  });

  it('cannot be paid after a day, when the payment has failed', async () => {
    const before = Date.now();
    const checkout = await provider.createCheckout(orderOf('UYU'));
    const preference = counterpart.account.preferences.get(checkout.providerRef ?? '');
    expect(preference).toMatchObject({
      expires: true,
      expiration_date_to: expect.stringMatching(/\+00:00$/),
    });
    const expiresAt = Date.parse(preference?.expiration_date_to ?? '');
    expect(expiresAt).toBeGreaterThanOrEqual(before + 24 * 60 * 60_000);
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + 24 * 60 * 60_000);
  });

  it('has one preference however often it is opened', async () => {
    const order = orderOf('UYU');
    const [one, other] = await Promise.all([provider.createCheckout(order), provider.createCheckout(order)]);
    expect(one).toEqual(other);
  });

  it('has no decimals in Chile, and only currencies of supported countries', async () => {
    const checkout = await provider.createCheckout(orderOf('CLP', '2500.00'));
    expect(preferenceOf(checkout.providerRef).items).toMatchObject([{ unit_price: 2500 }]);
    for (const order of [orderOf('CLP', '2500.50'), orderOf('EUR')])
      await expect(provider.createCheckout(order)).rejects.toThrow(PaymentRefusedError);
  });

  it('is the attempt that was paid, not the rejected one before it', async () => {
    const order = orderOf('UYU');
    const checkout = await provider.createCheckout(order);
    const key = { payment: order.payment, providerRef: checkout.providerRef, amount: order.amount };
    const refused = await counterpart.decline(checkout, order);
    const failed = await provider.readReturn(refused.returned, key);
    expect(failed).toMatchObject({ status: 'failed', reason: 'cc_rejected_insufficient_amount' });
    await counterpart.pay(checkout, order);
    expect((await provider.query({ ...key, providerRef: failed.providerRef })).status).toBe('captured');
    expect((await provider.readReturn(refused.returned, key)).status).toBe('captured');
    const [late] = refused.webhooks;
    if (!late) throw new Error('There was no notification');
    expect(await provider.readWebhook(late)).toMatchObject({ report: { status: 'captured' } });
  });

  it('is not read from a return that names another reference or another payment', async () => {
    const mine = orderOf('UYU');
    const other = orderOf('UYU');
    const checkout = await provider.createCheckout(other);
    const { returned } = await counterpart.pay(checkout, other);
    const theirs = new URLSearchParams(returned.query);
    theirs.delete('payment_id');
    theirs.delete('collection_id');
    const claimed = new URLSearchParams(returned.query);
    claimed.set('external_reference', mine.payment);
    const key = { payment: mine.payment, providerRef: null, amount: mine.amount };
    for (const query of [theirs, claimed])
      await expect(provider.readReturn({ ...returned, query }, key)).rejects.toThrow(PaymentSignatureError);
  });

  describe('paid by Pix', () => {
    async function refundOfPaid() {
      const order = orderOf('BRL', '10.00');
      const checkout = await provider.createCheckout(order);
      await counterpart.pay(checkout, order);
      const refund = {
        payment: order.payment,
        providerRef: null,
        amount: order.amount,
        refund: randomUUID(),
        back: { value: '4.00', currency: 'BRL' },
        alreadyBack: { value: '0.00', currency: 'BRL' },
        reason: 'Cancelled',
      };
      const request = async (more: typeof refund & { requestedAt?: number } = refund) =>
        (await provider.refund(more)).status;
      return { refund, request };
    }
    const lastRefund = () => {
      const last = counterpart.account.refunds.at(-1);
      if (!last) throw new Error('There is no refund');
      return last;
    };
    const refundCount = () => counterpart.account.refunds.length;
    afterEach(() => {
      counterpart.account.disturbance = null;
      counterpart.account.rejectsLists = false;
    });

    it.each(['in process', 'unseen'] as const)(
      'is refunded once when its refund stays in process at first (%s)',
      async (disturbance) => {
        counterpart.account.disturbance = disturbance;
        const { request } = await refundOfPaid();
        const before = refundCount();
        expect([await request(), await request()]).toEqual(['pending', 'pending']);
        lastRefund().status = 'approved';
        expect(await request()).toBe('done');
        expect(refundCount()).toBe(before + 1);
      },
    );

    it('reports a refund that was rejected after it was in process', async () => {
      counterpart.account.disturbance = 'in process';
      const { request } = await refundOfPaid();
      expect(await request()).toBe('pending');
      lastRefund().status = 'rejected';
      expect(await request()).toBe('failed');
    });

    it('is refunded besides an earlier refund of the same amount', async () => {
      const { refund, request } = await refundOfPaid();
      await request();
      const before = refundCount();
      const second = { ...refund, refund: randomUUID(), alreadyBack: refund.back };
      expect([await request(second), await request(second)]).toEqual(['done', 'done']);
      expect(refundCount()).toBe(before + 1);
    });

    it.each(['made', 'not made'])(
      'is refunded twice by equal refunds when the first one without an answer was %s',
      async (first) => {
        const { refund, request } = await refundOfPaid();
        const one = { ...refund, requestedAt: Date.now() };
        const other = { ...one, refund: randomUUID() };
        const before = refundCount();
        if (first === 'made') await request(one);
        expect([await request(other), await request({ ...one, alreadyBack: one.back })]).toEqual([
          'done',
          'done',
        ]);
        expect(refundCount()).toBe(before + 2);
      },
    );

    it('has a refund of an unknown result while the list of refunds is rejected', async () => {
      counterpart.account.disturbance = 'unseen';
      const { refund, request } = await refundOfPaid();
      counterpart.account.rejectsLists = true;
      for (const requestedAt of [Date.now(), 0])
        await expect(request({ ...refund, requestedAt })).rejects.toThrow(PaymentUnavailableError);
    });

    it('is refunded once when its refund is still in process after its key has expired', async () => {
      counterpart.account.disturbance = 'in process';
      const { refund, request } = await refundOfPaid();
      const before = refundCount();
      expect(await request({ ...refund, requestedAt: Date.now() })).toBe('pending');
      counterpart.account.forgetKeys();
      expect(await request({ ...refund, requestedAt: Date.now() - 2 * 60 * 60_000 })).toBe('pending');
      expect(refundCount()).toBe(before + 1);
    });
  });

  it.each([
    ['in_process', 'captured'],
    ['reimbursed', 'captured'],
    ['settled', 'refunded'],
  ])('with a chargeback that is %s is %s', async (status_detail, status) => {
    const order = orderOf('UYU');
    const checkout = await provider.createCheckout(order);
    await counterpart.pay(checkout, order);
    const payment = counterpart.account.payments.at(-1);
    if (!payment) throw new Error('There is no payment');
    Object.assign(payment, { status: 'charged_back', status_detail });
    const report = { payment: order.payment, status };
    expect(await provider.readWebhook(notificationOf(String(payment.id)))).toMatchObject({ report });
  });

  it('is ignored when the notification simulator sends an invented id', async () => {
    expect((await provider.readWebhook(notificationOf('123456'))).kind).toBe('ignored');
  });

  it('is rejected with a wrong access token', async () => {
    const stranger = open(counterpart.url, { MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-wrong' });
    await expect(stranger.createCheckout(orderOf('UYU'))).rejects.toThrow(PaymentRefusedError);
  });

  it('reports an undocumented status as unknown', async () => {
    const order = orderOf('UYU');
    const body = {
      id: 5,
      status: 'vanished',
      external_reference: order.payment,
      transaction_amount: 1,
      currency_id: 'UYU',
    };
    const strange = await startCounterpart(() => ({ status: 200, body: { results: [body] } }));
    try {
      const key = { payment: order.payment, providerRef: null, amount: order.amount };
      await expect(open(strange.url).query(key)).rejects.toThrow(PaymentUnavailableError);
    } finally {
      await strange.close();
    }
  });

  it('requires both variables', () => {
    expect(mercadopagoAdapter.required).toEqual(['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_WEBHOOK_SECRET']);
  });
});
