// Simulates Braintree: the GraphQL calls that the adapter makes, by the published schema, and signed notifications.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import {
  type CounterpartCall,
  type CounterpartReply,
  providerRequest,
  startCounterpart,
} from '../../testing/counterpart-server.ts';

/** Keys from the tests of Braintree's own libraries. */
export const braintreeKeys = {
  merchantId: 'integration_merchant_id',
  publicKey: 'integration_public_key',
  privateKey: 'integration_private_key',
};
export const braintreeAccounts: Readonly<Record<string, string>> = {
  kerb_eur: 'EUR',
  kerb_jpy: 'JPY',
  kerb_kwd: 'KWD',
};

const chargeIn = z.strictObject({
  paymentMethodId: z.string(),
  apiRequestKey: z.string().min(1).max(255),
  transaction: z.strictObject({
    amount: z.string(),
    orderId: z.string().max(255),
    merchantAccountId: z.string(),
  }),
});
const refundIn = z.strictObject({
  transactionId: z.string(),
  apiRequestKey: z.string().min(1).max(255),
  refund: z.strictObject({ amount: z.string(), orderId: z.string().max(255) }),
});
const callIn = z.strictObject({ query: z.string(), variables: z.record(z.string(), z.unknown()) });

interface Refund {
  id: string;
  status: string;
  orderId: string;
  amount: { value: string; currencyCode: string };
}
interface Transaction extends Refund {
  legacyId: string;
  refunds: Refund[];
}

const PLACES: Readonly<Record<string, RegExp>> = {
  EUR: /^\d+\.\d{2}$/,
  JPY: /^\d+$/,
  KWD: /^\d+\.\d{3}$/,
};

const no = (errorClass: string, message: string, legacyCode?: string): CounterpartReply => ({
  status: 200,
  body: {
    data: null,
    errors: [{ message, extensions: { errorClass, ...(legacyCode ? { legacyCode } : {}) } }],
  },
});
const invalid = (legacyCode: string, message: string) => no('VALIDATION', message, legacyCode);
const yes = (data: object): CounterpartReply => ({ status: 200, body: { data } });
const unitsOf = ({ amount }: Refund): number => Number(amount.value.replace('.', ''));

/** Signature `<public key>|<hex>`: an HMAC-SHA1 of the payload with the SHA-1 of the private key. */
export function signBraintree(payload: string, { publicKey, privateKey } = braintreeKeys): string {
  const key = createHash('sha1').update(privateKey).digest();
  return `${publicKey}|${createHmac('sha1', key).update(payload).digest('hex')}`;
}

export function braintreeWebhook(payload: string, keys = braintreeKeys) {
  const body = new URLSearchParams({ bt_signature: signBraintree(payload, keys), bt_payload: payload });
  return providerRequest({ body });
}

/** A notification about a transaction in Braintree's format: XML in base64, followed by a line break. */
export function braintreePayload(kind: string, id: string, at = new Date()): string {
  const time = `${at.toISOString().slice(0, 19)}Z`;
  const subject = `<transaction><id>${id}</id><status>settled</status><type>sale</type></transaction>`;
  const xml = `<notification><timestamp type="datetime">${time}</timestamp><kind>${kind}</kind><subject>${
    kind === 'check' ? '<check type="boolean">true</check>' : subject
  }</subject></notification>`;
  return `${Buffer.from(xml).toString('base64')}\n`;
}

export async function startBraintreeCounterpart() {
  const transactions: Transaction[] = [];
  const nonces = new Map<string, { isUsed: boolean; isGood: boolean }>();
  const charges = new Map<string, { input: string; transaction: Transaction | null }>();
  const refundRequests = new Map<string, { input: string; refund: Refund | null }>();
  let newStatus = 'SETTLED';
  let newRefundStatus = 'SETTLED';
  let held: { arrived(): void; released: Promise<void> } | null = null;

  const newIds = () => {
    const legacyId = randomBytes(4).toString('hex');
    return { legacyId, id: Buffer.from(`transaction_${legacyId}`).toString('base64url') };
  };
  const byId = (id: unknown) => transactions.find((one) => one.id === id);
  const leftOf = (paid: Transaction) =>
    paid.refunds
      .filter(({ status }) => status !== 'FAILED')
      .reduce((left, refund) => left - unitsOf(refund), unitsOf(paid));

  async function charge(given: unknown): Promise<CounterpartReply> {
    const parsed = chargeIn.safeParse(given);
    if (!parsed.success) return invalid('', parsed.error.message);
    const { paymentMethodId, apiRequestKey, transaction } = parsed.data;
    const { amount: value, orderId, merchantAccountId } = transaction;
    const before = charges.get(apiRequestKey);
    const input = JSON.stringify(parsed.data);
    if (before && (before.input !== input || !before.transaction))
      return invalid('', 'The request key is in use by another request.');
    if (before) return yes({ chargePaymentMethod: { transaction: before.transaction } });
    const currencyCode = braintreeAccounts[merchantAccountId];
    if (!currencyCode) return invalid('91513', 'Merchant account ID is invalid.');
    if (!PLACES[currencyCode]?.test(value)) return invalid('81503', 'Amount is an invalid format.');
    const nonce = nonces.get(paymentMethodId);
    if (!nonce) return invalid('91565', 'Unknown or expired single-use payment method.');
    if (nonce.isUsed) return invalid('91564', 'Cannot use a single-use payment method more than once.');
    nonce.isUsed = true;
    const request: { input: string; transaction: Transaction | null } = { input, transaction: null };
    charges.set(apiRequestKey, request);
    // Delays the processor, so that concurrent calls overlap here.
    await new Promise((resolve) => setImmediate(resolve));
    const made: Transaction = {
      ...newIds(),
      status: nonce.isGood ? newStatus : 'PROCESSOR_DECLINED',
      orderId,
      amount: { value, currencyCode },
      refunds: [],
    };
    transactions.push(made);
    request.transaction = made;
    return yes({ chargePaymentMethod: { transaction: made } });
  }

  async function refund(given: unknown): Promise<CounterpartReply> {
    const parsed = refundIn.safeParse(given);
    if (!parsed.success) return invalid('', parsed.error.message);
    const { transactionId, apiRequestKey, refund: asked } = parsed.data;
    const input = JSON.stringify(parsed.data);
    const before = refundRequests.get(apiRequestKey);
    if (before && (before.input !== input || !before.refund))
      return invalid('', 'The request key is in use by another request.');
    if (before) return yes({ refundTransaction: { refund: before.refund } });
    const paid = byId(transactionId);
    if (!paid) return no('NOT_FOUND', 'An object with this ID was not found.');
    const { currencyCode } = paid.amount;
    if (!PLACES[currencyCode]?.test(asked.amount)) return invalid('81503', 'Amount is an invalid format.');
    if (paid.status !== 'SETTLED' && paid.status !== 'SETTLING')
      return invalid('91506', 'Cannot refund transaction unless it is settled.');
    const made: Refund = {
      id: Buffer.from(`refund_${randomBytes(4).toString('hex')}`).toString('base64url'),
      status: newRefundStatus,
      orderId: asked.orderId,
      amount: { value: asked.amount, currencyCode },
    };
    if (leftOf(paid) === 0) return invalid('91512', 'Transaction has already been fully refunded.');
    if (unitsOf(made) > leftOf(paid)) return invalid('91521', 'Refund amount is too large.');
    const request: { input: string; refund: Refund | null } = { input, refund: null };
    refundRequests.set(apiRequestKey, request);
    held?.arrived();
    await held?.released;
    paid.refunds.push(made);
    request.refund = made;
    return yes({ refundTransaction: { refund: made } });
  }

  function reverse({ transactionId }: { transactionId?: unknown }): CounterpartReply {
    const paid = byId(transactionId);
    if (!paid) return no('NOT_FOUND', 'An object with this ID was not found.');
    if (paid.status !== 'SUBMITTED_FOR_SETTLEMENT' && paid.status !== 'AUTHORIZED')
      return invalid('91504', 'Transaction can only be voided if status is authorized or submitted.');
    paid.status = 'VOIDED';
    return yes({ reverseTransaction: { reversal: { __typename: 'Transaction' } } });
  }

  function clientToken({ clientToken: asked }: { clientToken?: unknown }): CounterpartReply {
    const { data } = z.strictObject({ merchantAccountId: z.string() }).safeParse(asked);
    if (!data || !braintreeAccounts[data.merchantAccountId])
      return invalid('92806', 'Merchant account ID does not exist.');
    return yes({ createClientToken: { clientToken: Buffer.from(JSON.stringify(data)).toString('base64') } });
  }

  function search(given: unknown): CounterpartReply {
    const { data } = z.strictObject({ orderId: z.strictObject({ is: z.string() }) }).safeParse(given);
    if (!data) return invalid('', 'The search is not understood.');
    const found = transactions.filter(({ orderId }) => orderId === data.orderId.is);
    return yes({ search: { transactions: { edges: found.map((node) => ({ node })) } } });
  }

  async function answer(call: CounterpartCall): Promise<CounterpartReply> {
    const { publicKey, privateKey } = braintreeKeys;
    const basic = Buffer.from(`${publicKey}:${privateKey}`).toString('base64');
    if (call.headers.authorization !== `Basic ${basic}`)
      return no('AUTHENTICATION', 'Authentication failed.');
    if (!/^\d{4}-\d\d-\d\d$/.test(call.headers['braintree-version'] ?? ''))
      return no('UNSUPPORTED_CLIENT', 'A Braintree-Version is required.');
    const { query, variables } = callIn.parse(call.json());
    const [, field = ''] = /\{\s*(\w+)/.exec(query) ?? [];
    const input = z.record(z.string(), z.unknown()).catch({}).parse(variables.input);
    switch (field) {
      case 'createClientToken':
        return clientToken(input);
      case 'chargePaymentMethod':
        return charge(input);
      case 'refundTransaction':
        return refund(input);
      case 'reverseTransaction':
        return reverse(input);
      case 'search':
        return search(input);
      case 'idFromLegacyId': {
        const id = transactions.find(({ legacyId }) => legacyId === variables.id)?.id;
        return id ? yes({ idFromLegacyId: id }) : no('NOT_FOUND', 'An object with this ID was not found.');
      }
      case 'node': {
        const node = byId(variables.id);
        return node ? yes({ node }) : no('NOT_FOUND', 'An object with this ID was not found.');
      }
      default:
        return no('VALIDATION', `Unknown field ${field}`);
    }
  }

  const server = await startCounterpart((call) =>
    call.method === 'POST' && call.path === '/graphql' ? answer(call) : { status: 404, body: 'Not found' },
  );

  return {
    ...server,
    url: `${server.url}/graphql`,
    transactions,
    transactionOf: (payment: string) => transactions.find(({ orderId }) => orderId === payment),
    /** Creates a nonce as Drop-in does for a card. */
    tokenize(isGood = true): string {
      const nonce = `tokencc_${randomBytes(8).toString('hex')}`;
      nonces.set(nonce, { isUsed: false, isGood });
      return nonce;
    },
    answerChargesWith(status: string): void {
      newStatus = status;
    },
    answerRefundsWith(status: string): void {
      newRefundStatus = status;
    },
    /** The next refund stays in progress until it is released. */
    holdRefund() {
      let arrive = () => {};
      let release = () => {};
      const hasArrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      held = { arrived: arrive, released };
      return { hasArrived, release: () => release() };
    },
    /** Simulates that keys expire after thirty days. */
    forgetKeys(): void {
      charges.clear();
      refundRequests.clear();
    },
    refundedAmountOf: (payment: string): number => {
      const paid = transactions.find(({ orderId }) => orderId === payment);
      return paid ? unitsOf(paid) - (paid.status === 'VOIDED' ? 0 : leftOf(paid)) : 0;
    },
  };
}
