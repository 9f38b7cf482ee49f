// Contract test suite of all payment providers, run on each adapter against its local counterpart.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Checkout,
  type CheckoutOrder,
  type PaymentKey,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
  type ProviderMoney,
  type ProviderPayment,
  type ProviderRequest,
} from '../../ports/payments.ts';
import { orderOf } from './testing/order-of.ts';

export { orderOf } from './testing/order-of.ts';

/** The request with which the buyer's browser returns, and the webhook that the provider then sends. */
export interface BuyerOutcome {
  readonly returned: ProviderRequest;
  readonly webhooks: readonly ProviderRequest[];
}

export interface ProviderUnderTest {
  readonly provider: PaymentProvider;
  /** A currency that the provider accepts; payments are "12.34" of it. */
  readonly currency: string;
  /** The buyer pays at the counterpart, which validates the checkout's data. */
  pay(checkout: Checkout, order: CheckoutOrder): Promise<BuyerOutcome>;
  /** The buyer's card is rejected, or the buyer cancels. */
  decline(checkout: Checkout, order: CheckoutOrder): Promise<BuyerOutcome>;
  /** A genuine webhook of a kind that is ignored; null when the provider has no other kind. */
  otherEvent(): ProviderRequest | null;
  /** The webhook, signed with another merchant's secret. */
  forged(webhook: ProviderRequest): ProviderRequest;
  /** The webhook, signed again with a time `ms` ago; null when no time is signed. */
  aged(webhook: ProviderRequest, ms: number): ProviderRequest | null;
  /** Amount that the counterpart has refunded for this payment, in major units. */
  paidBack(key: PaymentKey): number;
  breakDown(broken: boolean): void;
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'no error',
    (error: unknown) => error,
  );
}

const amountOf = (money: ProviderMoney | null) => money && { ...money, value: Number(money.value) };

/** Changes one byte of the body or one character of a header. */
function damaged(request: ProviderRequest, where: number, to: number): ProviderRequest {
  const names = Object.keys(request.headers).filter((name) => name !== 'content-type');
  const total =
    request.body.length + names.reduce((sum, name) => sum + (request.headers[name]?.length ?? 0), 0);
  let at = where % Math.max(1, total);
  if (at < request.body.length) {
    const body = Buffer.from(request.body);
    body[at] = to;
    return { ...request, body };
  }
  at -= request.body.length;
  for (const name of names) {
    const value = request.headers[name] ?? '';
    if (at < value.length) {
      const changed = value.slice(0, at) + String.fromCharCode(33 + (to % 94)) + value.slice(at + 1);
      return { ...request, headers: { ...request.headers, [name]: changed } };
    }
    at -= value.length;
  }
  return request;
}

export function describePaymentProvider(name: string, start: () => Promise<ProviderUnderTest>): void {
  describe(`${name} as a payment provider`, () => {
    let under: ProviderUnderTest;
    let provider: PaymentProvider;
    beforeAll(async () => {
      under = await start();
      provider = under.provider;
    });
    afterAll(() => under.close());

    const keyOf = (order: CheckoutOrder, providerRef: string | null): PaymentKey => ({
      payment: order.payment,
      providerRef,
      amount: order.amount,
    });

    async function opened(value?: string) {
      const order = orderOf(under.currency, value);
      const checkout = await provider.createCheckout(order);
      return { order, checkout, key: keyOf(order, checkout.providerRef) };
    }

    async function paid(value?: string) {
      const { order, checkout, key } = await opened(value);
      const outcome = await under.pay(checkout, order);
      const report = await provider.readReturn(outcome.returned, key);
      const [webhook] = outcome.webhooks;
      if (!webhook) throw new Error('The counterpart sent no webhook');
      return { order, checkout, outcome, webhook, report, key: keyOf(order, report.providerRef) };
    }

    const expectCaptured = (report: ProviderPayment, order: CheckoutOrder) => {
      expect(report.status).toBe('captured');
      expect(report.providerRef).toEqual(expect.any(String));
      expect(amountOf(report.amount)).toEqual(amountOf(order.amount));
      expect([order.payment, null]).toContain(report.payment);
    };

    it('opens a checkout that is not paid yet', async () => {
      const { key } = await opened();
      expect(['open', 'unknown']).toContain((await provider.query(key)).status);
    });

    it('reports when the browser is back that the buyer has paid, and how much', async () => {
      const { report, order } = await paid();
      expectCaptured(report, order);
    });

    it('reads the same return twice the same way: no buyer pays twice', async () => {
      const { order, outcome, key } = await paid();
      expectCaptured(await provider.readReturn(outcome.returned, key), order);
    });

    it('reports the same to a query', async () => {
      const { key, order } = await paid();
      expectCaptured(await provider.query(key), order);
    });

    it('reports by webhook which payment was made, with one id for each delivery', async () => {
      const first = await paid();
      const second = await paid();
      const reading = await provider.readWebhook(first.webhook);
      const again = await provider.readWebhook(first.webhook);
      const other = await provider.readWebhook(second.webhook);
      if (reading.kind !== 'payment') throw new Error(`A payment was read as ${reading.kind}`);
      expectCaptured(reading.report, first.order);
      expect(
        reading.report.payment === first.order.payment ||
          reading.report.providerRef === first.key.providerRef,
      ).toBe(true);
      expect(again.eventId).toBe(reading.eventId);
      expect(other.eventId).not.toBe(reading.eventId);
    });

    it('takes no declined payment for a paid one', async () => {
      const { order, checkout, key } = await opened();
      const { returned, webhooks } = await under.decline(checkout, order);
      expect(['failed', 'open', 'pending']).toContain((await provider.readReturn(returned, key)).status);
      expect(['failed', 'open', 'pending', 'unknown']).toContain((await provider.query(key)).status);
      for (const webhook of webhooks) {
        const reading = await provider.readWebhook(webhook);
        if (reading.kind === 'payment') expect(reading.report.status).not.toBe('captured');
      }
    });

    it('does not believe a return for another payment than it came for', async () => {
      const { outcome } = await paid('12.34');
      const other = await opened('56.78');
      const report = await provider.readReturn(outcome.returned, other.key).catch((error: unknown) => error);
      if (report instanceof Error) expect(report).toBeInstanceOf(PaymentSignatureError);
      else expect((report as ProviderPayment).status).not.toBe('captured');
    });

    it('does not believe a return that was forged before the payment', async () => {
      const { outcome } = await paid();
      const { key } = await opened();
      const bare: ProviderRequest = {
        ...outcome.returned,
        query: new URLSearchParams(),
        body: Buffer.alloc(0),
      };
      const report = await provider.readReturn(bare, key).catch((error: unknown) => error);
      if (report instanceof Error) expect(report).toBeInstanceOf(PaymentSignatureError);
      else expect((report as ProviderPayment).status).not.toBe('captured');
    });

    it('refuses webhooks that are not genuine', async () => {
      const { webhook } = await paid();
      const { 'content-type': type = '' } = webhook.headers;
      const doubtful: Record<string, ProviderRequest> = {
        "another merchant's secret": under.forged(webhook),
        'no headers and no body': {
          ...webhook,
          headers: {},
          query: new URLSearchParams(),
          body: Buffer.alloc(0),
        },
        'an empty object': { ...webhook, headers: { 'content-type': type }, body: Buffer.from('{}') },
        'no JSON': { ...webhook, headers: { 'content-type': type }, body: Buffer.from('{"a":') },
        nonsense: { ...webhook, body: Buffer.from([0xff, 0xfe, 0, 1, 2]) },
      };
      for (const [what, request] of Object.entries(doubtful))
        expect(await errorOf(provider.readWebhook(request)), what).toBeInstanceOf(PaymentSignatureError);
    });

    it('reads nothing else out of a damaged webhook', async () => {
      const { webhook } = await paid();
      const genuine = await provider.readWebhook(webhook);
      await fc.assert(
        fc.asyncProperty(fc.nat(), fc.integer({ min: 0, max: 255 }), async (where, to) => {
          const reading = await provider
            .readWebhook(damaged(webhook, where, to))
            .catch((error: unknown) => error);
          if (reading instanceof Error) expect(reading).toBeInstanceOf(PaymentSignatureError);
          else expect(reading).toEqual(genuine);
        }),
        { numRuns: 300 },
      );
    });

    it('takes a signed time of four minutes ago, and none of six', async () => {
      const { webhook } = await paid();
      const [fresh, old, future] = [4, 6, -6].map((minutes) => under.aged(webhook, minutes * MINUTE_MS));
      if (!fresh || !old || !future) return;
      expect((await provider.readWebhook(fresh)).kind).toBe('payment');
      expect(await errorOf(provider.readWebhook(old))).toBeInstanceOf(PaymentSignatureError);
      expect(await errorOf(provider.readWebhook(future))).toBeInstanceOf(PaymentSignatureError);
    });

    it('leaves events of other kinds alone', async () => {
      const event = under.otherEvent();
      if (event) expect((await provider.readWebhook(event)).kind).toBe('ignored');
    });

    it('pays back in parts, and once however often it is asked with one id', async () => {
      const { key } = await paid('10.00');
      const back = (value: string, refund = randomUUID()) => ({
        ...key,
        refund,
        back: { value, currency: under.currency },
        reason: 'The ride was not made',
      });
      const first = back('4.00');
      const once = await provider.refund(first);
      const twice = await provider.refund(first);
      expect(['done', 'pending']).toContain(once.status);
      expect(['done', 'pending']).toContain(twice.status);
      expect(under.paidBack(key)).toBe(4);
      await provider.refund(back('6.00'));
      expect(under.paidBack(key)).toBe(10);
      const more = await provider.refund(back('0.01')).catch((error: unknown) => error);
      if (more instanceof Error) expect(more).toBeInstanceOf(PaymentRefusedError);
      else expect(more).toMatchObject({ status: 'failed' });
      expect(under.paidBack(key)).toBe(10);
    });

    it('knows that all of a payment went back', async () => {
      const { key, order } = await paid();
      await provider.refund({ ...key, refund: randomUUID(), back: order.amount, reason: 'Cancelled' });
      expect((await provider.query(key)).status).toBe('refunded');
    });

    it('reports a payment that was not opened as unknown', async () => {
      const key = keyOf(orderOf(under.currency), null);
      expect((await provider.query(key)).status).toBe('unknown');
    });

    it('refuses an amount that the currency cannot express', async () => {
      const order = orderOf(under.currency, '12.34567');
      expect(await errorOf(provider.createCheckout(order))).toBeInstanceOf(PaymentRefusedError);
    });

    it('says that the provider does not answer, and loses nothing by it', async () => {
      const { key, order } = await paid();
      under.breakDown(true);
      try {
        const refund = { ...key, refund: randomUUID(), back: order.amount, reason: 'Cancelled' };
        expect(await errorOf(provider.query(key))).toBeInstanceOf(PaymentUnavailableError);
        expect(await errorOf(provider.refund(refund))).toBeInstanceOf(PaymentUnavailableError);
        expect(under.paidBack(key)).toBe(0);
      } finally {
        under.breakDown(false);
      }
      expectCaptured(await provider.query(key), order);
    });
  });
}
