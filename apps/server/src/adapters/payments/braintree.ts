// Braintree: a card form on our page, the charge made when it is posted, webhooks, refunds and, before settlement, voids.
import sdk from 'braintree';
import { z } from 'zod';
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
  type ProviderRefund,
  type ProviderRequest,
  type RefundOrder,
  type WebhookReading,
} from '../../ports/payments.ts';
import {
  type BraintreeClient,
  BraintreeValidationError,
  createBraintreeClient,
} from './braintree/braintree-client.ts';
import { braintreePage } from './braintree/braintree-page.ts';
import {
  type BraintreeTransaction,
  braintreeRefund,
  braintreeTransaction,
  fromBraintree,
  REFUND_FIELDS,
  refundReport,
  reportOf,
  TRANSACTION_FIELDS,
  transactionById,
  transactionByLegacyId,
  transactionOfPayment,
} from './braintree/braintree-transaction.ts';
import { definePaymentAdapter } from './payment-adapter.ts';
import { toProviderText, toProviderUnits } from './provider-money.ts';

const NOTHING: Omit<ProviderPayment, 'status'> = {
  payment: null,
  providerRef: null,
  amount: null,
  refunded: null,
  reason: null,
};

/** "Cannot refund transaction unless it is settled." */
const NOT_SETTLED = '91506';

const CLIENT_TOKEN = `mutation ClientToken($input: CreateClientTokenInput) {
  createClientToken(input: $input) { clientToken }
}`;
const CHARGE = `mutation Charge($input: ChargePaymentMethodInput!) {
  chargePaymentMethod(input: $input) { transaction { ${TRANSACTION_FIELDS} } }
}`;
const REFUND = `mutation Refund($input: RefundTransactionInput!) {
  refundTransaction(input: $input) { refund { ${REFUND_FIELDS} } }
}`;
const REVERSE = `mutation Reverse($input: ReverseTransactionInput!) {
  reverseTransaction(input: $input) { reversal { __typename } }
}`;

/** Currency to merchant account: at Braintree an amount has no currency but that of the account it goes to. */
type Accounts = ReadonlyMap<string, string>;

function accountOf(accounts: Accounts, { currency }: ProviderMoney): string {
  const account = accounts.get(currency);
  if (account === undefined)
    throw new PaymentRefusedError(`Braintree has no merchant account in ${currency}`);
  return account;
}

async function createCheckout(
  braintree: BraintreeClient,
  accounts: Accounts,
  order: CheckoutOrder,
  apiUrl: string,
): Promise<Checkout> {
  toProviderText(order.amount);
  const merchantAccountId = accountOf(accounts, order.amount);
  const made = await braintree
    .ask(
      CLIENT_TOKEN,
      { input: { clientToken: { merchantAccountId } } },
      z.object({ createClientToken: z.object({ clientToken: z.string() }) }),
    )
    .catch((error: unknown) => {
      if (error instanceof BraintreeValidationError)
        throw new PaymentRefusedError(error.message, { cause: error });
      throw error;
    });
  if (!made) throw new PaymentRefusedError('Braintree has no such merchant account');
  return {
    kind: 'page',
    providerRef: null,
    page: braintreePage(made.createClientToken.clientToken, order.locale, apiUrl),
  };
}

/** The transaction of a payment and of no other. */
async function findTransaction(
  braintree: BraintreeClient,
  key: PaymentKey,
): Promise<BraintreeTransaction | null> {
  if (key.providerRef === null) return transactionOfPayment(braintree, key.payment);
  const transaction = await transactionById(braintree, key.providerRef);
  return transaction?.orderId === key.payment ? transaction : null;
}

/**
 * One charge for a payment, whatever is posted and however often: Braintree keeps what it made for an `apiRequestKey`,
 * and refuses the same key with another nonce or while the first call is under way.
 * https://developer.paypal.com/braintree/graphql/integration_guides/idempotency
 */
async function charge(
  braintree: BraintreeClient,
  accounts: Accounts,
  key: PaymentKey,
  nonce: string,
): Promise<ProviderPayment> {
  const input = {
    paymentMethodId: nonce,
    apiRequestKey: key.payment,
    transaction: {
      amount: toProviderText(key.amount),
      orderId: key.payment,
      merchantAccountId: accountOf(accounts, key.amount),
    },
  };
  try {
    const made = await braintree.ask(
      CHARGE,
      { input },
      z.object({ chargePaymentMethod: z.object({ transaction: braintreeTransaction }) }),
    );
    if (made) return reportOf(made.chargePaymentMethod.transaction);
  } catch (error) {
    if (!(error instanceof BraintreeValidationError)) throw error;
  }
  // Refused as it stands: paid by another call, still being paid by one, or not payable with this nonce.
  const transaction = await transactionOfPayment(braintree, key.payment);
  return transaction ? reportOf(transaction) : { ...NOTHING, status: 'open' };
}

async function readReturn(
  braintree: BraintreeClient,
  accounts: Accounts,
  request: ProviderRequest,
  key: PaymentKey,
): Promise<ProviderPayment> {
  const before = await findTransaction(braintree, key);
  if (before) return reportOf(before);
  const nonce = new URLSearchParams(request.body.toString('utf8')).get('payment_method_nonce');
  return nonce ? charge(braintree, accounts, key, nonce) : { ...NOTHING, status: 'open' };
}

async function query(braintree: BraintreeClient, key: PaymentKey): Promise<ProviderPayment> {
  const transaction = await findTransaction(braintree, key);
  return transaction ? reportOf(transaction) : { ...NOTHING, status: 'unknown' };
}

/** The refund made for this order before; a reversal of the whole has the payment's own order id. */
function refundBefore(paid: BraintreeTransaction, order: RefundOrder) {
  return (paid.refunds ?? []).find(
    ({ orderId }) => orderId === order.refund || (orderId === order.payment && isWhole(paid, order)),
  );
}

const isWhole = (paid: BraintreeTransaction, order: RefundOrder): boolean =>
  toProviderUnits(order.back) === toProviderUnits(fromBraintree(paid.amount));

/** A void gave everything back: that is the refund of the whole, and there is no other. */
function voidReport(paid: BraintreeTransaction, order: RefundOrder): ProviderRefund {
  if (!isWhole(paid, order)) throw new PaymentRefusedError('All of this payment has gone back before');
  return { status: 'done', refundRef: paid.id, reason: null };
}

/** Before settlement nothing can be paid back: the whole is voided, a part waits. */
async function refundUnsettled(
  braintree: BraintreeClient,
  paid: BraintreeTransaction,
  order: RefundOrder,
): Promise<ProviderRefund> {
  if (!isWhole(paid, order)) return { status: 'pending', refundRef: null, reason: null };
  await braintree.ask(REVERSE, { input: { transactionId: paid.id } }, z.unknown()).catch((error: unknown) => {
    if (!(error instanceof BraintreeValidationError)) throw error;
  });
  const now = await transactionById(braintree, paid.id);
  if (now?.status === 'VOIDED') return voidReport(now, order);
  const made = now && refundBefore(now, order);
  return made ? refundReport(made) : { status: 'pending', refundRef: null, reason: null };
}

async function refund(braintree: BraintreeClient, order: RefundOrder): Promise<ProviderRefund> {
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
    if (error.code === NOT_SETTLED) return refundUnsettled(braintree, paid, order);
    const now = await transactionById(braintree, paid.id);
    const made = now && refundBefore(now, order);
    if (made) return refundReport(made);
    throw new PaymentRefusedError(error.message, { cause: error });
  }
}

const notification = z.object({
  kind: z.string(),
  timestamp: z.unknown(),
  transaction: z.object({ id: z.string() }).optional(),
});

/**
 * Braintree signs no time of sending: what its payload has is the time of the event, which is older with each of the
 * repeated deliveries. Nothing but the transaction's id is believed of it; the rest is asked for.
 */
async function readWebhook(
  braintree: BraintreeClient,
  gateway: sdk.BraintreeGateway,
  request: ProviderRequest,
): Promise<WebhookReading> {
  const form = new URLSearchParams(request.body.toString('utf8'));
  const opened = await gateway.webhookNotification
    .parse(form.get('bt_signature') ?? '', form.get('bt_payload') ?? '')
    .catch((error: unknown) => {
      throw new PaymentSignatureError('The signature is wrong', { cause: error });
    });
  const { kind, timestamp, transaction } = notification.parse(opened);
  const eventId = `${kind}:${transaction?.id ?? String(timestamp)}`;
  const isOfPayment = kind === 'transaction_settled' || kind === 'transaction_settlement_declined';
  const found = isOfPayment && transaction ? await transactionByLegacyId(braintree, transaction.id) : null;
  if (!found?.orderId) return { kind: 'ignored', eventId, event: kind };
  return { kind: 'payment', eventId, report: reportOf(found) };
}

const accountList = z
  .string()
  .regex(/^[A-Z]{3}=[\w-]+(,[A-Z]{3}=[\w-]+)*$/, 'has to be like EUR=account_eur,USD=account_usd')
  .transform((text): Accounts => {
    const pairs = text.split(',').map((pair) => pair.split('='));
    return new Map(pairs.map(([currency = '', account = '']) => [currency, account]));
  });

export const braintreeAdapter = definePaymentAdapter({
  name: 'braintree',
  variables: z.object({
    BRAINTREE_MERCHANT_ID: z.string().min(1),
    BRAINTREE_PUBLIC_KEY: z.string().min(1),
    BRAINTREE_PRIVATE_KEY: z.string().min(1),
    BRAINTREE_MERCHANT_ACCOUNTS: accountList,
    BRAINTREE_API_URL: z.url().default('https://payments.braintree-api.com/graphql'),
  }),
  create(variables): PaymentProvider {
    const keys = {
      publicKey: variables.BRAINTREE_PUBLIC_KEY,
      privateKey: variables.BRAINTREE_PRIVATE_KEY,
    };
    const { BRAINTREE_MERCHANT_ACCOUNTS: accounts, BRAINTREE_API_URL: apiUrl } = variables;
    const braintree = createBraintreeClient({ apiUrl, ...keys });
    // Braintree's own library opens webhooks; it calls nothing for that.
    const gateway = new sdk.BraintreeGateway({
      environment: sdk.Environment.Production,
      merchantId: variables.BRAINTREE_MERCHANT_ID,
      ...keys,
    });
    return {
      name: 'braintree',
      currencies: [...accounts.keys()],
      createCheckout: async (order) => createCheckout(braintree, accounts, order, apiUrl),
      readReturn: (request, key) => readReturn(braintree, accounts, request, key),
      readWebhook: (request) => readWebhook(braintree, gateway, request),
      query: (key) => query(braintree, key),
      refund: (order) => refund(braintree, order),
    };
  },
});
