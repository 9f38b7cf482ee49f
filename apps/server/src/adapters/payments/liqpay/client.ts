// Calls LiqPay's API, version 7: a payment's status, the note on it, and its refund.
import { z } from 'zod';
import { PaymentRefusedError, PaymentUnavailableError } from '../../../ports/payments.ts';
import { callProvider, parseSuccess } from '../call-provider.ts';
import { sealed } from './signature.ts';

export const VERSION = 7;

const idSchema = z.union([z.number(), z.string()]).transform(String);

/** https://www.liqpay.ua/en/doc/api/information/status_payment; `refund_amount` is from the callback's page. */
export const paymentSchema = z.object({
  payment_id: idSchema,
  order_id: z.string(),
  status: z.string(),
  amount: z.union([z.number(), z.string()]),
  currency: z.string(),
  refund_amount: z.union([z.number(), z.string()]).nullish(),
  info: z.string().nullish(),
  err_code: z.string().nullish(),
  err_description: z.string().nullish(),
});
export type LiqpayPayment = z.output<typeof paymentSchema>;

/** An error answer about the request that contains no payment: {"result":"error","err_code":"payment_not_found"}. */
const errorSchema = z.object({
  result: z.string().nullish(),
  status: z.string().nullish(),
  payment_id: idSchema.nullish(),
  err_code: z.string().nullish(),
  err_description: z.string().nullish(),
});
type LiqpayError = z.output<typeof errorSchema>;

/** Temporary errors. */
const PASSING = new Set(['err_cache', 'payment_processing']);

const refundSchema = z.object({
  status: z.string(),
  payment_id: idSchema.nullish(),
  wait_amount: z.union([z.boolean(), z.string()]).nullish(),
});
export type RefundAnswer =
  | { readonly kind: 'done' | 'waits' }
  | { readonly kind: 'refused'; readonly reason: string };

const isError = ({ result, status, payment_id: id }: LiqpayError) =>
  id == null && (result === 'error' || status === 'error' || status === 'failure');
const reasonOf = ({ err_code: code, err_description: text, status }: LiqpayError) =>
  [code, text].filter(Boolean).join(': ') || (status ?? 'LiqPay refuses it');

/** Throws the port's errors. `url` is https://www.liqpay.ua/api. */
export function createLiqpayApi(given: { url: string; publicKey: string; privateKey: string }) {
  const { url, publicKey, privateKey } = given;

  async function request(action: string, more: Readonly<Record<string, unknown>>): Promise<unknown> {
    const content = { version: VERSION, public_key: publicKey, action, ...more };
    const body = new URLSearchParams({ ...sealed(content, privateKey) });
    const answer = await callProvider({ method: 'POST', url: `${url}/request`, body });
    return parseSuccess(answer, z.unknown());
  }

  function parse<T>(json: unknown, schema: z.ZodType<T>): T {
    const parsed = schema.safeParse(json);
    if (!parsed.success)
      throw new PaymentUnavailableError(`LiqPay answered something else: ${parsed.error.message}`);
    return parsed.data;
  }

  /** null for an answer without an error. */
  function errorIn(json: unknown): LiqpayError | null {
    const error = parse(json, errorSchema);
    if (error.err_code && PASSING.has(error.err_code)) throw new PaymentUnavailableError(reasonOf(error));
    return isError(error) ? error : null;
  }

  return {
    /** null when there is no such payment. */
    async status(order: string): Promise<LiqpayPayment | null> {
      const json = await request('status', { order_id: order });
      const error = errorIn(json);
      if (error?.err_code === 'payment_not_found') return null;
      if (error) throw new PaymentRefusedError(reasonOf(error));
      return parse(json, paymentSchema);
    },
    /** Stores a note on a payment. Throws PaymentUnavailableError unless LiqPay's answer contains exactly that note. */
    async note(order: string, info: string): Promise<void> {
      const json = await request('data', { order_id: order, info });
      const error = errorIn(json);
      if (error) throw new PaymentRefusedError(reasonOf(error));
      if (parse(json, paymentSchema).info !== info)
        throw new PaymentUnavailableError('LiqPay did not keep the note on the payment');
    },
    async refund(order: string, amount: number): Promise<RefundAnswer> {
      const json = await request('refund', { order_id: order, amount });
      const error = parse(json, errorSchema);
      if (isError(error) || error.status === 'error' || error.status === 'failure')
        return { kind: 'refused', reason: reasonOf(error) };
      const { status, wait_amount: waits } = parse(json, refundSchema);
      const isDone = ['reversed', 'success'].includes(status) && waits !== true && waits !== 'true';
      return { kind: isDone ? 'done' : 'waits' };
    },
  };
}
export type LiqpayApi = ReturnType<typeof createLiqpayApi>;
