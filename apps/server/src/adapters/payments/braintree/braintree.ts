// Braintree adapter: a card form on our page, a charge when it is posted, webhooks, refunds and, before settlement,
// voids.
import sdk from 'braintree';
import { z } from 'zod';
import {
  type Checkout,
  type CheckoutOrder,
  type PaymentKey,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentSignatureError,
  type ProviderMoney,
  type ProviderPayment,
  type ProviderRequest,
  type WebhookReading,
} from '../../../ports/payments.ts';
import { definePaymentAdapter } from '../payment-adapter.ts';
import { paymentIdIn } from '../payment-id.ts';
import { toProviderText } from '../provider-money.ts';
import { type BraintreeClient, BraintreeValidationError, createBraintreeClient } from './client.ts';
import { braintreePage } from './page.ts';
import { refundPayment } from './refund.ts';
import {
  braintreeTransaction,
  findTransaction,
  reportOf,
  TRANSACTION_FIELDS,
  transactionByLegacyId,
  transactionOfPayment,
} from './transaction.ts';

const NOTHING: Omit<ProviderPayment, 'status'> = {
  payment: null,
  providerRef: null,
  amount: null,
  refunded: null,
  reason: null,
};

const CLIENT_TOKEN = `mutation ClientToken($input: CreateClientTokenInput) {
  createClientToken(input: $input) { clientToken }
}`;
const CHARGE = `mutation Charge($input: ChargePaymentMethodInput!) {
  chargePaymentMethod(input: $input) { transaction { ${TRANSACTION_FIELDS} } }
}`;

/** Merchant accounts by currency: at Braintree, the account determines an amount's currency. */
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

/**
 * Makes one charge per payment, for any number of posts: Braintree stores the result of an `apiRequestKey`, and rejects
 * the same key with another nonce or while the first call is in progress.
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
  // The charge was rejected: another call has paid or is paying, or this nonce cannot be charged.
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

const notification = z.object({
  kind: z.string(),
  timestamp: z.unknown(),
  transaction: z.object({ id: z.string() }).optional(),
});

/**
 * Braintree signs no sending time: the payload contains the time of the event, so repeated deliveries look old. Only
 * the transaction's id is used; its state is queried.
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
  if (!found || paymentIdIn(found.orderId) === null) return { kind: 'ignored', eventId, event: kind };
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
    // Braintree's own library parses and verifies webhooks; it makes no calls for that.
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
      refund: (order) => refundPayment(braintree, order),
    };
  },
});
