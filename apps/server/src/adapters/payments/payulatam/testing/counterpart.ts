// Simulates PayU Latam: the WebCheckout page, the reports API, and refunds with or without a review.
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type CounterpartCall,
  type CounterpartReply,
  startCounterpart,
} from '../../testing/counterpart-server.ts';

/** Credentials of the documentation's examples. */
export const PAYU_TEST = {
  apiKey: '4Vj8eK4rloUd272L48hsrarnUA',
  apiLogin: 'pRRXKOl8ikMmt9u',
  merchantId: '508029',
  accountId: '512322',
};

interface Transaction {
  id: string;
  type: string;
  reason: string | null;
  parentTransactionId: string | null;
  transactionResponse: { state: string; responseCode: string; responseMessage: string | null };
  additionalValues: { TX_VALUE?: { value: number; currency: string } };
}

interface Order {
  id: number;
  accountId: number;
  status: string;
  referenceCode: string;
  additionalValues: { TX_VALUE: { value: number; currency: string } };
  transactions: Transaction[];
}

const decimal = z.string().regex(/^\d{1,10}(\.\d{1,2})?$/);
const checkout = z.object({
  merchantId: z.literal(PAYU_TEST.merchantId),
  accountId: z.literal(PAYU_TEST.accountId),
  description: z.string().min(1).max(255),
  referenceCode: z
    .string()
    .regex(/^[\w-]+$/)
    .max(255),
  amount: decimal,
  tax: decimal,
  taxReturnBase: decimal,
  currency: z.enum(['ARS', 'BRL', 'CLP', 'COP', 'MXN', 'PEN', 'USD']),
  algorithmSignature: z.literal('MD5'),
  signature: z.string(),
  test: z.enum(['0', '1']),
  lng: z.enum(['es', 'en', 'pt']),
  buyerFullName: z.string().max(150),
  payerFullName: z.string().max(50),
  telephone: z.string().max(20),
  payerPhone: z.string().max(20),
  buyerEmail: z.string().min(3).optional(),
  payerEmail: z.string().min(3).optional(),
  responseUrl: z.url(),
  confirmationUrl: z.url(),
});
const merchant = z.object({
  apiLogin: z.literal(PAYU_TEST.apiLogin),
  apiKey: z.literal(PAYU_TEST.apiKey),
});
const request = { test: z.boolean(), language: z.enum(['es', 'en', 'pt']), merchant };
const reportRequest = z.object({
  ...request,
  command: z.literal('ORDER_DETAIL_BY_REFERENCE_CODE'),
  details: z.strictObject({ referenceCode: z.string() }),
});
const refundRequest = z.object({
  ...request,
  command: z.literal('SUBMIT_TRANSACTION'),
  transaction: z.object({
    order: z.object({ id: z.string().regex(/^\d+$/) }),
    type: z.enum(['REFUND', 'PARTIAL_REFUND']),
    reason: z.string().optional(),
    parentTransactionId: z.uuid(),
    additionalValues: z.object({ TX_VALUE: z.object({ value: decimal, currency: z.string() }) }).optional(),
  }),
});

const md5 = (...fields: string[]) =>
  createHash('md5')
    .update([PAYU_TEST.apiKey, PAYU_TEST.merchantId, ...fields].join('~'))
    .digest('hex');
const cents = (value: number | string) => Math.round(Number(value) * 100);
/** Rounds to one decimal, half to even; computed in cents to avoid rounding errors. */
function oneDecimal(value: string): string {
  const tenths = cents(value) / 10;
  const rounded = tenths % 1 === 0.5 ? 2 * Math.round(tenths / 2) : Math.round(tenths);
  return (rounded / 10).toFixed(1);
}
const error = (words: string): CounterpartReply => ({ status: 200, body: { code: 'ERROR', error: words } });

/** Fields sent to the response page (GET) and to the confirmation page (POST). */
export function payuSays(
  order: { referenceCode: string; value: string; currency: string },
  state: '4' | '6',
) {
  const { referenceCode, value, currency } = order;
  const orderId = String(randomInt(1e9));
  const transactionId = randomUUID();
  const confirmed = value.endsWith('0') ? value.slice(0, -1) : value;
  return {
    response: {
      merchantId: PAYU_TEST.merchantId,
      transactionState: state,
      referenceCode,
      reference_pol: orderId,
      transactionId,
      TX_VALUE: value,
      TX_TAX: '.00',
      currency,
      message: 'ok',
      lng: 'es',
      cus: '',
      signature: md5(referenceCode, oneDecimal(value), currency, state),
    },
    confirmation: {
      response_code_pol: '1',
      merchant_id: PAYU_TEST.merchantId,
      state_pol: state,
      reference_pol: orderId,
      reference_sale: referenceCode,
      value,
      currency,
      transaction_id: transactionId,
      test: '0',
      description: 'Ride – Plaza',
      transaction_date: '2026-05-27 13:07:35',
      phone: '',
      cc_holder: 'APPROVED',
      sign: md5(referenceCode, confirmed, currency, state),
    },
  };
}

export async function startPayuCounterpart() {
  const orders: Order[] = [];
  /** Refunds that wait for a review by PayU; the reports do not show them. */
  const waiting: { order: Order; transaction: Transaction }[] = [];
  const modes = { isReviewing: false, showsReasons: true };

  const transactionOf = (type: string, state: string, rest: Partial<Transaction> = {}): Transaction => ({
    id: randomUUID(),
    type,
    reason: null,
    parentTransactionId: null,
    additionalValues: {},
    ...rest,
    transactionResponse: {
      state,
      responseCode: state === 'DECLINED' ? 'ENTITY_DECLINED' : state,
      responseMessage: null,
    },
  });

  function pay(call: CounterpartCall): CounterpartReply {
    const parsed = checkout.safeParse(Object.fromEntries(call.form()));
    if (!parsed.success) return { status: 400, body: parsed.error.message };
    const { referenceCode, amount, currency, signature, responseUrl, confirmationUrl } = parsed.data;
    if (signature !== md5(referenceCode, amount, currency)) return { status: 400, body: 'Wrong signature' };
    if (orders.some((order) => order.referenceCode === referenceCode && order.status === 'CAPTURED'))
      return { status: 400, body: 'The reference was paid' };
    const isPaid = call.headers['x-buyer'] === 'pays';
    const TX_VALUE = { value: Number(amount), currency };
    orders.push({
      id: randomInt(1e9),
      accountId: Number(PAYU_TEST.accountId),
      referenceCode,
      status: isPaid ? 'CAPTURED' : 'DECLINED',
      additionalValues: { TX_VALUE },
      transactions: [
        transactionOf('AUTHORIZATION_AND_CAPTURE', isPaid ? 'APPROVED' : 'DECLINED', {
          additionalValues: { TX_VALUE },
        }),
      ],
    });
    const said = payuSays({ referenceCode, value: Number(amount).toFixed(2), currency }, isPaid ? '4' : '6');
    return { status: 200, body: { responseUrl, confirmationUrl, ...said } };
  }

  function report(call: CounterpartCall): CounterpartReply {
    const parsed = reportRequest.safeParse(call.json());
    if (!parsed.success) return error(`Invalid credentials or request: ${parsed.error.message}`);
    const payload = orders.filter(({ referenceCode }) => referenceCode === parsed.data.details.referenceCode);
    const result = payload.length > 0 ? { payload } : null;
    return { status: 200, body: { code: 'SUCCESS', error: null, result } };
  }

  const goneOf = ({ transactions }: Order) =>
    transactions
      .filter(
        ({ type, transactionResponse }) => /REFUND/.test(type) && transactionResponse.state === 'APPROVED',
      )
      .reduce((sum, { additionalValues }) => sum + cents(additionalValues.TX_VALUE?.value ?? 0), 0);

  function settle(order: Order, transaction: Transaction, state: 'APPROVED' | 'DECLINED') {
    transaction.transactionResponse.state = state;
    order.transactions.unshift({ ...transaction, reason: modes.showsReasons ? transaction.reason : null });
    if (goneOf(order) >= cents(order.additionalValues.TX_VALUE.value)) order.status = 'REFUNDED';
  }

  function refund(call: CounterpartCall): CounterpartReply {
    const parsed = refundRequest.safeParse(call.json());
    if (!parsed.success) return error(`Invalid credentials or request: ${parsed.error.message}`);
    const {
      order: asked,
      type,
      reason = null,
      parentTransactionId,
      additionalValues,
    } = parsed.data.transaction;
    const order = orders.find(({ id }) => String(id) === asked.id);
    if (!order?.transactions.some(({ id }) => id === parentTransactionId))
      return error('The order or transaction does not exist');
    if (waiting.some((other) => other.order === order))
      return error('There is already a pending refund request for this transaction');
    const all = order.additionalValues.TX_VALUE;
    const value = type === 'REFUND' ? all.value : Number(additionalValues?.TX_VALUE.value ?? 0);
    if (cents(value) < 1 || goneOf(order) + cents(value) > cents(all.value))
      return error('The value to refund is not valid');
    const TX_VALUE = { value, currency: all.currency };
    const transaction = transactionOf(type, 'PENDING', {
      reason,
      parentTransactionId,
      additionalValues: { TX_VALUE },
    });
    if (modes.isReviewing) waiting.push({ order, transaction });
    else settle(order, transaction, 'APPROVED');
    const transactionResponse = {
      orderId: order.id,
      transactionId: null,
      state: 'PENDING',
      pendingReason: 'PENDING_REVIEW',
    };
    return { status: 200, body: { code: 'SUCCESS', error: null, transactionResponse } };
  }

  const server = await startCounterpart((call) => {
    if (call.path === '/ppp-web-gateway-payu/') return pay(call);
    if (call.path === '/reports-api/4.0/service.cgi') return report(call);
    if (call.path === '/payments-api/4.0/service.cgi') return refund(call);
    return { status: 404, body: 'Not found' };
  });

  return {
    ...server,
    modes,
    orders,
    /** Decides all waiting refunds, like PayU's reviewers. */
    decide(state: 'APPROVED' | 'DECLINED') {
      for (const { order, transaction } of waiting.splice(0)) settle(order, transaction, state);
    },
    async buyer(does: 'pays' | 'fails', action: string, fields: Record<string, string>) {
      const body = new URLSearchParams(fields);
      const response = await fetch(action, { method: 'POST', headers: { 'x-buyer': does }, body });
      if (!response.ok) throw new Error(`PayU's page said ${await response.text()}`);
      const form = z.record(z.string(), z.string());
      return z
        .object({ responseUrl: z.string(), confirmationUrl: z.string(), response: form, confirmation: form })
        .parse(await response.json());
    },
    paidBack: (payment: string) =>
      orders
        .filter(({ referenceCode }) => referenceCode === payment)
        .reduce((sum, order) => sum + goneOf(order), 0) / 100,
  };
}
