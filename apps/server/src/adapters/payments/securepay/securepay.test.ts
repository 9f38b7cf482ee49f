// Tests SecurePay against its counterpart. SecurePay has no official server library, and signs nothing in its protocol.
import { randomUUID } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CheckoutOrder,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
} from '../../../ports/payments.ts';
import { describePaymentProvider, orderOf } from '../payment-provider.contract.ts';
import { type CounterpartReply, providerRequest, startCounterpart } from '../testing/counterpart-server.ts';
import { securepayAdapter } from './securepay.ts';
import { CLIENT_ID, CLIENT_SECRET, MERCHANT_CODE, noticeOf, startSecurePay } from './testing/counterpart.ts';

function open(
  apiUrl: string,
  variables: Record<string, string> = {},
  now: () => number = Date.now,
): PaymentProvider {
  const opened = securepayAdapter.open({
    SECUREPAY_CLIENT_ID: CLIENT_ID,
    SECUREPAY_CLIENT_SECRET: CLIENT_SECRET,
    SECUREPAY_MERCHANT_CODE: MERCHANT_CODE,
    SECUREPAY_API_URL: apiUrl,
    SECUREPAY_AUTH_URL: `${apiUrl}/oauth/token`,
    ...variables,
  });
  if ('problems' in opened) throw new Error(opened.problems.join());
  return opened.create({ clock: { now } });
}

describePaymentProvider('SecurePay', async () => {
  const counterpart = await startSecurePay();
  const provider = open(counterpart.url);
  return {
    ...counterpart,
    provider: { ...provider, readWebhook: (request) => provider.readWebhook(request, async () => true) },
    currency: 'AUD',
    otherEvent: () => null,
    // Notifications are unsigned, so a forged one refers to an order that this merchant does not have.
    forged: () => noticeOf(randomUUID()),
    aged: () => null,
  };
});

const keyOf = (order: CheckoutOrder) => ({
  payment: order.payment,
  amount: order.amount,
  providerRef: null,
});
const returnOf = (token: string, ip = '203.0.113.7') =>
  providerRequest({ url: 'https://kerb.test/return', body: new URLSearchParams({ token, ip }) });

describe('a payment at SecurePay', () => {
  let counterpart: Awaited<ReturnType<typeof startSecurePay>>;
  let provider: PaymentProvider;
  beforeAll(async () => {
    counterpart = await startSecurePay();
    provider = open(counterpart.url);
  });
  afterAll(() => counterpart.close());

  it('is in cents of Australian dollars, and in no other currency', async () => {
    const order = orderOf('AUD', '1234.50');
    await provider.readReturn(returnOf(counterpart.merchant.card().token), keyOf(order));
    expect(counterpart.merchant.orders.get(order.payment)).toMatchObject({
      amount: 123450,
      ip: '203.0.113.7',
    });
    for (const wrong of [orderOf('NZD'), orderOf('AUD', '0.00')])
      await expect(provider.createCheckout(wrong)).rejects.toThrow(PaymentRefusedError);
  });

  it('is charged once when two cards are submitted at once', async () => {
    const order = orderOf('AUD');
    const cards = [counterpart.merchant.card(), counterpart.merchant.card()];
    const elsewhere = open(counterpart.url);
    const reports = await Promise.all(
      cards.flatMap(({ token }) =>
        [provider, elsewhere].map((one) => one.readReturn(returnOf(token), keyOf(order))),
      ),
    );
    expect(reports.map(({ status }) => status)).toEqual(Array(4).fill('captured'));
    expect(cards.filter(({ isUsed }) => isUsed)).toHaveLength(1);
  });

  it('fails with the message of the bank', async () => {
    const { token } = counterpart.merchant.card('poor');
    expect(await provider.readReturn(returnOf(token), keyOf(orderOf('AUD')))).toMatchObject({
      status: 'failed',
      reason: 'Insufficient Funds',
    });
  });

  it('fails with an invented token, and is charged without the browser’s IP address', async () => {
    expect(await provider.readReturn(returnOf('made-up'), keyOf(orderOf('AUD')))).toMatchObject({
      status: 'failed',
      reason: 'Token is invalid or was used.',
    });
    const order = orderOf('AUD');
    const request = returnOf(counterpart.merchant.card().token, '<script>');
    expect((await provider.readReturn(request, keyOf(order))).status).toBe('captured');
    expect(counterpart.merchant.orders.get(order.payment)?.ip).toBe('127.0.0.1');
  });

  it('requests one access token, and another when it expires or is rejected', async () => {
    let now = 0;
    const patient = open(counterpart.url, {}, () => now);
    const asked = () => counterpart.merchant.accessTokens.length;
    const before = asked();
    const key = keyOf(orderOf('AUD'));
    await Promise.all([patient.query(key), patient.query(key)]);
    await patient.query(key);
    const afterFirst = asked();
    now = 86_400_000;
    await patient.query(key);
    const afterSpent = asked();
    counterpart.merchant.accessTokens.splice(0);
    await patient.query(key);
    expect([afterFirst - before, afterSpent - afterFirst, asked()]).toEqual([1, 1, 1]);
  });

  it('is rejected with a wrong secret', async () => {
    const stranger = open(counterpart.url, { SECUREPAY_CLIENT_SECRET: 'wrong' });
    await expect(stranger.query(keyOf(orderOf('AUD')))).rejects.toThrow(PaymentRefusedError);
  });

  it('is rejected for another merchant’s code', async () => {
    const stranger = open(counterpart.url, { SECUREPAY_MERCHANT_CODE: '5AR0056' });
    const { token } = counterpart.merchant.card();
    await expect(stranger.readReturn(returnOf(token), keyOf(orderOf('AUD')))).rejects.toThrow(
      PaymentRefusedError,
    );
  });

  it('is reported by a notification that contains its order id, at the top level or in its data', async () => {
    const order = orderOf('AUD');
    await provider.readReturn(returnOf(counterpart.merchant.card().token), keyOf(order));
    const nested = providerRequest({ body: { event: 'payment', data: { orderId: order.payment } } });
    for (const notice of [noticeOf(order.payment), nested])
      expect(await provider.readWebhook(notice, async () => true)).toMatchObject({
        kind: 'payment',
        report: { status: 'captured', payment: order.payment },
      });
    for (const orderId of ['', '..', 42, null])
      await expect(provider.readWebhook(providerRequest({ body: { orderId } }))).rejects.toThrow(
        PaymentSignatureError,
      );
  });

  it('is not queried for a notification about an order that is not ours', async () => {
    const order = orderOf('AUD');
    await provider.readReturn(returnOf(counterpart.merchant.card().token), keyOf(order));
    // Nothing listens there, so that a call would end as PaymentUnavailableError.
    const silent = open('http://127.0.0.1:1');
    const ofOthers = await silent.readWebhook(noticeOf(randomUUID()), async () => false);
    expect(ofOthers.kind).toBe('ignored');
    const isOurs = async (payment: string) => payment === order.payment;
    expect(await provider.readWebhook(noticeOf(order.payment), isOurs)).toMatchObject({ kind: 'payment' });
  });

  it('requires three variables', () => {
    expect(securepayAdapter.required).toEqual([
      'SECUREPAY_CLIENT_ID',
      'SECUREPAY_CLIENT_SECRET',
      'SECUREPAY_MERCHANT_CODE',
    ]);
  });
});

describe('an answer of SecurePay', () => {
  const order = orderOf('AUD', '99.00');
  const refundable = { orderId: order.payment, merchantCode: MERCHANT_CODE, amount: 9900, status: 'paid' };

  /** A provider for which every call except the one for an access token gets this answer. */
  async function answering<T>(reply: CounterpartReply, use: (provider: PaymentProvider) => Promise<T>) {
    const server = await startCounterpart(({ path }) =>
      path === '/oauth/token' ? { status: 200, body: { access_token: 'a', expires_in: 60 } } : reply,
    );
    try {
      return await use(open(server.url));
    } finally {
      await server.close();
    }
  }

  it('to a refund is parsed as the answer recorded at its sandbox', async () => {
    // Quoted completely in src/responses/RefundResponse.php of github.com/brightlabscomau/craftcommerce-securepay.
    const recorded = {
      createdAt: '2025-06-23T01:17:12.867284974Z',
      amount: 9900,
      status: 'paid',
      bankTransactionId: '666577',
      gatewayResponseCode: '00',
      gatewayResponseMessage: 'Transaction successful',
      customerCode: 'anonymous',
      merchantCode: '5AR0055',
      orderId: '941037',
      ip: '192.168.97.1',
    };
    const refund = {
      ...keyOf(order),
      payment: '941037',
      refund: randomUUID(),
      back: order.amount,
      reason: '',
    };
    expect(await answering({ status: 201, body: recorded }, (one) => one.refund(refund))).toEqual({
      status: 'done',
      refundRef: '666577',
      reason: null,
    });
    await expect(
      answering({ status: 201, body: recorded }, (one) => one.refund({ ...refund, payment: order.payment })),
    ).rejects.toThrow(PaymentUnavailableError);
  });

  it('with an unknown status is a pending payment, and a pending refund', async () => {
    const reply = { status: 201, body: { ...refundable, status: 'unknown' } };
    const report = await answering(reply, (one) => one.readReturn(returnOf('t'), keyOf(order)));
    expect(report.status).toBe('pending');
    const refund = { ...keyOf(order), refund: randomUUID(), back: order.amount, reason: '' };
    expect((await answering(reply, (one) => one.refund(refund))).status).toBe('pending');
  });

  it('with a plain 404 is unavailable, and only ORDER_NOT_FOUND reports the payment as unknown', async () => {
    const missingCode = { status: 404, body: { status: 404, error: 'Not Found', path: '/v2/orders' } };
    const said = { status: 404, body: { errors: [{ code: 'ORDER_NOT_FOUND', detail: 'No such order' }] } };
    await expect(answering(missingCode, (one) => one.query(keyOf(order)))).rejects.toThrow(
      PaymentUnavailableError,
    );
    expect((await answering(said, (one) => one.query(keyOf(order)))).status).toBe('unknown');
  });

  it('about another order, another merchant, or with an undocumented status, is invalid', async () => {
    for (const wrong of [{ orderId: randomUUID() }, { merchantCode: '5AR0056' }, { status: 'vanished' }])
      await expect(
        answering({ status: 200, body: { ...refundable, ...wrong } }, (one) => one.query(keyOf(order))),
      ).rejects.toThrow(PaymentUnavailableError);
  });
});

describe('the page of SecurePay', () => {
  it('contains the script’s element, posts the token and shows errors', async () => {
    const checkout = await open('https://securepay.test').createCheckout(orderOf('AUD'));
    if (checkout.kind !== 'page') throw new Error('Not a page');
    const submitted: unknown[] = [];
    const shown: unknown[] = [];
    interface Init {
      scriptId: string;
      containerId: string;
      card: { onTokeniseSuccess(card: { token: string }): void; onTokeniseError(errors: unknown): void };
    }
    const made: Init[] = [];
    let pay = () => {};
    let tokenised = 0;
    const script = { src: checkout.page.scripts[0], id: '' };
    runInNewContext(checkout.page.setup, {
      document: { scripts: [{ src: 'https://kerb.test/other.js', id: 'other' }, script] },
      securePayUI: {
        init: function init(this: { tokenise(): void }, settings: Init) {
          this.tokenise = () => {
            tokenised++;
          };
          made.push(settings);
        },
      },
      kerb: {
        data: checkout.page.data,
        submit: (fields: unknown) => submitted.push(fields),
        fail: (text: unknown) => shown.push(text),
        onPay: (handler: () => void) => {
          pay = handler;
        },
      },
    });
    pay();
    const [settings] = made;
    settings?.card.onTokeniseError(JSON.stringify({ errors: [{ detail: 'The card has expired' }] }));
    settings?.card.onTokeniseError('No connection');
    settings?.card.onTokeniseSuccess({ token: '1234' });
    expect([tokenised, script.id]).toEqual([1, settings?.scriptId]);
    expect(checkout.page.body).toContain(`id="${settings?.containerId}"`);
    expect(shown).toEqual(['The card has expired', 'No connection']);
    expect(submitted).toEqual([{ token: '1234', ip: '203.0.113.7' }]);
  });
});
