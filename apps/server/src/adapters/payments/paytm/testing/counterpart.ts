// Simulates Paytm: opens transactions, shows its page, answers the status and refund APIs, and sends callbacks.
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { CheckoutOrder } from '../../../../ports/payments.ts';
import {
  type CounterpartCall,
  type CounterpartReply,
  startCounterpart,
} from '../../testing/counterpart-server.ts';
import { assertPaytmChecksum, paytmChecksum, paytmFormText } from '../signature.ts';

export const PAYTM_MID = 'INTEGR7769XXXXXX9383';
/** Sixteen characters, as in every merchant key. */
export const PAYTM_KEY = 'kbzk1DSbJiV_O3p5';

interface Refund {
  refundId: string;
  amount: number;
  asked: string;
}

interface Order {
  amount: string;
  request: string;
  callbackUrl: string;
  token: string;
  txnId: string | null;
  status: 'open' | 'TXN_SUCCESS' | 'TXN_FAILURE';
  refunds: Map<string, Refund>;
}

const envelope = z.object({ head: z.object({ signature: z.string() }) });
const openBody = z.strictObject({
  requestType: z.literal('Payment'),
  mid: z.literal(PAYTM_MID),
  websiteName: z.literal('DEFAULT'),
  orderId: z.string().regex(/^[A-Za-z0-9_@-]{1,50}$/),
  callbackUrl: z.url(),
  txnAmount: z.strictObject({ value: z.string().regex(/^\d+\.\d\d$/), currency: z.literal('INR') }),
  userInfo: z.strictObject({
    custId: z.string().regex(/^[A-Za-z0-9@!_$.]{1,64}$/),
    firstName: z.string().regex(/^[^|]*$/),
    lastName: z.string().regex(/^[^|]*$/),
    mobile: z
      .string()
      .regex(/^\d{10}$/)
      .optional(),
    email: z.string().optional(),
  }),
});
const statusBody = z.strictObject({ mid: z.literal(PAYTM_MID), orderId: z.string() });
const refundStatusBody = statusBody.extend({ refId: z.string() });
const refundBody = refundStatusBody.extend({
  txnType: z.literal('REFUND'),
  txnId: z.string(),
  refundAmount: z.string().regex(/^\d+\.\d\d$/),
  comments: z.string(),
});

const number = (digits: number) => String(randomInt(10 ** (digits - 1), 10 ** digits));
const cents = (amount: string) => Math.round(Number(amount) * 100);

function signed(body: object): CounterpartReply {
  const text = JSON.stringify(body);
  const head = JSON.stringify({ version: 'v1', signature: paytmChecksum(text, PAYTM_KEY) });
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: `{"head":${head},"body":${text}}`,
  };
}

const result = (resultStatus: string, resultCode: string, resultMsg: string, rest: object = {}) =>
  signed({ resultInfo: { resultStatus, resultCode, resultMsg }, ...rest });

export async function startPaytmCounterpart() {
  const orders = new Map<string, Order>();
  /** Result codes for the next calls of any kind. */
  const nextAnswers: [string, string][] = [];

  function openTransaction(call: CounterpartCall, text: string): CounterpartReply {
    const parsed = openBody.safeParse(JSON.parse(text));
    if (!parsed.success)
      return result('F', '1001', `Request parameters are not valid ${parsed.error.message}`);
    const { orderId, txnAmount, callbackUrl } = parsed.data;
    if (call.query.get('mid') !== PAYTM_MID) return result('F', '2013', 'Mid in the query param differs');
    if (call.query.get('orderId') !== orderId) return result('F', '2014', 'OrderId differs');
    const known = orders.get(orderId);
    if (known && (known.request !== text || known.status !== 'open'))
      return result('F', '325', 'Duplicate order id');
    if (known) return result('S', '0002', 'Success Idempotent', { txnToken: known.token });
    const token = number(12);
    orders.set(orderId, {
      amount: txnAmount.value,
      request: text,
      callbackUrl,
      token,
      txnId: null,
      status: 'open',
      refunds: new Map(),
    });
    return result('S', '0000', 'Success', { txnToken: token });
  }

  function orderStatus(text: string): CounterpartReply {
    const { orderId, mid } = statusBody.parse(JSON.parse(text));
    const order = orders.get(orderId);
    if (!order) return result('TXN_FAILURE', '334', 'Invalid Order ID.', { orderId, mid });
    if (order.status === 'open') return result('NO_RECORD_FOUND', '331', 'No Record Found', { orderId, mid });
    const back = [...order.refunds.values()].reduce((sum, { amount }) => sum + amount, 0);
    const facts = {
      orderId,
      mid,
      txnId: order.txnId,
      txnAmount: order.amount,
      txnType: 'SALE',
      paymentMode: 'DC',
      refundAmt: (back / 100).toFixed(2),
    };
    return order.status === 'TXN_SUCCESS'
      ? result('TXN_SUCCESS', '01', 'Txn Success', facts)
      : result('TXN_FAILURE', '227', 'Your payment has been declined by your bank.', facts);
  }

  function refundStatus(text: string): CounterpartReply {
    const { orderId, refId } = refundStatusBody.parse(JSON.parse(text));
    const refund = orders.get(orderId)?.refunds.get(refId);
    if (!refund) return result('TXN_FAILURE', '631', 'Record not found');
    const { refundId, asked } = refund;
    return result('TXN_SUCCESS', '10', 'Refund Successfull', {
      orderId,
      refId,
      refundId,
      refundAmount: asked,
    });
  }

  function applyRefund(text: string): CounterpartReply {
    const { orderId, refId, txnId, refundAmount } = refundBody.parse(JSON.parse(text));
    const order = orders.get(orderId);
    if (order?.status !== 'TXN_SUCCESS' || order.txnId !== txnId)
      return result('TXN_FAILURE', '627', 'Order Details Mismatch');
    if (order.refunds.has(refId)) return result('TXN_FAILURE', '617', 'Refund Already Raised');
    const back = [...order.refunds.values()].reduce((sum, { amount }) => sum + amount, 0);
    if (cents(refundAmount) < 1 || back + cents(refundAmount) > cents(order.amount))
      return result('TXN_FAILURE', '619', 'Invalid refund amount');
    const refundId = number(14);
    order.refunds.set(refId, { refundId, amount: cents(refundAmount), asked: refundAmount });
    const words = 'Refund request was raised for this transaction. But it is pending state';
    return result('PENDING', '601', words, { orderId, refId, refundId, txnId, refundAmount });
  }

  /**
   * The payment page: a header contains the buyer's action, and the answer contains the fields for the callback URL.
   */
  function pay(call: CounterpartCall): CounterpartReply {
    const form = call.form();
    const orderId = form.get('orderId') ?? '';
    const order = orders.get(orderId);
    if (order?.token !== form.get('txnToken') || form.get('mid') !== PAYTM_MID || !order)
      return { status: 400, body: 'Session expired' };
    order.status = call.headers['x-buyer'] === 'pays' ? 'TXN_SUCCESS' : 'TXN_FAILURE';
    order.txnId = `20201113111212800110168${number(13)}`;
    const isPaid = order.status === 'TXN_SUCCESS';
    const fields = new Map(
      Object.entries({
        ORDERID: orderId,
        MID: PAYTM_MID,
        TXNID: order.txnId,
        TXNAMOUNT: order.amount,
        CURRENCY: 'INR',
        PAYMENTMODE: 'DC',
        TXNDATE: '2020-11-13 15:13:02.0',
        STATUS: order.status,
        RESPCODE: isPaid ? '01' : '227',
        RESPMSG: isPaid ? 'Txn Success' : 'Declined by your bank',
        GATEWAYNAME: 'HDFC',
        BANKTXNID: number(8),
        BANKNAME: '',
      }),
    );
    const CHECKSUMHASH = paytmChecksum(paytmFormText(fields), PAYTM_KEY);
    return {
      status: 200,
      body: { callbackUrl: order.callbackUrl, ...Object.fromEntries(fields), CHECKSUMHASH },
    };
  }

  const server = await startCounterpart((call) => {
    if (call.path === '/theia/api/v1/showPaymentPage') return pay(call);
    const sent = call.body.toString('utf8');
    const text = /^\{"body":(.*),"head":\{[^{}]*\}\}$/s.exec(sent)?.[1] ?? '';
    try {
      assertPaytmChecksum(text, PAYTM_KEY, envelope.parse(JSON.parse(sent)).head.signature);
    } catch {
      return result('TXN_FAILURE', '330', 'Checksum provided is invalid');
    }
    const forced = nextAnswers.shift();
    if (forced) return result(forced[0], forced[1], 'As planned');
    if (call.path === '/theia/api/v1/initiateTransaction') return openTransaction(call, text);
    if (call.path === '/v3/order/status') return orderStatus(text);
    if (call.path === '/v2/refund/status') return refundStatus(text);
    if (call.path === '/refund/apply') return applyRefund(text);
    return { status: 404, body: 'Not found' };
  });

  return {
    ...server,
    answerNext: (status: string, code: string) => nextAnswers.push([status, code]),
    /** The signed fields sent to the callback URL. */
    async buyer(
      does: 'pays' | 'fails',
      action: string,
      fields: Record<string, string>,
      order: CheckoutOrder,
    ) {
      const response = await fetch(action, {
        method: 'POST',
        headers: { 'x-buyer': does },
        body: new URLSearchParams(fields),
      });
      if (!response.ok) throw new Error(`Paytm's page said ${await response.text()}`);
      const { callbackUrl, ...form } = z.record(z.string(), z.string()).parse(await response.json());
      if (callbackUrl !== order.returnUrl) throw new Error(`The buyer would come back to ${callbackUrl}`);
      return form;
    },
    paidBack: (payment: string) =>
      [...(orders.get(payment)?.refunds.values() ?? [])].reduce((sum, { amount }) => sum + amount, 0) / 100,
  };
}
