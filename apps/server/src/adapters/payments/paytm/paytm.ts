// Paytm adapter: opens a transaction, the buyer pays on Paytm's page, and the state is queried after every notice.
// https://www.paytmpayments.com/docs/api/initiate-transaction-api, v3/transaction-status-api, refund-api.
// Paytm calls our webhook only when its URL is entered in Paytm's dashboard, under Webhook Settings.
import { z } from 'zod';
import {
  type CheckoutOrder,
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
import { definePaymentAdapter } from '../payment-adapter.ts';
import { fromProviderText, toProviderText, toProviderUnits } from '../provider-money.ts';
import { readForm } from '../signed-form.ts';
import { type PaytmNotice, readPaytmNotice, verifyPaytmForm } from './notification.ts';
import { paytmChecksum } from './signature.ts';

const variables = z.object({
  PAYTM_MID: z.string().min(1),
  PAYTM_MERCHANT_KEY: z
    .string()
    .refine((key) => Buffer.byteLength(key) === 16, 'The merchant key has 16 characters'),
  /** Website name in the merchant's account. */
  PAYTM_WEBSITE: z.string().min(1).default('DEFAULT'),
  PAYTM_API_URL: z.url().default('https://secure.paytmpayments.com'),
});

const CURRENCY = 'INR';

const resultInfo = z.object({
  resultStatus: z.string(),
  resultCode: z.string(),
  resultMsg: z.string().nullish(),
});
type ResultInfo = z.infer<typeof resultInfo>;

const openedBody = z.object({ resultInfo, txnToken: z.string().nullish() });
const statusBody = z.object({
  resultInfo,
  orderId: z.string().nullish(),
  txnId: z.string().nullish(),
  txnAmount: z.string().nullish(),
  refundAmt: z.string().nullish(),
});
type StatusBody = z.infer<typeof statusBody>;
const refundBody = z.object({ resultInfo, refundId: z.string().nullish() });
type RefundBody = z.infer<typeof refundBody>;

/** Result codes of the APIs, grouped by their meaning. */
const SYSTEM_ERRORS = ['501', '00000900'];
const WRONG_MERCHANT = ['330', '335'];
const NO_SUCH_ORDER = ['331', '334'];
const NO_SUCH_REFUND = '631';
const REFUND_DONE = ['10', '629'];
const REFUND_UNDER_WAY = ['601', '617', '626', '628'];
const REFUND_THERE_ALREADY = ['617', '629'];

const reasonTextOf = ({ resultCode, resultMsg }: ResultInfo) => `${resultCode} ${resultMsg ?? ''}`.trim();

/** Paytm rejects bars in its fields, and expects Indian numbers without the country code. */
function userInfoOf({ buyer }: CheckoutOrder) {
  const plain = (text: string) => text.replaceAll('|', ' ');
  const mobile = /^\+91(\d{10})$/.exec(buyer.mobile_no)?.[1];
  return {
    custId: buyer.cust_id.replaceAll('-', ''),
    firstName: plain(buyer.first_name),
    lastName: plain(buyer.last_name),
    ...(mobile === undefined ? {} : { mobile }),
    ...(buyer.email === '' ? {} : { email: buyer.email }),
  };
}

function reportOf(body: StatusBody): ProviderPayment {
  const { resultStatus, resultCode } = body.resultInfo;
  const amount = body.txnAmount ? fromProviderText(body.txnAmount, CURRENCY) : null;
  const refunded = body.refundAmt ? fromProviderText(body.refundAmt, CURRENCY) : null;
  const report = {
    payment: body.orderId || null,
    providerRef: body.txnId || null,
    amount,
    refunded,
    reason: null,
  };
  if (SYSTEM_ERRORS.includes(resultCode)) throw new PaymentUnavailableError(reasonTextOf(body.resultInfo));
  if (WRONG_MERCHANT.includes(resultCode)) throw new PaymentRefusedError(reasonTextOf(body.resultInfo));
  if (NO_SUCH_ORDER.includes(resultCode)) return { ...report, status: 'unknown' };
  if (resultStatus === 'PENDING') return { ...report, status: 'pending' };
  if (resultStatus === 'TXN_FAILURE')
    return { ...report, status: 'failed', reason: reasonTextOf(body.resultInfo) };
  if (resultStatus !== 'TXN_SUCCESS' || !amount || !report.providerRef)
    throw new PaymentUnavailableError(`Paytm says ${resultStatus} ${reasonTextOf(body.resultInfo)}`);
  const isAllBack = refunded !== null && toProviderUnits(refunded) >= toProviderUnits(amount);
  return { ...report, status: isAllBack ? 'refunded' : 'captured' };
}

function refundOf({ resultInfo: info, refundId }: RefundBody): ProviderRefund {
  const refundRef = refundId || null;
  if (WRONG_MERCHANT.includes(info.resultCode)) throw new PaymentRefusedError(reasonTextOf(info));
  if (info.resultStatus === 'TXN_SUCCESS' || REFUND_DONE.includes(info.resultCode))
    return { status: 'done', refundRef, reason: null };
  if (info.resultStatus === 'PENDING' || REFUND_UNDER_WAY.includes(info.resultCode))
    return { status: 'pending', refundRef, reason: reasonTextOf(info) };
  if (SYSTEM_ERRORS.includes(info.resultCode)) throw new PaymentUnavailableError(reasonTextOf(info));
  return { status: 'failed', refundRef, reason: reasonTextOf(info) };
}

function createPaytm(settings: z.output<typeof variables>): PaymentProvider {
  const { PAYTM_MID: mid, PAYTM_MERCHANT_KEY: key } = settings;
  const base = settings.PAYTM_API_URL.replace(/\/+$/, '');

  /** The signature covers the exact text of the body that is sent. */
  async function request<T>(path: string, body: object, schema: z.ZodType<T>): Promise<T> {
    const text = JSON.stringify(body);
    const answer = await callProvider({
      method: 'POST',
      url: `${base}${path}`,
      headers: { 'content-type': 'application/json' },
      body: `{"body":${text},"head":${JSON.stringify({ signature: paytmChecksum(text, key) })}}`,
    });
    return parseSuccess(answer, z.object({ body: schema })).body;
  }

  async function query(payment: string): Promise<ProviderPayment> {
    const report = reportOf(await request('/v3/order/status', { mid, orderId: payment }, statusBody));
    if (report.payment !== null && report.payment !== payment)
      throw new PaymentUnavailableError('Paytm answered about another order');
    return report;
  }

  async function openTransaction(order: CheckoutOrder): Promise<string> {
    if (order.amount.currency !== CURRENCY)
      throw new PaymentRefusedError(`Paytm takes no ${order.amount.currency}`);
    const path = `/theia/api/v1/initiateTransaction?mid=${encodeURIComponent(mid)}&orderId=${order.payment}`;
    const { resultInfo: info, txnToken } = await request(
      path,
      {
        requestType: 'Payment',
        mid,
        websiteName: settings.PAYTM_WEBSITE,
        orderId: order.payment,
        callbackUrl: order.returnUrl,
        txnAmount: { value: toProviderText(order.amount), currency: CURRENCY },
        userInfo: userInfoOf(order),
      },
      openedBody,
    );
    if (info.resultStatus === 'S' && txnToken) return txnToken;
    if (info.resultStatus !== 'F' || SYSTEM_ERRORS.includes(info.resultCode))
      throw new PaymentUnavailableError(reasonTextOf(info));
    throw new PaymentRefusedError(reasonTextOf(info));
  }

  const requestRefund = (order: RefundOrder) =>
    request('/v2/refund/status', { mid, orderId: order.payment, refId: order.refund }, refundBody);

  async function applyRefund(order: RefundOrder): Promise<RefundBody> {
    const txnId = order.providerRef ?? (await query(order.payment)).providerRef;
    if (!txnId) throw new PaymentRefusedError('Paytm knows no such payment to refund');
    return request(
      '/refund/apply',
      {
        mid,
        txnType: 'REFUND',
        orderId: order.payment,
        txnId,
        refId: order.refund,
        refundAmount: toProviderText(order.back),
        comments: order.reason.slice(0, 100),
      },
      refundBody,
    );
  }

  function assertOurs({ mid: theirs }: PaytmNotice) {
    if (theirs !== mid) throw new PaymentSignatureError('It is for another merchant');
  }

  async function readReturn(request: ProviderRequest, payment: string): Promise<ProviderPayment> {
    const form = readForm(request);
    if (form.has('CHECKSUMHASH')) {
      const notice = verifyPaytmForm(form, key);
      assertOurs(notice);
      if (notice.orderId !== payment) throw new PaymentSignatureError('It is about another payment');
    }
    const report = await query(payment);
    return report.status === 'unknown' ? { ...report, status: 'open' } : report;
  }

  return {
    name: 'paytm',
    currencies: [CURRENCY],
    async createCheckout(order) {
      const txnToken = await openTransaction(order);
      const address = new URLSearchParams({ mid, orderId: order.payment });
      return {
        kind: 'form',
        providerRef: null,
        action: `${base}/theia/api/v1/showPaymentPage?${address}`,
        fields: { mid, orderId: order.payment, txnToken },
      };
    },
    readReturn: (request, { payment }) => readReturn(request, payment),
    async readWebhook(request) {
      const notice = readPaytmNotice(request, key);
      assertOurs(notice);
      const { orderId, status, refId } = notice;
      const eventId = `${refId ?? orderId}:${status}`;
      if (refId !== null && status !== 'TXN_SUCCESS')
        return { kind: 'ignored', eventId, event: `refund ${status}` };
      // A refund is reported by the payment's state too, so that one made in Paytm's dashboard is recorded.
      return { kind: 'payment', eventId, report: await query(orderId) };
    },
    query: ({ payment }) => query(payment),
    async refund(order) {
      const known = await requestRefund(order);
      if (known.resultInfo.resultCode !== NO_SUCH_REFUND) return refundOf(known);
      const applied = await applyRefund(order);
      if (!REFUND_THERE_ALREADY.includes(applied.resultInfo.resultCode)) return refundOf(applied);
      // The same refund was requested concurrently, or another refund used up the remaining amount.
      const there = await requestRefund(order);
      if (there.resultInfo.resultCode !== NO_SUCH_REFUND) return refundOf(there);
      const { resultInfo: info } = applied;
      return {
        status: info.resultCode === '617' ? 'pending' : 'failed',
        refundRef: null,
        reason: reasonTextOf(info),
      };
    },
  };
}

export const paytmAdapter = definePaymentAdapter({ name: 'paytm', variables, create: createPaytm });
