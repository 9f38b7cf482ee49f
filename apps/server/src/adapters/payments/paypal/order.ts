// Parses orders of PayPal's Orders API, and derives the payment's state from them.
import { z } from 'zod';
import { PaymentRefusedError, type ProviderMoney, type ProviderPayment } from '../../../ports/payments.ts';
import { paymentIdIn } from '../payment-id.ts';
import {
  exponentOf,
  fromProviderText,
  fromProviderUnits,
  toProviderText,
  toProviderUnits,
} from '../provider-money.ts';

/**
 * Accepted currencies, https://developer.paypal.com/reference/currency-codes; three of them have no decimals, and no
 * currency has three.
 */
export const payPalCurrencies =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(
    ' ',
  );
const EXPONENTS: Readonly<Record<string, number>> = { HUF: 0, JPY: 0, TWD: 0 };
const exponent = (currency: string): number => exponentOf(currency, EXPONENTS);

const amount = z.object({ currency_code: z.string(), value: z.string() });
type PayPalAmount = z.infer<typeof amount>;

const link = z.object({ rel: z.string(), href: z.string() });
const capture = z.object({
  id: z.string(),
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED']),
  status_details: z.object({ reason: z.string().optional() }).optional(),
  amount,
});
export const payPalRefund = z.object({
  id: z.string(),
  status: z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']),
  status_details: z.object({ reason: z.string().optional() }).optional(),
  amount: amount.optional(),
  custom_id: z.string().optional(),
});
export type PayPalRefund = z.infer<typeof payPalRefund>;

export const payPalOrder = z.object({
  id: z.string(),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  links: z.array(link).default([]),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        amount: amount.optional(),
        payments: z
          .object({ captures: z.array(capture).default([]), refunds: z.array(payPalRefund).default([]) })
          .optional(),
      }),
    )
    .default([]),
});
export type PayPalOrder = z.infer<typeof payPalOrder>;

/** Throws PaymentRefusedError for a currency or an amount that PayPal does not accept. */
export function toPayPalAmount(money: ProviderMoney): PayPalAmount {
  if (!payPalCurrencies.includes(money.currency))
    throw new PaymentRefusedError(`PayPal takes no ${money.currency}`);
  return { currency_code: money.currency, value: toProviderText(money, exponent(money.currency)) };
}

const fromPayPalAmount = ({ currency_code, value }: PayPalAmount): ProviderMoney =>
  fromProviderText(value, currency_code);

/** The order's unit; our orders have exactly one. */
export const unitOf = (order: PayPalOrder) => order.purchase_units[0];
/** Our payment id; null for an order of another shop in the same account. */
export const paymentOf = (order: PayPalOrder) => paymentIdIn(unitOf(order)?.custom_id);
export const captureOf = (order: PayPalOrder) => unitOf(order)?.payments?.captures[0];
export const refundsOf = (order: PayPalOrder): readonly PayPalRefund[] =>
  unitOf(order)?.payments?.refunds ?? [];

function refundedOf(order: PayPalOrder): ProviderMoney | null {
  const paid = captureOf(order);
  if (!paid) return null;
  if (paid.status === 'REFUNDED') return fromPayPalAmount(paid.amount);
  const { currency_code: currency } = paid.amount;
  const units = refundsOf(order)
    .filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
    .flatMap((refund) =>
      refund.amount ? [toProviderUnits(fromPayPalAmount(refund.amount), exponent(currency))] : [],
    )
    .reduce((sum, part) => sum + part, 0);
  return fromProviderUnits(units, currency, exponent(currency));
}

function captureStatus(status: z.infer<typeof capture>['status']): ProviderPayment['status'] {
  switch (status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
      return 'captured';
    case 'REFUNDED':
      return 'refunded';
    case 'PENDING':
      return 'pending';
    case 'DECLINED':
    case 'FAILED':
      return 'failed';
  }
}

function statusOf(order: PayPalOrder): ProviderPayment['status'] {
  const paid = captureOf(order);
  if (paid) return captureStatus(paid.status);
  switch (order.status) {
    case 'CREATED':
    case 'SAVED':
    case 'APPROVED':
    case 'PAYER_ACTION_REQUIRED':
      return 'open';
    case 'VOIDED':
      return 'failed';
    case 'COMPLETED':
      return 'pending';
  }
}

/** `providerRef` is always the order's id, from which the capture and its refunds are found. */
export function reportOf(order: PayPalOrder): ProviderPayment {
  const status = statusOf(order);
  const paid = captureOf(order)?.amount ?? unitOf(order)?.amount;
  return {
    status,
    payment: paymentOf(order),
    providerRef: order.id,
    amount: paid ? fromPayPalAmount(paid) : null,
    refunded: refundedOf(order),
    reason:
      status === 'failed'
        ? (captureOf(order)?.status_details?.reason ?? captureOf(order)?.status ?? order.status)
        : null,
  };
}
