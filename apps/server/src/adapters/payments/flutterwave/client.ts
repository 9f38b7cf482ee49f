// Calls Flutterwave's API, version 3: hosted payments, transactions by id or by our reference, refunds.
import { z } from 'zod';
import { PaymentRefusedError } from '../../../ports/payments.ts';
import { callProvider, type ProviderCall, parseAnswer, parseSuccess } from '../call-provider.ts';

const idSchema = z.union([z.number(), z.string()]).transform(String);

/** https://developer.flutterwave.com/v3.0.0/reference/verify-transaction */
const transactionSchema = z.object({
  id: idSchema,
  tx_ref: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
  processor_response: z.string().nullish(),
});
export type FlutterwaveTransaction = z.output<typeof transactionSchema>;

/**
 * https://developer.flutterwave.com/v3.0.0/reference/get-all-refunds; the answer to a new refund names the field
 * `tx_id`.
 */
const refundSchema = z.object({
  id: idSchema,
  amount_refunded: z.number(),
  status: z.string(),
  comment: z.string().nullish(),
  comments: z.string().nullish(),
  transaction_id: idSchema.nullish(),
  tx_id: idSchema.nullish(),
});
export type FlutterwaveRefund = z.output<typeof refundSchema>;

const answerOf = <T>(data: z.ZodType<T>) => z.object({ status: z.literal('success'), data });
const refundsSchema = answerOf(z.array(refundSchema)).extend({
  meta: z.object({ page_info: z.object({ total_pages: z.number() }) }).nullish(),
});
const refusalSchema = z.object({ status: z.literal('error'), message: z.string() });

/**
 * Throws PaymentUnavailableError for answers outside the protocol, and PaymentRefusedError for rejections. `url`
 * includes the version: https://api.flutterwave.com/v3.
 */
export function createFlutterwaveApi({ url, secretKey }: { url: string; secretKey: string }) {
  const call = ({ path, ...request }: Pick<ProviderCall, 'method' | 'body'> & { path: string }) =>
    callProvider({ ...request, url: `${url}${path}`, headers: { authorization: `Bearer ${secretKey}` } });

  /** null when there is no such transaction. */
  async function find(path: string): Promise<FlutterwaveTransaction | null> {
    const answer = await call({ method: 'GET', path });
    if (answer.status === 400 || answer.status === 404) {
      const { message } = parseAnswer(answer, refusalSchema);
      if (/no transaction was found/i.test(message)) return null;
      throw new PaymentRefusedError(message);
    }
    return parseSuccess(answer, answerOf(transactionSchema)).data;
  }

  return {
    async createPayment(body: Record<string, unknown>): Promise<string> {
      const answer = await call({ method: 'POST', path: '/payments', body });
      return parseSuccess(answer, answerOf(z.object({ link: z.url() }))).data.link;
    },
    findById: (id: string) => find(`/transactions/${encodeURIComponent(id)}/verify`),
    findByReference: (reference: string) =>
      find(`/transactions/verify_by_reference?${new URLSearchParams({ tx_ref: reference })}`),
    /** All refunds of a transaction, in any state. */
    async refundsOf(transaction: string): Promise<readonly FlutterwaveRefund[]> {
      const all: FlutterwaveRefund[] = [];
      for (let page = 1; ; page += 1) {
        const query = new URLSearchParams({ id: transaction, page: String(page) });
        const answer = await call({ method: 'GET', path: `/refunds?${query}` });
        const { data, meta } = parseSuccess(answer, refundsSchema);
        all.push(
          ...data.filter((each) => (each.transaction_id ?? each.tx_id ?? transaction) === transaction),
        );
        if (data.length === 0 || page >= (meta?.page_info.total_pages ?? 1)) return all;
      }
    },
    async refund(transaction: string, body: Record<string, unknown>): Promise<FlutterwaveRefund> {
      const path = `/transactions/${encodeURIComponent(transaction)}/refund`;
      return parseSuccess(await call({ method: 'POST', path, body }), answerOf(refundSchema)).data;
    },
  };
}
export type FlutterwaveApi = ReturnType<typeof createFlutterwaveApi>;
