// Parses PayU Latam's reports of a payment: orders with our reference, each with its transactions.
// https://developers.payulatam.com/latam/en/docs/integrations/api-integration/queries-api.html
import { z } from 'zod';
import type { ProviderMoney, ProviderPayment, ProviderPaymentStatus } from '../../../ports/payments.ts';
import { fromProviderText, fromProviderUnits, toProviderUnits } from '../provider-money.ts';

const money = z.object({ value: z.union([z.number(), z.string()]), currency: z.string() });
const values = z.object({ TX_VALUE: money.nullish() }).nullish();

const payuTransaction = z.object({
  id: z.string(),
  type: z.string().nullish(),
  reason: z.string().nullish(),
  transactionResponse: z
    .object({
      state: z.string().nullish(),
      responseCode: z.string().nullish(),
      responseMessage: z.string().nullish(),
    })
    .nullish(),
  additionalValues: values,
});
export type PayuTransaction = z.infer<typeof payuTransaction>;

const payuOrder = z.object({
  id: z.union([z.number(), z.string()]),
  status: z.string().nullish(),
  referenceCode: z.string(),
  additionalValues: values,
  transactions: z.array(payuTransaction).nullish(),
});
export type PayuOrder = z.infer<typeof payuOrder>;

/** `result` is null when no order has the reference. */
export const payuReport = z.object({
  code: z.string(),
  error: z.string().nullish(),
  result: z.object({ payload: z.array(payuOrder).nullish() }).nullish(),
});

const PAYMENTS = ['AUTHORIZATION_AND_CAPTURE', 'CAPTURE'];
const REFUNDS = ['REFUND', 'PARTIAL_REFUND', 'VOID'];
const NOTHING_WILL_COME = ['DECLINED', 'EXPIRED', 'ERROR', 'CANCELLED'];

export const stateOf = (transaction: PayuTransaction) => transaction.transactionResponse?.state ?? '';

export const reasonTextOf = ({ transactionResponse: response }: PayuTransaction) =>
  [response?.responseCode, response?.responseMessage].filter((words) => words).join(' ') || null;

export function amountOf(order: PayuOrder): ProviderMoney | null {
  const paid = order.additionalValues?.TX_VALUE;
  return paid ? fromProviderText(paid.value, paid.currency) : null;
}

export const refundsOf = ({ transactions }: PayuOrder): readonly PayuTransaction[] =>
  (transactions ?? []).filter(({ type }) => REFUNDS.includes(type ?? ''));

export const paymentOf = ({ transactions }: PayuOrder): PayuTransaction | undefined =>
  (transactions ?? []).find(
    (transaction) => PAYMENTS.includes(transaction.type ?? '') && stateOf(transaction) === 'APPROVED',
  );

/**
 * Refunded amount in minor units: the refund's own amount, or that of the whole order when the report contains no
 * amount.
 */
export function unitsOf(refund: PayuTransaction, all: ProviderMoney): number {
  const own = refund.additionalValues?.TX_VALUE;
  return toProviderUnits(own ? fromProviderText(own.value, own.currency) : all);
}

function refundedOf(order: PayuOrder, all: ProviderMoney): number {
  const done = refundsOf(order).filter((refund) => stateOf(refund) === 'APPROVED');
  const units = done.reduce((sum, refund) => sum + unitsOf(refund, all), 0);
  return order.status === 'REFUNDED' && done.length === 0 ? toProviderUnits(all) : units;
}

function openStatus({ status, transactions }: PayuOrder): ProviderPaymentStatus {
  const states = (transactions ?? []).map(stateOf);
  if (states.some((state) => state === 'PENDING' || state === 'SUBMITTED')) return 'pending';
  if (status === 'AUTHORIZED') return 'pending';
  if (NOTHING_WILL_COME.includes(status ?? '')) return 'failed';
  return states.some((state) => NOTHING_WILL_COME.includes(state)) ? 'failed' : 'open';
}

function reportOf(order: PayuOrder): ProviderPayment {
  const amount = amountOf(order);
  const report = { payment: order.referenceCode, providerRef: String(order.id), amount, reason: null };
  const isPaid = paymentOf(order) !== undefined || ['CAPTURED', 'REFUNDED'].includes(order.status ?? '');
  if (!isPaid || !amount) {
    const status = openStatus(order);
    const transaction = order.transactions?.[0];
    const reason = status === 'failed' && transaction ? reasonTextOf(transaction) : null;
    return { ...report, refunded: null, status, reason };
  }
  const refunded = refundedOf(order, amount);
  const status = refunded >= toProviderUnits(amount) ? 'refunded' : 'captured';
  return { ...report, status, refunded: fromProviderUnits(refunded, amount.currency) };
}

/**
 * Precedence of orders: after a declined attempt, the buyer may have paid with another order under the same reference.
 */
const RANK: readonly ProviderPaymentStatus[] = [
  'captured',
  'refunded',
  'pending',
  'open',
  'failed',
  'unknown',
];

/**
 * The order whose state has the highest precedence, with the report of that state; on a tie, the order with the id
 * `providerRef`. Null without any order.
 */
export function pickOrder(
  orders: readonly PayuOrder[],
  providerRef: string | null,
): { order: PayuOrder; report: ProviderPayment } | null {
  const place = ({ report }: { report: ProviderPayment }) =>
    RANK.indexOf(report.status) * 2 + (report.providerRef === providerRef ? 0 : 1);
  const [best] = orders
    .map((order) => ({ order, report: reportOf(order) }))
    .sort((one, other) => place(one) - place(other));
  return best ?? null;
}
