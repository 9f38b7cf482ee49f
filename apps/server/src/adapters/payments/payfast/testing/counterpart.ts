// Simulates Payfast: its payment page, the confirmation of notifications, and the refund and history APIs.
import { createHash, randomInt } from 'node:crypto';
import { z } from 'zod';
import {
  type CounterpartCall,
  type CounterpartReply,
  startCounterpart,
} from '../../testing/counterpart-server.ts';

/** Merchant and passphrase of the documentation's examples. */
export const PAYFAST_TEST = {
  merchantId: '10000100',
  merchantKey: '46f0cd694581a',
  passphrase: 'jt7NOE43FZPn',
};

interface Paid {
  pfPaymentId: string;
  mPaymentId: string;
  itemName: string;
  /** Cents, like all amounts in this file. */
  amount: number;
  refunds: number[];
}

const FIELD_ORDER = [
  'merchant_id',
  'merchant_key',
  'return_url',
  'cancel_url',
  'notify_url',
  'name_first',
  'name_last',
  'email_address',
  'cell_number',
  'm_payment_id',
  'amount',
  'item_name',
  'signature',
];
const HISTORY_COLUMNS =
  '"Date","Type","Sign","Party","Name","Description","Currency","Funding Type","Gross","Fee","Net","Balance",' +
  '"M Payment ID","PF Payment ID","custom str1"';

const form = z.object({
  merchant_id: z.literal(PAYFAST_TEST.merchantId),
  merchant_key: z.literal(PAYFAST_TEST.merchantKey),
  return_url: z.url(),
  cancel_url: z.url(),
  notify_url: z.url(),
  name_first: z.string().max(100).optional(),
  name_last: z.string().max(100).optional(),
  email_address: z.email().max(100).optional(),
  cell_number: z
    .string()
    .regex(/^0\d{9}$/)
    .optional(),
  m_payment_id: z.string().max(100),
  amount: z.string().regex(/^\d+\.\d\d$/),
  item_name: z.string().min(1).max(100),
  signature: z.string(),
});
const refundBody = z.strictObject({
  amount: z.number().int().positive(),
  reason: z.string().min(3).max(255),
  notify_buyer: z.literal(1),
});

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
/** The encodings of forms and of PHP differ only in the asterisk. */
const encoded = (fields: Iterable<[string, string]>) =>
  new URLSearchParams([...fields]).toString().replaceAll('*', '%2A');
const decimal = (amount: number) => (amount / 100).toFixed(2);

/** A notification with its fields in Payfast's order. */
export function payfastNotice(
  given: Record<string, string>,
  passphrase = PAYFAST_TEST.passphrase,
): URLSearchParams {
  const names = [
    'm_payment_id',
    'pf_payment_id',
    'payment_status',
    'item_name',
    'item_description',
    'amount_gross',
    'amount_fee',
    'amount_net',
    'custom_str1',
    'custom_int1',
    'name_first',
    'name_last',
    'email_address',
    'merchant_id',
  ];
  const fields = names.map((name): [string, string] => [name, given[name] ?? '']);
  const signature = md5(`${encoded(fields)}&${encoded([['passphrase', passphrase]])}`);
  return new URLSearchParams([...fields, ['signature', signature]]);
}

export async function startPayfastCounterpart() {
  const payments: Paid[] = [];
  const sent = new Set<string>();
  const modes = { method: 'PAYMENT_SOURCE', isRefundable: true };

  /** Stores a notification as sent, so that a confirmation request for it succeeds. */
  function notify(given: Record<string, string>): string {
    const notice = payfastNotice({ merchant_id: PAYFAST_TEST.merchantId, ...given });
    sent.add(encoded([...notice].filter(([name]) => name !== 'signature')));
    return notice.toString();
  }

  function pay(call: CounterpartCall): CounterpartReply {
    const fields = [...call.form()];
    const places = fields.map(([name]) => FIELD_ORDER.indexOf(name));
    const isOrdered = places.every((place, at) => place >= 0 && (at === 0 || place > (places[at - 1] ?? -1)));
    const parsed = form.safeParse(Object.fromEntries(fields));
    if (!isOrdered || !parsed.success) return { status: 400, body: `${places} ${parsed.error?.message}` };
    const signed = fields.filter(([name]) => name !== 'signature');
    const expected = md5(`${encoded(signed)}&${encoded([['passphrase', PAYFAST_TEST.passphrase]])}`);
    const { m_payment_id, amount, item_name, signature, return_url, cancel_url, notify_url } = parsed.data;
    if (signature !== expected) return { status: 400, body: 'Generated signature does not match' };
    if (call.headers['x-buyer'] !== 'pays')
      return { status: 200, body: { back: cancel_url, notify_url, notices: [] } };
    const paid = {
      pfPaymentId: String(randomInt(1e6, 1e9)),
      mPaymentId: m_payment_id,
      itemName: item_name,
      amount: Math.round(Number(amount) * 100),
      refunds: [],
    };
    payments.push(paid);
    const notice = notify({
      m_payment_id,
      pf_payment_id: paid.pfPaymentId,
      payment_status: 'COMPLETE',
      item_name,
      amount_gross: amount,
      amount_fee: '-2.30',
      amount_net: decimal(paid.amount - 230),
      name_first: parsed.data.name_first ?? '',
      email_address: parsed.data.email_address ?? '',
    });
    return { status: 200, body: { back: return_url, notify_url, notices: [notice] } };
  }

  const said = (status: number, response: unknown, message = 'Success'): CounterpartReply => ({
    status,
    body: { code: status, status: status === 200 ? 'success' : 'failed', data: { response, message } },
  });

  function isAuthentic({ headers, query, body, method }: CounterpartCall): boolean {
    const { timestamp = '', version = '' } = headers;
    if (version !== 'v1' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+\d\d:\d\d$/.test(timestamp)) return false;
    const values =
      method === 'POST' ? z.record(z.string(), z.unknown()).parse(JSON.parse(body.toString())) : {};
    const all: [string, string][] = [
      ...Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
      ...[...query].filter(([name]) => name !== 'testing'),
      ['merchant-id', headers['merchant-id'] ?? ''] as [string, string],
      ['version', version] as [string, string],
      ['timestamp', timestamp] as [string, string],
      ['passphrase', PAYFAST_TEST.passphrase] as [string, string],
    ];
    const text = encoded(all.sort(([one], [other]) => one.localeCompare(other, 'en')));
    return headers['merchant-id'] === PAYFAST_TEST.merchantId && headers.signature === md5(text);
  }

  const goneOf = ({ refunds }: Paid) => refunds.reduce((sum, amount) => sum + amount, 0);

  function history({ query }: CounterpartCall): CounterpartReply {
    const isDay = (name: string) => /^\d{4}-\d\d-\d\d$/.test(query.get(name) ?? '');
    if (!isDay('from') || !isDay('to')) return said(400, false, 'Dates are not valid');
    const limit = Number(query.get('limit') ?? 1000);
    const offset = Number(query.get('offset') ?? 0);
    const rows = payments.map(({ mPaymentId, pfPaymentId, itemName, amount }) => {
      const name = `"${itemName.replaceAll('"', '""')}"`;
      const money = `${decimal(amount)},-2.30,${decimal(amount - 230)},"22,574.02"`;
      return `"2026-02-27 13:29:55",FUNDS_RECEIVED,CREDIT,"A ""B"", C",${name},,ZAR,CC,${money},${mPaymentId},${pfPaymentId}, `;
    });
    return { status: 200, body: [HISTORY_COLUMNS, ...rows.slice(offset, offset + limit)].join('\r\n') };
  }

  function queryRefund(paid: Paid): CounterpartReply {
    const left = paid.amount - goneOf(paid);
    const { method, isRefundable } = modes;
    const status = !isRefundable ? 'NOT_AVAILABLE' : left === 0 ? 'COMPLETED' : 'REFUNDABLE';
    return {
      status: 200,
      body: {
        token: 'a3b3ae55-ab8b-b388-df23-4e6882b86ce0',
        funding_type: 'Credit Card',
        status,
        amount_original: paid.amount,
        amount_available_for_refund: isRefundable ? left : 0,
        errors: isRefundable ? [] : ['The payment is not settled'],
        bank_names: [],
        refund_full: { method: goneOf(paid) > 0 ? 'NOT_AVAILABLE' : method },
        refund_partial: { method },
      },
    };
  }

  function refund(paid: Paid, call: CounterpartCall): CounterpartReply {
    if (call.method === 'GET') {
      const back = paid.refunds.map((amount) => ({
        amount: String(-amount),
        type: 'Funds Received (Refund)',
      }));
      const transactions = [{ amount: paid.amount, type: 'Funds Received' }, ...back];
      return said(200, { available_balance: paid.amount - goneOf(paid), transactions });
    }
    const parsed = refundBody.safeParse(call.json());
    if (!parsed.success) return said(400, false, 'Required variables not present in request');
    if (parsed.data.amount > paid.amount - goneOf(paid)) return said(400, false, 'Amount is not available');
    paid.refunds.push(parsed.data.amount);
    return said(200, true);
  }

  const server = await startCounterpart((call) => {
    if (call.path === '/eng/process') return pay(call);
    if (call.path === '/eng/query/validate')
      return { status: 200, body: sent.has(call.body.toString()) ? 'VALID' : 'INVALID' };
    if (!isAuthentic(call)) return said(401, false, 'Merchant authorisation failed');
    if (call.path === '/transactions/history') return history(call);
    const [, isQuery, id] = /^\/refunds\/(query\/)?(\d+)$/.exec(call.path) ?? [];
    const paid = payments.find(({ pfPaymentId }) => pfPaymentId === id);
    if (!paid) return said(404, false, 'Payment not found');
    return isQuery ? queryRefund(paid) : refund(paid, call);
  });

  return {
    ...server,
    modes,
    payments,
    notify,
    async buyer(does: 'pays' | 'leaves', action: string, fields: Record<string, string>) {
      const body = new URLSearchParams(fields);
      const response = await fetch(action, { method: 'POST', headers: { 'x-buyer': does }, body });
      if (!response.ok) throw new Error(`Payfast's page said ${await response.text()}`);
      return z
        .object({ back: z.string(), notify_url: z.string(), notices: z.array(z.string()) })
        .parse(await response.json());
    },
    paidBack: (payment: string) =>
      payments
        .filter(({ mPaymentId }) => mPaymentId === payment)
        .reduce((sum, paid) => sum + goneOf(paid), 0) / 100,
  };
}
