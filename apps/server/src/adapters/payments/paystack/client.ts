// Calls Paystack's API: opens transactions, reads their state, refunds and disputes, and makes refunds.
import { z } from 'zod';
import { callProvider, type ProviderCall, parseAnswer, parseSuccess } from '../call-provider.ts';

const ENTRIES_A_PAGE = 100;

/** Ids are unsigned 64-bit numbers, so they are stored as text. */
export const idSchema = z.union([z.number(), z.string()]).transform(String);
/** Amounts in subunits: numbers in the API, text in some events. */
export const unitsSchema = z.union([z.int(), z.string().regex(/^\d+$/)]).transform(Number);

export const transactionSchema = z.object({
  id: idSchema,
  status: z.string(),
  reference: z.string(),
  amount: unitsSchema,
  currency: z.string(),
  requested_amount: unitsSchema.nullish(),
  fees: unitsSchema.nullish(),
  gateway_response: z.string().nullish(),
});
export type PaystackTransaction = z.output<typeof transactionSchema>;

const transactionIdSchema = z.union([idSchema, z.object({ id: idSchema }).transform(({ id }) => id)]);

const refundSchema = z.object({
  id: idSchema,
  transaction: transactionIdSchema,
  amount: unitsSchema,
  status: z.string(),
  merchant_note: z.string().nullish(),
  /** The dispute whose acceptance made this refund. */
  dispute: idSchema.nullish(),
});
export type PaystackRefund = z.output<typeof refundSchema>;

/** https://paystack.com/docs/payments/manage-disputes: accepted ones are `merchant-accepted` or `auto-accepted`. */
const disputeSchema = z.object({
  id: idSchema,
  transaction: transactionIdSchema.nullish(),
  resolution: z.string().nullish(),
  refund_amount: unitsSchema.nullish(),
});
export type PaystackDispute = Omit<z.output<typeof disputeSchema>, 'transaction'>;

const answerOf = <T>(data: z.ZodType<T>) => z.object({ status: z.literal(true), data });
const refusalSchema = z.object({
  status: z.literal(false),
  message: z.string(),
  code: z.string().optional(),
});
/** Throws the port's errors. `url` is https://api.paystack.co. */
export function createPaystackApi({ url, secretKey }: { url: string; secretKey: string }) {
  const call = (request: Pick<ProviderCall, 'method' | 'body'> & { path: string }) =>
    callProvider({
      ...request,
      url: `${url}${request.path}`,
      headers: { authorization: `Bearer ${secretKey}` },
    });

  /** All entries of a paged list that are about the transaction. */
  async function listOf<T extends { transaction?: string | null | undefined }>(
    path: string,
    transaction: string,
    entry: z.ZodType<T>,
  ): Promise<readonly T[]> {
    const all: T[] = [];
    for (let page = 1; ; page += 1) {
      const query = new URLSearchParams({
        transaction,
        perPage: String(ENTRIES_A_PAGE),
        page: String(page),
      });
      const answer = await call({ method: 'GET', path: `${path}?${query}` });
      const found = parseSuccess(answer, answerOf(z.array(entry))).data;
      all.push(...found.filter((one) => one.transaction === transaction));
      if (found.length < ENTRIES_A_PAGE) return all;
    }
  }

  return {
    async initialize(body: Record<string, unknown>) {
      const answer = await call({ method: 'POST', path: '/transaction/initialize', body });
      return parseSuccess(answer, answerOf(z.object({ authorization_url: z.url() }))).data;
    },
    /** null when there is no such transaction. */
    async verify(reference: string): Promise<PaystackTransaction | null> {
      const path = `/transaction/verify/${encodeURIComponent(reference)}`;
      const answer = await call({ method: 'GET', path });
      if (answer.status === 404 || answer.status === 400) {
        const { code, message } = parseAnswer(answer, refusalSchema);
        if (code === 'transaction_not_found' || /not found/i.test(message)) return null;
      }
      return parseSuccess(answer, answerOf(transactionSchema)).data;
    },
    /** All refunds of a transaction, in any state. */
    refundsOf: (transaction: string): Promise<readonly PaystackRefund[]> =>
      listOf('/refund', transaction, refundSchema),
    /** All disputes of a transaction, in any state. */
    disputesOf: (transaction: string): Promise<readonly PaystackDispute[]> =>
      listOf('/dispute', transaction, disputeSchema),
    async refund(body: Record<string, unknown>): Promise<PaystackRefund> {
      return parseSuccess(await call({ method: 'POST', path: '/refund', body }), answerOf(refundSchema)).data;
    },
  };
}
export type PaystackApi = ReturnType<typeof createPaystackApi>;
