// Implements the payment provider port for the `test` provider: checkouts on its hosted page, signed webhooks, refunds.
import { exact } from '@kerb/domain/kernel';
import { z } from 'zod';
import type { Clock, Queries, WithTx } from '../../../kit/index.ts';
import {
  type PaymentKey,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
  type ProviderPayment,
  type ProviderRefund,
  type RefundOrder,
} from '../../../ports/payments.ts';
import { type TestOrder, testOrdersRepository, testOrdersWriter } from './test-orders.repository.ts';
import { assertTestSignature, testKeyOf } from './test-signature.ts';

export interface TestProviderDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  secret: string;
}

/** The most decimals that the settings accept. */
const MAX_DECIMALS = 4;

const unknown: ProviderPayment = {
  status: 'unknown',
  payment: null,
  providerRef: null,
  amount: null,
  refunded: null,
  reason: null,
};

const money = z.object({ value: z.string().max(40), currency: z.string().length(3) });

/** The body of a webhook; the signature covers all of it. */
export const testEvent = z.object({
  id: z.string().min(1).max(100),
  type: z.string().max(100),
  payment: z.uuid(),
  status: z.enum(['open', 'pending', 'captured', 'failed', 'refunded']),
  amount: money,
  refunded: money,
  reason: z.string().max(500).nullable(),
});
export type TestEvent = z.infer<typeof testEvent>;

export const testRefOf = (payment: string): string => `test_${payment}`;

/** Builds the report of an order, for status queries and webhooks. */
export function reportOf(order: TestOrder, back: string): ProviderPayment {
  const { payment, value, currency, reason } = order;
  const isAllBack = order.status === 'captured' && exact(back).gte(value);
  return {
    status: isAllBack ? 'refunded' : order.status,
    payment,
    providerRef: testRefOf(payment),
    amount: { value, currency },
    refunded: { value: back, currency },
    reason: order.status === 'failed' ? reason : null,
  };
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new PaymentSignatureError('The body is no JSON', { cause: error });
  }
}

const isOurs = (error: unknown): boolean =>
  error instanceof PaymentRefusedError ||
  error instanceof PaymentSignatureError ||
  error instanceof PaymentUnavailableError;

/** Reports a database failure as an unavailable provider. */
async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isOurs(error)) throw error;
    throw new PaymentUnavailableError('The test provider did not answer', { cause: error });
  }
}

export function createTestProvider({ db, withTx, clock, secret }: TestProviderDeps): PaymentProvider {
  const orders = testOrdersRepository(db);
  const key = testKeyOf(secret);

  const query = ({ payment }: PaymentKey): Promise<ProviderPayment> =>
    answered(async () => {
      const order = await orders.find(payment);
      return order === null ? unknown : reportOf(order, await orders.refundedAmountOf(payment));
    });

  const refund = ({ payment, refund: id, back }: RefundOrder): Promise<ProviderRefund> =>
    answered(() =>
      withTx(async (tx) => {
        const writer = testOrdersWriter(tx);
        const order = await writer.lock(payment);
        const done: ProviderRefund = { status: 'done', refundRef: `refund_${id}`, reason: null };
        if (await writer.hasRefund(id)) return done;
        if (order?.status !== 'captured') throw new PaymentRefusedError('This payment was not captured');
        const total = exact(await testOrdersRepository(tx).refundedAmountOf(payment)).plus(back.value);
        if (back.currency !== order.currency || total.gt(order.value))
          throw new PaymentRefusedError('This is more than was captured');
        await writer.addRefund({ id, payment, value: back.value, at: clock.now() });
        return done;
      }),
    );

  return {
    name: 'test',
    currencies: null,
    createCheckout: ({ payment, amount, product_name, returnUrl, cancelUrl, webhookUrl }) =>
      answered(async () => {
        if (exact(amount.value).decimalPlaces() > MAX_DECIMALS || exact(amount.value).lte(0))
          throw new PaymentRefusedError(`${amount.value} ${amount.currency} cannot be paid`);
        await withTx((tx) =>
          testOrdersWriter(tx).open({
            payment,
            ...amount,
            product_name,
            return_url: returnUrl,
            cancel_url: cancelUrl,
            webhook_url: webhookUrl,
            status: 'open',
            reason: null,
            created_at: clock.now(),
          }),
        );
        const url = new URL(`/api/v1/payments/test/pay/${payment}`, returnUrl).href;
        return { kind: 'redirect', providerRef: testRefOf(payment), url };
      }),
    // The browser's data is not trusted: the status is read from the stored order.
    readReturn: (_, paymentKey) => query(paymentKey),
    async readWebhook(request) {
      assertTestSignature(key, request, clock.now());
      const parsed = testEvent.safeParse(jsonOf(request.body));
      if (!parsed.success) throw new PaymentSignatureError('The event is not one of the test provider');
      const { id: eventId, type, payment, ...said } = parsed.data;
      if (!type.startsWith('payment.')) return { kind: 'ignored', eventId, event: type };
      return { kind: 'payment', eventId, report: { ...said, payment, providerRef: testRefOf(payment) } };
    },
    query,
    refund,
  };
}
