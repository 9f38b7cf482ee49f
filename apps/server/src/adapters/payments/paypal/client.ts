// Calls PayPal's REST API with an access token that is requested when needed and cached until it expires.
import { z } from 'zod';
import type { Clock } from '../../../ports/clock.ts';
import { PaymentRefusedError, PaymentUnavailableError } from '../../../ports/payments.ts';
import { callProvider, type ProviderAnswer, type ProviderCall, parseSuccess } from '../call-provider.ts';

/** A token is not used in the last minute before it expires, ms. */
const TOKEN_RESERVE_MS = 60_000;

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const problem = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});

export interface PayPalCall {
  readonly method: 'GET' | 'POST';
  /** Path below the API's base URL, such as /v2/checkout/orders. */
  readonly path: string;
  /** Idempotency key: PayPal executes repeated calls with the same id once. */
  readonly requestId?: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface PayPalClient {
  /**
   * Returns answers below 500 except 429 and calls in progress. Throws PaymentUnavailableError for those, and
   * PaymentRefusedError when access is denied.
   */
  call(call: PayPalCall): Promise<ProviderAnswer>;
}

/** The `issue` from the documentation's error lists, such as ORDER_NOT_APPROVED, or else the error's name. */
export function issueOf(answer: ProviderAnswer): string {
  try {
    const { data } = problem.safeParse(JSON.parse(answer.text));
    return data?.details?.[0]?.issue ?? data?.name ?? `HTTP ${answer.status}`;
  } catch {
    return `HTTP ${answer.status}`;
  }
}

const isUnderWay = (answer: ProviderAnswer): boolean =>
  answer.status === 409 || issueOf(answer) === 'PREVIOUS_REQUEST_IN_PROGRESS';

export function createPayPalClient(options: {
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  clock: Clock;
}): PayPalClient {
  const { apiUrl, clientId, clientSecret, clock } = options;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  let cached: { token: string; until: number } | null = null;

  async function newToken(): Promise<string> {
    const answer = await callProvider({
      method: 'POST',
      url: new URL('/v1/oauth2/token', apiUrl),
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token: token, expires_in } = parseSuccess(answer, tokenAnswer);
    cached = { token, until: clock.now() + expires_in * 1000 - TOKEN_RESERVE_MS };
    return token;
  }

  async function send({ method, path, requestId, body }: PayPalCall, token: string): Promise<ProviderAnswer> {
    const call: ProviderCall = {
      method,
      url: new URL(path, apiUrl),
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'POST' ? { 'content-type': 'application/json', prefer: 'return=representation' } : {}),
        ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
      },
      ...(body === undefined ? {} : { body }),
    };
    return callProvider(call);
  }

  return {
    async call(call) {
      const isCached = cached !== null && clock.now() < cached.until;
      let answer = await send(call, isCached && cached ? cached.token : await newToken());
      // A cached token can be revoked before it expires.
      if (answer.status === 401 && isCached) answer = await send(call, await newToken());
      if (answer.status === 401 || answer.status === 403)
        throw new PaymentRefusedError(`PayPal gives no access: ${issueOf(answer)}`);
      if (isUnderWay(answer)) throw new PaymentUnavailableError('PayPal is still at the same request');
      return answer;
    },
  };
}
