// PayU Latam adapter: the buyer pays on the WebCheckout page, the payment's state is read from the reports API, and
// refunds are requests that PayU reviews.
// https://developers.payulatam.com/latam/en/docs/integrations/webcheckout-integration.html
import { z } from 'zod';
import {
  type CheckoutOrder,
  type PaymentKey,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
  type ProviderPayment,
  type ProviderRefund,
  type ProviderRequest,
  type RefundOrder,
} from '../../../ports/payments.ts';
import { callProvider, parseSuccess } from '../call-provider.ts';
import { earlierRefunds } from '../earlier-refunds.ts';
import { createOneAtATime } from '../one-at-a-time.ts';
import { definePaymentAdapter } from '../payment-adapter.ts';
import { toProviderText, toProviderUnits } from '../provider-money.ts';
import { fieldOf, readForm } from '../signed-form.ts';
import {
  amountOf,
  type PayuOrder,
  type PayuTransaction,
  paymentOf,
  payuReport,
  pickOrder,
  reasonTextOf,
  refundsOf,
  stateOf,
  unitsOf,
} from './client.ts';
import {
  assertPayuSigned,
  confirmationValue,
  PAYU_ALGORITHMS,
  payuSignature,
  responseValue,
} from './signature.ts';

const variables = z.object({
  PAYULATAM_API_KEY: z.string().min(1),
  PAYULATAM_API_LOGIN: z.string().min(1),
  PAYULATAM_MERCHANT_ID: z.string().regex(/^\d+$/, 'The merchant id is a number'),
  PAYULATAM_ACCOUNT_ID: z.string().regex(/^\d+$/, 'The account id is a number'),
  PAYULATAM_SIGNATURE_ALGORITHM: z.enum(PAYU_ALGORITHMS).default('MD5'),
  /** Key of HMAC-SHA256 when it is not the API key. */
  PAYULATAM_SIGNATURE_SECRET: z.string().min(1).optional(),
  /** 1 for PayU's sandbox. */
  PAYULATAM_TEST: z.enum(['0', '1']).default('0'),
  PAYULATAM_API_URL: z.url().default('https://api.payulatam.com'),
  PAYULATAM_CHECKOUT_URL: z.url().default('https://checkout.payulatam.com/ppp-web-gateway-payu/'),
});

/** Currencies listed in PayU Latam's documentation. */
const CURRENCIES = ['ARS', 'BRL', 'CLP', 'COP', 'MXN', 'PEN', 'USD'];
const LANGUAGES = ['es', 'en', 'pt'];

const refundAnswer = z.object({
  code: z.string(),
  error: z.string().nullish(),
  transactionResponse: z
    .object({
      transactionId: z.string().nullish(),
      state: z.string().nullish(),
      responseCode: z.string().nullish(),
      responseMessage: z.string().nullish(),
    })
    .nullish(),
});
type RefundAnswer = z.infer<typeof refundAnswer>;

/** Matches temporary errors by their texts, because PayU has no error codes for them. */
const ASK_AGAIN = /internal|timeout|time out|try again|unavailable/i;
const UNDER_REVIEW = /pending|in process|under review/i;
const WRONG_MERCHANT = /credential|authenticat|api ?login|api ?key/i;

function refundFrom(state: string, refundRef: string | null, reason: string | null): ProviderRefund {
  if (state === 'APPROVED') return { status: 'done', refundRef, reason: null };
  if (state === 'PENDING' || state === 'SUBMITTED') return { status: 'pending', refundRef, reason };
  return { status: 'failed', refundRef, reason: reason ?? state };
}

function readRefund({ code, error, transactionResponse: response }: RefundAnswer): ProviderRefund {
  if (code === 'SUCCESS' && response?.state)
    return refundFrom(response.state, response.transactionId || null, response.responseMessage || null);
  const words = error || response?.responseMessage || code;
  if (WRONG_MERCHANT.test(words)) throw new PaymentRefusedError(words);
  if (ASK_AGAIN.test(words) || code === 'SUCCESS') throw new PaymentUnavailableError(words);
  return { status: UNDER_REVIEW.test(words) ? 'pending' : 'failed', refundRef: null, reason: words };
}

/**
 * Finds an earlier attempt at this refund. PayU accepts no idempotency key, so our id is part of the refund's reason.
 * When PayU shows no reason, a refund of the same amount counts as this one, since paying twice is worse; unless all
 * listed refunds are known to be different ones.
 */
function refundMadeBefore(order: PayuOrder, refundOrder: RefundOrder): PayuTransaction | undefined {
  const all = amountOf(order);
  const made = refundsOf(order);
  const own = made.find(({ reason }) => reason?.includes(refundOrder.refund));
  if (own !== undefined || all === null) return own;
  const standing = made.filter((one) => stateOf(one) !== 'DECLINED');
  const same = earlierRefunds(standing, (one) => unitsOf(one, all), refundOrder).filter(
    ({ reason }) => !reason,
  );
  // Among several, prefers one that is not approved yet, because the approved ones are already accounted for.
  return same.find((one) => stateOf(one) !== 'APPROVED') ?? same[0];
}

function createPayuLatam(settings: z.output<typeof variables>): PaymentProvider {
  const { PAYULATAM_API_KEY: apiKey, PAYULATAM_MERCHANT_ID: merchantId } = settings;
  const algorithm = settings.PAYULATAM_SIGNATURE_ALGORITHM;
  const signing = { apiKey, algorithm, secret: settings.PAYULATAM_SIGNATURE_SECRET ?? apiKey };
  const base = settings.PAYULATAM_API_URL.replace(/\/+$/, '');
  const oneAtATime = createOneAtATime();

  async function request<T>(
    api: 'reports-api' | 'payments-api',
    body: object,
    schema: z.ZodType<T>,
  ): Promise<T> {
    const answer = await callProvider({
      method: 'POST',
      url: `${base}/${api}/4.0/service.cgi`,
      body: {
        test: settings.PAYULATAM_TEST === '1',
        language: 'en',
        merchant: { apiLogin: settings.PAYULATAM_API_LOGIN, apiKey },
        ...body,
      },
    });
    return parseSuccess(answer, schema);
  }

  async function findOrders(payment: string): Promise<readonly PayuOrder[]> {
    const { code, error, result } = await request(
      'reports-api',
      { command: 'ORDER_DETAIL_BY_REFERENCE_CODE', details: { referenceCode: payment } },
      payuReport,
    );
    if (code !== 'SUCCESS') {
      const words = error ?? code;
      throw WRONG_MERCHANT.test(words) ? new PaymentRefusedError(words) : new PaymentUnavailableError(words);
    }
    return (result?.payload ?? []).filter(({ referenceCode }) => referenceCode === payment);
  }

  async function query(payment: string, providerRef: string | null): Promise<ProviderPayment> {
    const picked = pickOrder(await findOrders(payment), providerRef);
    if (picked) return picked.report;
    return { status: 'unknown', payment, providerRef: null, amount: null, refunded: null, reason: null };
  }

  function fieldsOf({ payment, buyer, ...order }: CheckoutOrder): Record<string, string> {
    const { currency } = order.amount;
    if (!CURRENCIES.includes(currency)) throw new PaymentRefusedError(`PayU takes no ${currency}`);
    const amount = toProviderText(order.amount);
    const name = `${buyer.first_name} ${buyer.last_name}`.trim();
    const language = order.locale.slice(0, 2).toLowerCase();
    return {
      merchantId,
      accountId: settings.PAYULATAM_ACCOUNT_ID,
      description: order.product_name.slice(0, 255),
      referenceCode: payment,
      amount,
      // Without a tax field PayU would add Colombian VAT; the amount of a ride is stated without a separate tax.
      tax: '0',
      taxReturnBase: '0',
      currency,
      signature: payuSignature(signing, [merchantId, payment, amount, currency]),
      algorithmSignature: algorithm,
      test: settings.PAYULATAM_TEST,
      lng: LANGUAGES.includes(language) ? language : 'en',
      buyerFullName: name.slice(0, 150),
      payerFullName: name.slice(0, 50),
      telephone: buyer.mobile_no,
      payerPhone: buyer.mobile_no,
      ...(buyer.email === '' ? {} : { buyerEmail: buyer.email, payerEmail: buyer.email }),
      responseUrl: order.returnUrl,
      confirmationUrl: order.webhookUrl,
    };
  }

  function assertReturn(request: ProviderRequest, payment: string) {
    const form = readForm(request);
    const signature = form.get('signature');
    if (!signature) return;
    const reference = fieldOf(form, 'referenceCode');
    assertPayuSigned(signing, {
      merchantId: fieldOf(form, 'merchantId'),
      reference,
      value: responseValue(fieldOf(form, 'TX_VALUE')),
      currency: fieldOf(form, 'currency'),
      state: fieldOf(form, 'transactionState'),
      signature,
    });
    if (form.get('merchantId') !== merchantId || reference !== payment)
      throw new PaymentSignatureError('It is about another payment');
  }

  async function readReturn(request: ProviderRequest, key: PaymentKey): Promise<ProviderPayment> {
    assertReturn(request, key.payment);
    const report = await query(key.payment, key.providerRef);
    return report.status === 'unknown' ? { ...report, status: 'open' } : report;
  }

  function readConfirmation(request: ProviderRequest): { reference: string; state: string } {
    const form = readForm({ ...request, method: 'POST' });
    const reference = fieldOf(form, 'reference_sale');
    const state = fieldOf(form, 'state_pol');
    assertPayuSigned(signing, {
      merchantId: fieldOf(form, 'merchant_id'),
      reference,
      value: confirmationValue(fieldOf(form, 'value')),
      currency: fieldOf(form, 'currency'),
      state,
      signature: fieldOf(form, 'sign'),
    });
    if (form.get('merchant_id') !== merchantId) throw new PaymentSignatureError('It is for another merchant');
    return { reference, state };
  }

  async function submitRefund(
    order: PayuOrder,
    refundOrder: RefundOrder,
    isAll: boolean,
  ): Promise<ProviderRefund> {
    const parentTransactionId = paymentOf(order)?.id;
    if (!parentTransactionId) throw new PaymentRefusedError('PayU shows no payment to refund');
    const TX_VALUE = { value: toProviderText(refundOrder.back), currency: refundOrder.back.currency };
    const transaction = {
      order: { id: String(order.id) },
      parentTransactionId,
      reason: `${refundOrder.reason.slice(0, 200)} (${refundOrder.refund})`,
      ...(isAll ? { type: 'REFUND' } : { type: 'PARTIAL_REFUND', additionalValues: { TX_VALUE } }),
    };
    return readRefund(
      await request('payments-api', { command: 'SUBMIT_TRANSACTION', transaction }, refundAnswer),
    );
  }

  async function refund(refundOrder: RefundOrder): Promise<ProviderRefund> {
    const picked = pickOrder(await findOrders(refundOrder.payment), refundOrder.providerRef);
    if (!picked) throw new PaymentRefusedError('PayU knows no such payment to refund');
    const before = refundMadeBefore(picked.order, refundOrder);
    if (before) return refundFrom(stateOf(before), before.id, reasonTextOf(before));
    const { amount, refunded } = picked.report;
    if (!amount || !refunded) throw new PaymentRefusedError('The payment was not made');
    const [all, gone, back] = [amount, refunded, refundOrder.back].map((money) => toProviderUnits(money));
    if (all === undefined || gone === undefined || back === undefined || gone + back > all)
      return { status: 'failed', refundRef: null, reason: 'More than is left of the payment' };
    return submitRefund(picked.order, refundOrder, back === all);
  }

  return {
    name: 'payulatam',
    currencies: CURRENCIES,
    async createCheckout(order) {
      const action = settings.PAYULATAM_CHECKOUT_URL;
      return { kind: 'form', providerRef: null, action, fields: fieldsOf(order) };
    },
    readReturn,
    async readWebhook(request) {
      // The confirmation signs neither the transaction nor the exact amount, so both are queried.
      const { reference, state } = readConfirmation(request);
      return { kind: 'payment', eventId: `${reference}:${state}`, report: await query(reference, null) };
    },
    query: ({ payment, providerRef }) => query(payment, providerRef),
    refund: (refundOrder) => oneAtATime(refundOrder.payment, () => refund(refundOrder)),
  };
}

export const payulatamAdapter = definePaymentAdapter({
  name: 'payulatam',
  variables,
  create: createPayuLatam,
});
