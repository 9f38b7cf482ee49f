// Calls Mercado Pago's API: preferences (its name for checkouts), payments and refunds.
import { z } from 'zod';
import { type CheckoutOrder, PaymentUnavailableError } from '../../../ports/payments.ts';
import { callProvider, type ProviderCall, parseAnswer, parseSuccess } from '../call-provider.ts';
import { toProviderText } from '../provider-money.ts';

/** Credentials of a Mercado Pago account, and the API's base URL. */
export interface Settings {
  readonly apiUrl: string;
  readonly accessToken: string;
  readonly webhookSecret: string;
  readonly now: () => number;
}

const MAX_TITLE_LENGTH = 256;
/** How long a checkout can be paid, in ms: unpaid payments fail after a day. */
const EXPIRES_AFTER_MS = 24 * 60 * 60_000;

const preferenceSchema = z.object({ id: z.string().min(1), init_point: z.url() });

/** https://www.mercadopago.com/developers/en/reference/payments/_payments_id/get */
const paymentSchema = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  status: z.string(),
  status_detail: z.string().nullish(),
  external_reference: z.string().nullish(),
  transaction_amount: z.number(),
  transaction_amount_refunded: z.number().nullish(),
  currency_id: z.string(),
});
export type MercadoPagoPayment = z.output<typeof paymentSchema>;

const searchSchema = z.object({ results: z.array(paymentSchema) });
export const refundSchema = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  status: z.string().nullish(),
});
const listedRefund = refundSchema.extend({ amount: z.number() });
export type MercadoPagoRefund = z.output<typeof listedRefund>;

/**
 * Without this header, a Pix refund in process is answered with 400 and is not listed.
 * https://www.mercadopago.com.br/developers/en/docs/checkout-api-payments/payment-management/cancellations-and-refunds/refund-pix
 */
const WITH_IN_PROCESS = { 'x-render-in-process-refunds': 'true' };

/** ISO 8601 with a numeric offset, as in Mercado Pago's examples. */
const dateText = (at: number): string => new Date(at).toISOString().replace('Z', '+00:00');

function preferenceOf(order: CheckoutOrder, now: number) {
  const { buyer, amount } = order;
  const webhookUrl = new URL(order.webhookUrl);
  // Without this parameter, Mercado Pago also sends unsigned notifications of its older kind.
  webhookUrl.searchParams.set('source_news', 'webhooks');
  return {
    items: [
      {
        id: order.payment,
        title: order.product_name.slice(0, MAX_TITLE_LENGTH),
        quantity: 1,
        unit_price: Number(toProviderText(amount)),
        currency_id: amount.currency,
      },
    ],
    payer: {
      name: buyer.first_name,
      surname: buyer.last_name,
      ...(buyer.email ? { email: buyer.email } : {}),
    },
    external_reference: order.payment,
    back_urls: { success: order.returnUrl, pending: order.returnUrl, failure: order.cancelUrl },
    auto_return: 'approved',
    expires: true,
    expiration_date_to: dateText(now + EXPIRES_AFTER_MS),
    notification_url: webhookUrl.href,
  };
}

export function createClient({ apiUrl, accessToken, now }: Settings) {
  const call = (method: 'GET' | 'POST', path: string, more: Partial<ProviderCall> = {}) =>
    callProvider({
      ...more,
      method,
      url: `${apiUrl}${path}`,
      headers: { authorization: `Bearer ${accessToken}`, ...more.headers },
    });
  return {
    async createPreference(order: CheckoutOrder) {
      const headers = { 'x-idempotency-key': order.payment };
      const body = preferenceOf(order, now());
      return parseSuccess(await call('POST', '/checkout/preferences', { headers, body }), preferenceSchema);
    },
    async hasPreference(id: string) {
      const answer = await call('GET', `/checkout/preferences/${encodeURIComponent(id)}`);
      if (answer.status === 404) return false;
      parseSuccess(answer, z.object({ id: z.string() }));
      return true;
    },
    async getPayment(id: string) {
      const answer = await call('GET', `/v1/payments/${encodeURIComponent(id)}`);
      return answer.status === 404 ? null : parseSuccess(answer, paymentSchema);
    },
    /** All attempts at this payment, oldest first. */
    async searchPayments(reference: string) {
      const query = new URLSearchParams({
        external_reference: reference,
        sort: 'date_created',
        criteria: 'asc',
      });
      const answer = await call('GET', `/v1/payments/search?${query}`);
      const { results } = parseSuccess(answer, searchSchema);
      return results.filter((payment) => payment.external_reference === reference);
    },
    /** A rejected list says nothing about the refund that it is read for, so it is never PaymentRefusedError. */
    async listRefunds(id: string): Promise<MercadoPagoRefund[]> {
      const path = `/v1/payments/${encodeURIComponent(id)}/refunds`;
      const answer = await call('GET', path, { headers: WITH_IN_PROCESS });
      if (answer.status >= 300)
        throw new PaymentUnavailableError(`Mercado Pago answered ${answer.status} to a list of refunds`);
      return parseAnswer(answer, z.array(listedRefund));
    },
    refund: (id: string, key: string, amount: number) =>
      call('POST', `/v1/payments/${encodeURIComponent(id)}/refunds`, {
        headers: { ...WITH_IN_PROCESS, 'x-idempotency-key': key },
        body: { amount },
      }),
  };
}
