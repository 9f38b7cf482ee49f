// Calls Payfast's API with signatures: finds a payment, reads its refundable amount, and refunds it.
// https://developers.payfast.co.za/api
import { z } from 'zod';
import type { Clock } from '../../../ports/clock.ts';
import { PaymentRefusedError, PaymentUnavailableError } from '../../../ports/payments.ts';
import { callProvider, type ProviderAnswer, parseAnswer } from '../call-provider.ts';
import { payfastApiSignature } from './signature.ts';
import { type HistoryRow, readHistory } from './transaction-history.ts';

const DAY_MS = 24 * 60 * 60_000;
/** UTC offset of South Africa, which Payfast's days follow; it has no daylight saving time. */
const SOUTH_AFRICA_MS = 2 * 60 * 60_000;
const ROWS_A_PAGE = 1000;
const MAX_PAGES = 50;

const method = z.object({ method: z.string() }).nullish();
const cents = z.coerce.number().int();

/** The refundable part of a payment; amounts in cents. */
const refundable = z.object({
  amount_original: cents,
  amount_available_for_refund: cents,
  status: z.enum(['REFUNDABLE', 'COMPLETED', 'NOT_AVAILABLE']),
  errors: z.array(z.string()).nullish(),
  refund_full: method,
  refund_partial: method,
});
export type PayfastRefundable = z.infer<typeof refundable>;

/** Received money is positive, refunded money negative; cents, as numbers or texts. */
const movements = z.object({ transactions: z.array(z.object({ amount: cents })) });

const failure = z.object({ data: z.object({ message: z.string().nullish() }).nullish() });
const made = z.object({ data: z.object({ response: z.unknown(), message: z.string().nullish() }) });

/** The API wraps its answers in `data.response`, but the documentation shows some of them without it. */
function unwrapped<T>(schema: z.ZodType<T>) {
  return z.preprocess((json) => {
    const wrapped = z
      .object({ data: z.object({ response: z.record(z.string(), z.unknown()) }) })
      .safeParse(json);
    return wrapped.success ? wrapped.data.data.response : json;
  }, schema);
}

export interface PayfastAccount {
  readonly merchantId: string;
  readonly passphrase: string;
  readonly apiUrl: string;
  readonly isTesting: boolean;
}

export type PayfastApi = ReturnType<typeof createPayfastApi>;

export function createPayfastApi(
  { merchantId, passphrase, apiUrl, isTesting }: PayfastAccount,
  clock: Clock,
) {
  const base = apiUrl.replace(/\/+$/, '');

  async function call(
    path: string,
    given: { query?: Record<string, string>; body?: Record<string, string | number> } = {},
  ): Promise<ProviderAnswer> {
    const { query = {}, body } = given;
    const timestamp = `${new Date(clock.now()).toISOString().slice(0, 19)}+00:00`;
    const headers = { 'merchant-id': merchantId, version: 'v1', timestamp };
    const sent = Object.entries(body ?? {}).map(([name, value]) => [name, String(value)]);
    const signature = payfastApiSignature({ ...headers, ...query, ...Object.fromEntries(sent) }, passphrase);
    const search = new URLSearchParams(isTesting ? { ...query, testing: 'true' } : query).toString();
    const answer = await callProvider({
      method: body ? 'POST' : 'GET',
      url: `${base}${path}${search === '' ? '' : `?${search}`}`,
      headers: { ...headers, signature },
      ...(body ? { body } : {}),
    });
    if (answer.status === 401 || answer.status === 403)
      throw new PaymentRefusedError(`Payfast does not know us: ${answer.text.slice(0, 300)}`);
    return answer;
  }

  const day = (ago: number) =>
    new Date(clock.now() + SOUTH_AFRICA_MS - ago * DAY_MS).toISOString().slice(0, 10);

  return {
    /** Finds a payment by our id among those received in the last `days`; null when it is not among them. */
    async findReceived(payment: string, days: number): Promise<HistoryRow | null> {
      for (let page = 0; page < MAX_PAGES; page++) {
        const query = {
          from: day(days),
          to: day(0),
          limit: String(ROWS_A_PAGE),
          offset: String(page * ROWS_A_PAGE),
        };
        const answer = await call('/transactions/history', { query });
        if (answer.status >= 300)
          throw new PaymentUnavailableError(`Payfast's history answered ${answer.status}`);
        const { size, received } = readHistory(answer.text);
        const found = received.find((row) => row.payment === payment);
        if (found) return found;
        if (size < ROWS_A_PAGE) return null;
      }
      throw new PaymentUnavailableError('Payfast has more payments than can be looked through');
    },

    /** Null when Payfast has no such payment. */
    async findRefundable(providerRef: string): Promise<PayfastRefundable | null> {
      const answer = await call(`/refunds/query/${encodeURIComponent(providerRef)}`);
      if (answer.status === 400 || answer.status === 404) return null;
      return parseAnswer(answer, unwrapped(refundable));
    },

    /** Amounts of the payment's refunds, in cents. */
    async listRefunds(providerRef: string): Promise<readonly number[]> {
      const answer = await call(`/refunds/${encodeURIComponent(providerRef)}`);
      const { transactions } = parseAnswer(answer, unwrapped(movements));
      return transactions.filter(({ amount }) => amount < 0).map(({ amount }) => -amount);
    },

    /** Null when the refund was made, otherwise the reason why not. */
    async makeRefund(providerRef: string, amount: number, reason: string): Promise<string | null> {
      const body = { amount, reason, notify_buyer: 1 };
      const answer = await call(`/refunds/${encodeURIComponent(providerRef)}`, { body });
      if (answer.status >= 300) {
        const failureBody = failure.safeParse(parseAnswer(answer, z.unknown()));
        return failureBody.data?.data?.message || `Payfast answered ${answer.status}`;
      }
      const { response, message } = parseAnswer(answer, made).data;
      return response === false ? (message ?? 'Payfast refused the refund') : null;
    },
  };
}
