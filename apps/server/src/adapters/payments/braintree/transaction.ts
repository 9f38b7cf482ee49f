// Queries Braintree's transactions, and derives a payment's state from them.
import { z } from 'zod';
import type { PaymentKey, ProviderMoney, ProviderPayment, ProviderRefund } from '../../../ports/payments.ts';
import { exponentOf, fromProviderText, fromProviderUnits, toProviderUnits } from '../provider-money.ts';
import type { BraintreeClient } from './client.ts';

const paymentStatus = z.enum([
  'AUTHORIZATION_EXPIRED',
  'AUTHORIZED',
  'AUTHORIZING',
  'FAILED',
  'GATEWAY_REJECTED',
  'PROCESSOR_DECLINED',
  'SETTLED',
  'SETTLEMENT_CONFIRMED',
  'SETTLEMENT_DECLINED',
  'SETTLEMENT_PENDING',
  'SETTLING',
  'SUBMITTED_FOR_SETTLEMENT',
  'VOIDED',
]);
type PaymentStatus = z.infer<typeof paymentStatus>;

const amount = z.object({ value: z.string(), currencyCode: z.string() });
export const braintreeRefund = z.object({
  id: z.string(),
  status: paymentStatus,
  orderId: z.string().nullable(),
  amount,
});
export type BraintreeRefund = z.infer<typeof braintreeRefund>;
export const braintreeTransaction = z.object({
  id: z.string(),
  status: paymentStatus,
  orderId: z.string().nullable(),
  amount,
  refunds: z.array(braintreeRefund).nullable(),
});
export type BraintreeTransaction = z.infer<typeof braintreeTransaction>;

export const REFUND_FIELDS = 'id status orderId amount { value currencyCode }';
export const TRANSACTION_FIELDS = `${REFUND_FIELDS} refunds { ${REFUND_FIELDS} }`;

const BY_ID = `query Transaction($id: ID!) { node(id: $id) { ... on Transaction { ${TRANSACTION_FIELDS} } } }`;
const BY_ORDER = `query Transactions($input: TransactionSearchInput!) {
  search { transactions(input: $input, first: 50) { edges { node { ${TRANSACTION_FIELDS} } } } }
}`;
const ID_OF_LEGACY = `query Id($id: ID!) { idFromLegacyId(legacyId: $id, type: TRANSACTION) }`;

export async function transactionById(
  braintree: BraintreeClient,
  id: string,
): Promise<BraintreeTransaction | null> {
  const found = await braintree.ask(BY_ID, { id }, z.object({ node: braintreeTransaction.nullable() }));
  return found?.node ?? null;
}

/** Finds a transaction by the id in webhooks, which is older than the API's id format. */
export async function transactionByLegacyId(
  braintree: BraintreeClient,
  legacyId: string,
): Promise<BraintreeTransaction | null> {
  const found = await braintree.ask(ID_OF_LEGACY, { id: legacyId }, z.object({ idFromLegacyId: z.string() }));
  return found && transactionById(braintree, found.idFromLegacyId);
}

/** Finds the payment's transaction; prefers one that took money. */
export async function transactionOfPayment(
  braintree: BraintreeClient,
  payment: string,
): Promise<BraintreeTransaction | null> {
  const found = await braintree.ask(
    BY_ORDER,
    { input: { orderId: { is: payment } } },
    z.object({
      search: z.object({
        transactions: z.object({ edges: z.array(z.object({ node: braintreeTransaction })) }),
      }),
    }),
  );
  const transactions = found?.search.transactions.edges.map(({ node }) => node) ?? [];
  return transactions.find(({ status }) => statusOf(status) !== 'failed') ?? transactions[0] ?? null;
}

/** The transaction of exactly this payment. */
export async function findTransaction(
  braintree: BraintreeClient,
  key: PaymentKey,
): Promise<BraintreeTransaction | null> {
  if (key.providerRef === null) return transactionOfPayment(braintree, key.payment);
  const transaction = await transactionById(braintree, key.providerRef);
  return transaction?.orderId === key.payment ? transaction : null;
}

function statusOf(status: PaymentStatus): 'captured' | 'pending' | 'failed' | 'refunded' {
  switch (status) {
    case 'SUBMITTED_FOR_SETTLEMENT':
    case 'SETTLING':
    case 'SETTLEMENT_CONFIRMED':
    case 'SETTLED':
      return 'captured';
    case 'AUTHORIZING':
    case 'AUTHORIZED':
    case 'SETTLEMENT_PENDING':
      return 'pending';
    case 'AUTHORIZATION_EXPIRED':
    case 'FAILED':
    case 'GATEWAY_REJECTED':
    case 'PROCESSOR_DECLINED':
    case 'SETTLEMENT_DECLINED':
      return 'failed';
    case 'VOIDED':
      return 'refunded';
  }
}

export const fromBraintree = ({ value, currencyCode }: z.infer<typeof amount>): ProviderMoney =>
  fromProviderText(value, currencyCode);

const unitsOf = (money: z.infer<typeof amount>): number => toProviderUnits(fromBraintree(money));

/** Whether a refund's money has been returned or is on its way. */
const isBack = ({ status }: BraintreeRefund): boolean => {
  const mapped = statusOf(status);
  return mapped === 'captured' || mapped === 'pending';
};

export function reportOf(transaction: BraintreeTransaction): ProviderPayment {
  const { id, orderId, amount: charged } = transaction;
  const { currencyCode: currency } = charged;
  // A declined settlement takes back what was captured when it was submitted, and nothing can have been refunded before.
  const isReversed = transaction.status === 'VOIDED' || transaction.status === 'SETTLEMENT_DECLINED';
  const back = isReversed
    ? unitsOf(charged)
    : (transaction.refunds ?? []).filter(isBack).reduce((sum, refund) => sum + unitsOf(refund.amount), 0);
  const mapped = statusOf(transaction.status);
  const status = mapped === 'captured' && back >= unitsOf(charged) ? 'refunded' : mapped;
  return {
    status,
    payment: orderId,
    providerRef: id,
    amount: fromBraintree(charged),
    refunded: fromProviderUnits(back, currency, exponentOf(currency)),
    reason: status === 'failed' ? transaction.status : null,
  };
}

/** A refund that is not settled can still fail, so it is reported as pending and queried again. */
export function refundReport({ id, status }: BraintreeRefund): ProviderRefund {
  switch (status) {
    case 'SETTLED':
    case 'SETTLING':
    case 'SETTLEMENT_CONFIRMED':
      return { status: 'done', refundRef: id, reason: null };
    case 'AUTHORIZED':
    case 'AUTHORIZING':
    case 'SUBMITTED_FOR_SETTLEMENT':
    case 'SETTLEMENT_PENDING':
      return { status: 'pending', refundRef: id, reason: null };
    case 'AUTHORIZATION_EXPIRED':
    case 'FAILED':
    case 'GATEWAY_REJECTED':
    case 'PROCESSOR_DECLINED':
    case 'SETTLEMENT_DECLINED':
    case 'VOIDED':
      return { status: 'failed', refundRef: id, reason: status };
  }
}
