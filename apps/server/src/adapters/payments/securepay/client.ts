// Calls SecurePay's API: access tokens, payments with a card token, orders and refunds.
import { z } from 'zod';
import { PaymentRefusedError, PaymentUnavailableError } from '../../../ports/payments.ts';
import {
  callProvider,
  type ProviderAnswer,
  type ProviderCall,
  parseAnswer,
  parseSuccess,
} from '../call-provider.ts';

const AUDIENCE = 'https://api.payments.auspost.com.au';
/** An access token is renewed this long before it expires, ms. */
const MARGIN_MS = 60_000;

const accessSchema = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/** Common schema of payments, refunds and orders; amounts in cents. */
const resultSchema = z.object({
  orderId: z.string(),
  merchantCode: z.string(),
  amount: z.int(),
  currency: z.string().nullish(),
  status: z.string(),
  gatewayResponseCode: z.string().nullish(),
  gatewayResponseMessage: z.string().nullish(),
  errorCode: z.string().nullish(),
  bankTransactionId: z.string().nullish(),
  refundedAmount: z.int().nullish(),
});
export type Result = z.output<typeof resultSchema>;

const errorsSchema = z.object({
  errors: z.array(z.object({ code: z.string(), detail: z.string().nullish() })).min(1),
});

export type Outcome =
  | { readonly result: Result; readonly refusal: null }
  | { readonly result: null; readonly refusal: string };

/** Statuses without a final answer: another call with the same idempotency key is in progress. */
const LATER: readonly number[] = [408, 409, 425];

export interface Account {
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly merchantCode: string;
  readonly now: () => number;
}

/** Requests an access token when it is missing or expired; concurrent callers share one request. */
function createAccess(account: Account) {
  let known: { token: string; until: number } | null = null;
  let pendingToken: ReturnType<typeof ask> | null = null;

  async function ask() {
    const answer = await callProvider({
      method: 'POST',
      url: account.authUrl,
      headers: {
        authorization: `Basic ${Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', audience: AUDIENCE }),
    });
    const { access_token, expires_in } = parseSuccess(answer, accessSchema);
    return { token: access_token, until: account.now() + expires_in * 1000 - MARGIN_MS };
  }

  return async function access(isRenewed: boolean): Promise<string> {
    if (!isRenewed && known && known.until > account.now()) return known.token;
    pendingToken ??= ask().finally(() => {
      pendingToken = null;
    });
    known = await pendingToken;
    return known.token;
  };
}

export function createClient(account: Account) {
  const access = createAccess(account);

  async function call(details: Omit<ProviderCall, 'url'> & { path: string }): Promise<ProviderAnswer> {
    const { path, headers, ...rest } = details;
    const once = async (isRenewed: boolean) =>
      callProvider({
        ...rest,
        url: `${account.apiUrl}${path}`,
        headers: { ...headers, authorization: `Bearer ${await access(isRenewed)}` },
      });
    const answer = await once(false);
    return answer.status === 401 ? once(true) : answer;
  }

  /** Throws PaymentUnavailableError when the answer is about another order or merchant. */
  function resultOf(answer: ProviderAnswer, orderId: string): Result {
    const result = parseSuccess(answer, resultSchema);
    if (result.orderId !== orderId || result.merchantCode !== account.merchantCode)
      throw new PaymentUnavailableError('SecurePay answered about another order');
    return result;
  }

  function outcomeOf(answer: ProviderAnswer, orderId: string): Outcome {
    if (answer.status < 300) return { result: resultOf(answer, orderId), refusal: null };
    if (answer.status === 401 || answer.status === 403)
      throw new PaymentRefusedError(`SecurePay answered ${answer.status}: ${answer.text.slice(0, 500)}`);
    if (LATER.includes(answer.status))
      throw new PaymentUnavailableError(`SecurePay answered ${answer.status}`);
    const [error] = parseAnswer(answer, errorsSchema).errors;
    return { result: null, refusal: error?.detail || error?.code || String(answer.status) };
  }

  return {
    /** The order's id is also the idempotency key: a repeated call gets the first answer. */
    async createPayment(orderId: string, amount: number, token: string, ip: string): Promise<Outcome> {
      const answer = await call({
        method: 'POST',
        path: '/v2/payments',
        headers: { 'idempotency-key': orderId },
        body: { amount, merchantCode: account.merchantCode, token, ip, orderId },
      });
      return outcomeOf(answer, orderId);
    },

    /**
     * Null when SecurePay answers that the order does not exist. Any other 404 is an error, because treating it as a
     * missing order would lose a payment. This call is not in SecurePay's documentation; its URL is derived from that
     * of an order's refunds. When the API does not offer it, a payment's state remains the one of its return.
     */
    async getOrder(orderId: string): Promise<Result | null> {
      const query = new URLSearchParams({ merchantCode: account.merchantCode });
      const path = `/v2/orders/${encodeURIComponent(orderId)}?${query}`;
      const answer = await call({ method: 'GET', path });
      if (answer.status !== 404) return resultOf(answer, orderId);
      parseAnswer(answer, errorsSchema);
      return null;
    },

    async createRefund(orderId: string, amount: number, key: string, ip: string): Promise<Outcome> {
      const answer = await call({
        method: 'POST',
        path: `/v2/orders/${encodeURIComponent(orderId)}/refunds`,
        headers: { 'idempotency-key': key },
        body: { amount, merchantCode: account.merchantCode, ip },
      });
      return outcomeOf(answer, orderId);
    },
  };
}

export type SecurePayClient = ReturnType<typeof createClient>;
