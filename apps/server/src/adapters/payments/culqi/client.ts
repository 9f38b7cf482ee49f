// Calls Culqi's API: card tokens made by its checkout, charges, refunds and events.
import { z } from 'zod';
import { PaymentRefusedError, PaymentUnavailableError } from '../../../ports/payments.ts';
import {
  callProvider,
  type ProviderAnswer,
  type ProviderCall,
  parseAnswer,
  parseSuccess,
} from '../call-provider.ts';

/** The schemas below match answers recorded by the official library: github.com/culqi/culqi-python. */
const tokenSchema = z.object({ id: z.string(), email: z.email() });

const metadataSchema = z.record(z.string(), z.unknown()).nullish();

const chargeSchema = z.object({
  object: z.literal('charge'),
  id: z.string(),
  /** Milliseconds since the epoch. */
  creation_date: z.number(),
  /** In hundredths, like all amounts. */
  amount: z.int(),
  amount_refunded: z.int(),
  currency_code: z.string(),
  outcome: z.object({ type: z.string(), user_message: z.string().nullish() }),
  metadata: metadataSchema,
  operations: z.array(z.object({ type: z.string(), id: z.string() })).nullish(),
});
export type Charge = z.output<typeof chargeSchema>;

const refundSchema = z.object({
  object: z.literal('refund'),
  id: z.string(),
  charge_id: z.string(),
  amount: z.int(),
  metadata: metadataSchema,
});
export type Refund = z.output<typeof refundSchema>;

const eventSchema = z.object({
  object: z.literal('event'),
  id: z.string(),
  type: z.string(),
  /** JSON text of the object at the time of the event. */
  data: z.unknown(),
});

const errorSchema = z.object({
  object: z.literal('error'),
  type: z.string(),
  user_message: z.string().nullish(),
  merchant_message: z.string().nullish(),
});
/** Answer instead of a charge when the buyer's bank must first authenticate the buyer. */
const reviewSchema = z.object({ action_code: z.string(), user_message: z.string().nullish() });

const pageSchema = z.object({
  data: z.array(chargeSchema),
  paging: z.object({ cursors: z.object({ after: z.string().nullish() }).nullish() }).nullish(),
});

const PAGE = 50;
/** Maximum number of pages; with fifty charges a page, more than an operator has of one amount in a month. */
const MAX_PAGES = 40;
const MONTH_MS = 31 * 24 * 60 * 60_000;

export interface ChargeOrder {
  readonly amount: number;
  readonly currency_code: string;
  readonly email: string;
  readonly source_id: string;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export type Outcome<T> =
  | { readonly made: T; readonly refusal: null }
  | { readonly made: null; readonly refusal: string };

/** Culqi's created object, or the reason for its rejection. Throws PaymentRefusedError for an invalid API key. */
function outcomeOf<T>(answer: ProviderAnswer, schema: z.ZodType<T>): Outcome<T> {
  if (answer.status === 401 || answer.status === 403)
    throw new PaymentRefusedError(`Culqi answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  const parsed = parseAnswer(answer, z.union([schema, errorSchema, reviewSchema]));
  const made = answer.status < 300 ? schema.safeParse(parsed) : null;
  if (made?.success) return { made: made.data, refusal: null };
  const error = errorSchema.safeParse(parsed);
  if (error.success) {
    const { user_message, merchant_message, type } = error.data;
    return { made: null, refusal: user_message || merchant_message || type };
  }
  const review = reviewSchema.safeParse(parsed);
  if (review.success) {
    const { action_code, user_message } = review.data;
    return { made: null, refusal: user_message || `The card’s bank has to be asked: ${action_code}` };
  }
  throw new PaymentUnavailableError(`Culqi answered ${answer.status}, which says nothing`);
}

export function createClient(settings: {
  readonly apiUrl: string;
  readonly secretKey: string;
  readonly now: () => number;
}) {
  const call = (method: ProviderCall['method'], path: string, body?: Readonly<Record<string, unknown>>) =>
    callProvider({
      method,
      url: `${settings.apiUrl}/v2${path}`,
      headers: { authorization: `Bearer ${settings.secretKey}` },
      ...(body ? { body } : {}),
    });

  async function get<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
    const answer = await call('GET', path);
    return answer.status === 404 ? null : parseSuccess(answer, schema);
  }

  return {
    getToken: (id: string) => get(`/tokens/${encodeURIComponent(id)}`, tokenSchema),
    getCharge: (id: string) => get(`/charges/${encodeURIComponent(id)}`, chargeSchema),
    getRefund: (id: string) => get(`/refunds/${encodeURIComponent(id)}`, refundSchema),
    getEvent: (id: string) => get(`/events/${encodeURIComponent(id)}`, eventSchema),

    async createCharge(order: ChargeOrder): Promise<Outcome<Charge>> {
      const body = { ...order, capture: true, installments: 0 };
      return outcomeOf(await call('POST', '/charges', body), chargeSchema);
    },

    async createRefund(charge: string, amount: number, reason: string): Promise<Outcome<Refund>> {
      const body = { charge_id: charge, amount, reason };
      return outcomeOf(await call('POST', '/refunds', body), refundSchema);
    },

    async labelRefund(id: string, metadata: Readonly<Record<string, string>>): Promise<void> {
      const answer = await call('PATCH', `/refunds/${encodeURIComponent(id)}`, { metadata });
      if (answer.status >= 300)
        throw new PaymentUnavailableError(`Culqi answered ${answer.status} to a refund’s label`);
    },

    /**
     * Charges of this amount within a month, newest first, because there is no search by metadata. Throws
     * PaymentUnavailableError when there are too many pages to be sure that no charge was missed.
     */
    async listCharges(amount: number, currency: string): Promise<Charge[]> {
      const found: Charge[] = [];
      let after: string | null = null;
      for (let page = 0; page < MAX_PAGES; page++) {
        const query: URLSearchParams = new URLSearchParams({
          amount: String(amount),
          currency_code: currency,
          limit: String(PAGE),
          ...(after ? { after } : {}),
        });
        const { data, paging } = parseSuccess(await call('GET', `/charges?${query}`), pageSchema);
        found.push(...data);
        const oldest = data.at(-1);
        after = paging?.cursors?.after ?? null;
        if (!oldest || !after || data.length < PAGE || oldest.creation_date < settings.now() - MONTH_MS)
          return found;
      }
      throw new PaymentUnavailableError(`More than ${MAX_PAGES * PAGE} charges of one amount in a month`);
    },
  };
}

export type CulqiClient = ReturnType<typeof createClient>;
