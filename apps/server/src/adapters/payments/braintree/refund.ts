// Refunds at Braintree: refunds of settled transactions, and a void of the whole amount before settlement.
import { z } from 'zod';
import {
  PaymentRefusedError,
  PaymentUnavailableError,
  type ProviderMoney,
  type ProviderRefund,
  type RefundOrder,
} from '../../../ports/payments.ts';
import { toProviderText, toProviderUnits } from '../provider-money.ts';
import { type BraintreeClient, BraintreeValidationError } from './client.ts';
import {
  type BraintreeRefund,
  type BraintreeTransaction,
  braintreeRefund,
  findTransaction,
  fromBraintree,
  REFUND_FIELDS,
  refundReport,
  reportOf,
  transactionById,
} from './transaction.ts';

/** Error codes of CannotRefundUnlessSettled and CannotRefundSettlingTransaction in Braintree's libraries. */
const NOT_SETTLED = new Set(['91506', '91574']);
/**
 * Error codes of permanent rejections: a credit, already refunded, too much, an account without refunds, a hard
 * decline.
 */
const REFUSALS = new Set(['91505', '91512', '91521', '91547', '91538', '91559', '915200', '81503']);

const REFUND = `mutation Refund($input: RefundTransactionInput!) {
  refundTransaction(input: $input) { refund { ${REFUND_FIELDS} } }
}`;
const REVERSE = `mutation Reverse($input: ReverseTransactionInput!) {
  reverseTransaction(input: $input) { reversal { __typename } }
}`;

const isWhole = (paid: BraintreeTransaction, money: ProviderMoney): boolean =>
  toProviderUnits(money) === toProviderUnits(fromBraintree(paid.amount));

/** Finds an earlier refund for this order; a reversal of the whole amount has the payment's own order id. */
function refundBefore(paid: BraintreeTransaction, order: RefundOrder): BraintreeRefund | undefined {
  const isReversal = ({ orderId, amount }: BraintreeRefund) =>
    orderId === order.payment && isWhole(paid, fromBraintree(amount)) && isWhole(paid, order.back);
  return (paid.refunds ?? []).find((refund) => refund.orderId === order.refund || isReversal(refund));
}

/** A void returned the whole amount, so it counts as the refund of the whole, and no other refund is possible. */
function voidReport(paid: BraintreeTransaction, order: RefundOrder): ProviderRefund {
  if (!isWhole(paid, order.back)) throw new PaymentRefusedError('All of this payment has gone back before');
  return { status: 'done', refundRef: paid.id, reason: null };
}

/** Nothing can be refunded before settlement: the whole amount is voided, a partial refund stays pending. */
async function refundUnsettled(
  braintree: BraintreeClient,
  paid: BraintreeTransaction,
  order: RefundOrder,
): Promise<ProviderRefund> {
  if (!isWhole(paid, order.back)) return { status: 'pending', refundRef: null, reason: null };
  await braintree.ask(REVERSE, { input: { transactionId: paid.id } }, z.unknown()).catch((error: unknown) => {
    if (!(error instanceof BraintreeValidationError)) throw error;
  });
  const now = await transactionById(braintree, paid.id);
  if (now?.status === 'VOIDED') return voidReport(now, order);
  const made = now && refundBefore(now, order);
  return made ? refundReport(made) : { status: 'pending', refundRef: null, reason: null };
}

/** Makes one refund per order, for any number of calls. Throws like the port's `refund`. */
export async function refundPayment(braintree: BraintreeClient, order: RefundOrder): Promise<ProviderRefund> {
  const paid = await findTransaction(braintree, order);
  const status = paid && reportOf(paid).status;
  if (!paid || (status !== 'captured' && status !== 'refunded'))
    throw new PaymentRefusedError('Braintree has taken no money for this payment');
  if (paid.status === 'VOIDED') return voidReport(paid, order);
  const before = refundBefore(paid, order);
  if (before) return refundReport(before);
  const input = {
    transactionId: paid.id,
    apiRequestKey: order.refund,
    refund: { amount: toProviderText(order.back), orderId: order.refund },
  };
  const answer = z.object({ refundTransaction: z.object({ refund: braintreeRefund }) });
  try {
    const made = await braintree.ask(REFUND, { input }, answer);
    if (made) return refundReport(made.refundTransaction.refund);
    throw new PaymentUnavailableError('Braintree has lost the transaction');
  } catch (error) {
    if (!(error instanceof BraintreeValidationError)) throw error;
    if (NOT_SETTLED.has(error.code)) return refundUnsettled(braintree, paid, order);
    const now = await transactionById(braintree, paid.id);
    const made = now && refundBefore(now, order);
    if (made) return refundReport(made);
    if (REFUSALS.has(error.code)) throw new PaymentRefusedError(error.message, { cause: error });
    // The same refund may be in progress in another call; its result appears in a later query.
    throw new PaymentUnavailableError(error.message, { cause: error });
  }
}
