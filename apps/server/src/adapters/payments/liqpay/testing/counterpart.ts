// Simulates LiqPay on loopback: the checkout form and the calls of https://www.liqpay.ua/en/doc, version 7.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type CounterpartReply,
  providerRequest,
  startCounterpart,
} from '../../testing/counterpart-server.ts';

interface Payment {
  readonly payment_id: number;
  readonly order_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly result_url: string;
  readonly description: string;
  readonly language: string;
  status: string;
  refund_amount?: number;
  info?: string;
}

const checkoutSchema = z.object({
  version: z.literal(7),
  public_key: z.string(),
  action: z.literal('pay'),
  amount: z
    .number()
    .positive()
    .refine((amount) => /^\d+(\.\d{1,2})?$/.test(String(amount))),
  currency: z.enum(['UAH', 'USD', 'EUR']),
  description: z.string().min(1),
  order_id: z.string().min(1).max(255),
  language: z.enum(['uk', 'en']),
  result_url: z.url().max(510),
  server_url: z.url().max(510),
});
const requestSchema = z.object({
  version: z.literal(7),
  public_key: z.string(),
  action: z.enum(['status', 'data', 'refund']),
  order_id: z.string().min(1),
  amount: z.number().positive().optional(),
  info: z.string().optional(),
});
type LiqpayRequest = z.output<typeof requestSchema>;

const signatureOf = (data: string, privateKey: string) =>
  createHash('sha3-256').update(privateKey).update(data).update(privateKey).digest('base64');
const refused = (code: string, description: string): CounterpartReply => ({
  status: 200,
  body: { result: 'error', status: 'error', err_code: code, code, err_description: description },
});

export type LiqpayCounterpart = Awaited<ReturnType<typeof startLiqpayCounterpart>>;

export async function startLiqpayCounterpart(keys: { publicKey: string; privateKey: string }) {
  const payments = new Map<string, Payment>();
  const failures: { action: string; when: 'before' | 'after' }[] = [];
  const asked: string[] = [];
  let nextId = 165_629;
  let isFromFuturePayments = false;
  let reportsRefunds = true;

  /** Returns the payload; throws for another merchant's signature. */
  function opened(form: URLSearchParams): unknown {
    const data = form.get('data') ?? '';
    const signature = form.get('signature');
    if (signature !== signatureOf(data, keys.privateKey)) throw new Error('invalid_signature');
    return JSON.parse(Buffer.from(data, 'base64').toString('utf8'));
  }

  const described = (payment: Payment) => {
    const { refund_amount: back, ...rest } = payment;
    return {
      result: 'ok',
      version: 7,
      action: 'pay',
      type: 'buy',
      paytype: 'card',
      public_key: keys.publicKey,
      ...rest,
      ...(back !== undefined && reportsRefunds ? { refund_amount: back } : {}),
      ...(payment.status === 'failure' ? { err_code: '9859', err_description: 'Insufficient funds' } : {}),
    };
  };

  function refund(payment: Payment, amount: number | undefined): CounterpartReply {
    if (amount === undefined) return refused('err_missing', 'amount is missing');
    if (payment.status !== 'success') return refused('payment_err_status', 'The payment has another status');
    const [paid, back] = [payment.amount, payment.refund_amount ?? 0].map((each) => Math.round(each * 100));
    const total = (back ?? 0) + Math.round(amount * 100);
    if (total > (paid ?? 0)) return refused('err_amount_hold', 'The amount is more than is left');
    const wait_amount = isFromFuturePayments;
    if (!wait_amount) {
      payment.refund_amount = total / 100;
      if (total === paid) payment.status = 'reversed';
    }
    const { payment_id } = payment;
    return {
      status: 200,
      body: { result: 'ok', action: 'pay', payment_id, status: 'reversed', wait_amount },
    };
  }

  function answer(request: LiqpayRequest): CounterpartReply {
    const payment = payments.get(request.order_id);
    if (!payment) return refused('payment_not_found', 'Payment not found');
    if (request.action === 'refund') return refund(payment, request.amount);
    if (request.action === 'data') payment.info = request.info ?? '';
    return { status: 200, body: described(payment) };
  }

  const server = await startCounterpart((call) => {
    if (`${call.method} ${call.path}` !== 'POST /api/request') return { status: 404, body: 'No such page' };
    let content: unknown;
    try {
      content = opened(call.form());
    } catch {
      return refused('invalid_signature', 'Invalid signature');
    }
    const parsed = requestSchema.safeParse(content);
    if (!parsed.success) return refused('err_wrong', parsed.error.message);
    if (parsed.data.public_key !== keys.publicKey) return refused('public_key_not_found', 'No such shop');
    const { action } = parsed.data;
    asked.push(action);
    const failure = failures.findIndex((each) => each.action === action);
    const [planned] = failure === -1 ? [] : failures.splice(failure, 1);
    if (planned?.when === 'before') return { status: 503, body: 'broken' };
    const reply = answer(parsed.data);
    return planned ? { status: 503, body: 'broken' } : reply;
  });

  const sealed = (content: object, privateKey = keys.privateKey) => {
    const data = Buffer.from(JSON.stringify(content)).toString('base64');
    return providerRequest({
      body: new URLSearchParams({ data, signature: signatureOf(data, privateKey) }),
    });
  };

  /** The buyer's browser posts the form, and the buyer acts on the page. */
  function post(fields: Readonly<Record<string, string>>, status: string) {
    const order = checkoutSchema.parse(opened(new URLSearchParams({ ...fields })));
    if (order.public_key !== keys.publicKey) throw new Error('public_key_not_found');
    const before = payments.get(order.order_id);
    if (before?.status === 'success') throw new Error('order_id_duplicate');
    nextId += 1;
    const { order_id, amount, currency, result_url, description, language } = order;
    const payment_id = before?.payment_id ?? nextId;
    const payment: Payment = {
      payment_id,
      order_id,
      amount,
      currency,
      result_url,
      description,
      language,
      status,
    };
    payments.set(order_id, payment);
    return {
      returned: providerRequest({ method: 'GET', url: result_url }),
      webhooks: [sealed(described(payment))],
    };
  }

  return {
    ...server,
    apiUrl: `${server.url}/api`,
    post,
    sealed,
    of: (order: string) => payments.get(order),
    describedOf(order: string) {
      const payment = payments.get(order);
      return payment ? described(payment) : {};
    },
    /** Makes the next call of this action fail, before or after it takes effect. */
    failNext: (action: string, when: 'before' | 'after') => failures.push({ action, when }),
    asked: () => asked.splice(0),
    refundFromFuturePayments(isSo: boolean) {
      isFromFuturePayments = isSo;
    },
    reportRefunds(isSo: boolean) {
      reportsRefunds = isSo;
    },
    paidBack: (order: string) => payments.get(order)?.refund_amount ?? 0,
  };
}
