// Derives a payment's state from a Checkout Session and the payment and charge behind it.
import { z } from 'zod';
import type { ProviderPayment, ProviderPaymentStatus } from '../../../ports/payments.ts';
import { paymentIdIn } from '../payment-id.ts';
import { fromStripeAmount } from './amounts.ts';

/** An object that Stripe sends as its id or, when it is expanded, whole. */
export const idOrObject = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

const charge = z.object({
  amount_captured: z.number(),
  amount_refunded: z.number(),
  disputed: z.boolean().nullish(),
});

export const paymentIntent = z.object({
  id: z.string(),
  status: z.string(),
  last_payment_error: z.object({ message: z.string().optional() }).nullish(),
  latest_charge: z.union([z.string(), charge]).nullish(),
});

export const stripeSession = z.object({
  id: z.string(),
  client_reference_id: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.number().nullable(),
  currency: z.string().nullable(),
  payment_intent: z.union([z.string(), paymentIntent]).nullish(),
  url: z.string().nullish(),
});
export type StripeSession = z.infer<typeof stripeSession>;

/** https://docs.stripe.com/api/disputes/object; `amount` is what the buyer disputes. */
export const stripeDispute = z.object({
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
  payment_intent: idOrObject.nullish(),
});

/** Our payment id; null for a session of another shop in the same account. */
export const paymentOf = (session: StripeSession): string | null =>
  paymentIdIn(session.metadata?.payment ?? session.client_reference_id);

/** The status as far as the session alone shows it. */
export function statusOfSession({ status, payment_status }: StripeSession): ProviderPaymentStatus {
  switch (status) {
    case 'open':
      return 'open';
    case 'expired':
      return 'failed';
    case 'complete':
      return payment_status === 'unpaid' ? 'pending' : 'captured';
  }
}

/** The payment and charge of a session that was loaded with `payment_intent.latest_charge`. */
export function chargeOf(session: StripeSession) {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const paid = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  return { intent, paid };
}

/**
 * The status and refunded amount of a session that was loaded with `payment_intent.latest_charge`. `lost`: the amount
 * of lost disputes, which Stripe does not count as refunded.
 */
export function reportOf(session: StripeSession, lost = 0): ProviderPayment {
  const { intent, paid } = chargeOf(session);
  const { amount_total: total, currency } = session;
  let status = statusOfSession(session);
  // After a failed bank transfer, the session is complete but the payment has no payment method.
  const isLost = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
  if (status === 'pending' && isLost) status = 'failed';
  const back = status === 'captured' && currency !== null && paid ? paid.amount_refunded + lost : null;
  if (paid && back !== null && back > 0 && back >= paid.amount_captured) status = 'refunded';
  return {
    status,
    payment: paymentOf(session),
    providerRef: session.id,
    amount: total === null || currency === null ? null : fromStripeAmount(total, currency),
    refunded: back === null || currency === null ? null : fromStripeAmount(back, currency),
    reason:
      status === 'failed'
        ? (intent?.last_payment_error?.message ?? `The session is ${session.status}`)
        : null,
  };
}
