// Verifies the `Stripe-Signature` header of webhooks over the raw bytes, and reads events about payments.
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { isSameText } from '../../../kit/index.ts';
import {
  PaymentSignatureError,
  type ProviderPayment,
  type ProviderRequest,
  type WebhookReading,
} from '../../../ports/payments.ts';
import { paymentIdIn } from '../payment-id.ts';
import { assertFresh, parseSigned } from '../signature.ts';
import { fromStripeAmount } from './amounts.ts';
import { idOrObject, paymentOf, statusOfSession, stripeDispute, stripeSession } from './session.ts';

const stripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.unknown() }),
});

const stripeCharge = z.object({
  amount: z.number(),
  amount_captured: z.number(),
  amount_refunded: z.number(),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()),
  disputed: z.boolean().nullish(),
  payment_intent: idOrObject.nullish(),
});

/**
 * https://docs.stripe.com/webhooks/signature: `t=<seconds>,v1=<hex>[,v1=…][,v0=…]`, v1 an HMAC-SHA256 of
 * `<t>.<body>` with the endpoint's secret; there are several v1 while a secret is being changed.
 * Throws PaymentSignatureError.
 */
export function assertStripeSignature(header: string, body: Buffer, secret: string, now: number): void {
  const parts = header.split(',').map((part) => {
    const [scheme = '', ...value] = part.split('=');
    return { scheme, value: value.join('=') };
  });
  const time = parts.find(({ scheme }) => scheme === 't')?.value ?? '';
  if (!/^\d{1,12}$/.test(time)) throw new PaymentSignatureError('The signature has no time');
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
  if (!parts.some(({ scheme, value }) => scheme === 'v1' && isSameText(value, expected)))
    throw new PaymentSignatureError('The signature is wrong');
  assertFresh(Number(time) * 1000, now);
}

function readSession(type: string, object: unknown): ProviderPayment | null {
  const session = stripeSession.safeParse(object);
  const payment = session.success ? paymentOf(session.data) : null;
  if (!session.success || payment === null) return null;
  const { id, amount_total: total, currency } = session.data;
  const hasFailed = type === 'checkout.session.async_payment_failed';
  const status = hasFailed ? 'failed' : statusOfSession(session.data);
  return {
    status,
    payment,
    providerRef: id,
    amount: total === null || currency === null ? null : fromStripeAmount(total, currency),
    refunded: null,
    reason: status === 'failed' ? type : null,
  };
}

/** A charge does not contain the amounts of its disputes, so a disputed one is queried. */
async function readCharge(
  object: unknown,
  queryIntent: (intent: string) => Promise<ProviderPayment | null>,
): Promise<ProviderPayment | null> {
  const charge = stripeCharge.safeParse(object);
  if (!charge.success) return null;
  const { metadata, currency, amount, amount_captured, amount_refunded, disputed, payment_intent } =
    charge.data;
  const payment = paymentIdIn(metadata.payment);
  if (payment === null) return null;
  if (disputed && payment_intent) return queryIntent(payment_intent);
  return {
    status: amount_refunded >= amount_captured ? 'refunded' : 'captured',
    payment,
    // The charge does not contain its session's id, by which payments are identified here.
    providerRef: null,
    amount: fromStripeAmount(amount, currency),
    refunded: fromStripeAmount(amount_refunded, currency),
    reason: null,
  };
}

/** The PaymentIntent of a dispute that took the money back for good; null for other disputes. */
function lostIntentOf(object: unknown): string | null {
  const dispute = stripeDispute.safeParse(object);
  return dispute.success && dispute.data.status === 'lost' ? (dispute.data.payment_intent ?? null) : null;
}

/**
 * Events of sessions and charges that were not created by this installation are ignored, because the account may serve
 * other shops. A dispute does not contain our id, so its payment is queried.
 */
export async function readStripeWebhook(
  request: ProviderRequest,
  secret: string,
  now: number,
  queryIntent: (intent: string) => Promise<ProviderPayment | null>,
): Promise<WebhookReading> {
  assertStripeSignature(request.headers['stripe-signature'] ?? '', request.body, secret, now);
  const parsed = stripeEvent.safeParse(parseSigned(request.body));
  if (!parsed.success) throw new PaymentSignatureError('The body is no event');
  const { id: eventId, type, data } = parsed.data;
  const ignored: WebhookReading = { kind: 'ignored', eventId, event: type };
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const report = readSession(type, data.object);
      return report ? { kind: 'payment', eventId, report } : ignored;
    }
    case 'charge.refunded': {
      const report = await readCharge(data.object, queryIntent);
      return report ? { kind: 'payment', eventId, report } : ignored;
    }
    // The money is withdrawn when a dispute opens, but reinstated when it is won, so only its end is reported.
    case 'charge.dispute.closed': {
      const intent = lostIntentOf(data.object);
      const report = intent === null ? null : await queryIntent(intent);
      return report ? { kind: 'payment', eventId, report } : ignored;
    }
    default:
      return ignored;
  }
}
