// Test environment of payments: users with sessions, bookings that are owed by card, and a scripted provider.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Usertype } from '@kerb/domain/identity';
import { createTestApp, type TestAppOptions } from '../../../kit/testing/test-app.ts';
import {
  type CheckoutOrder,
  type PaymentProvider,
  PaymentSignatureError,
  PaymentUnavailableError,
  type ProviderPayment,
  type ProviderRefund,
  type RefundOrder,
} from '../../../ports/payments.ts';
import { createAccessEnvironment } from '../../../testing/access-environment.ts';
import { sendTo } from '../../../testing/send-to.ts';

export const unknownPayment: ProviderPayment = {
  status: 'unknown',
  payment: null,
  providerRef: null,
  amount: null,
  refunded: null,
  reason: null,
};

/** A provider without a page: the test sets what it reports. Webhooks are JSON; `genuine` signs them. */
export function createScriptedProvider(name: PaymentProvider['name'] = 'stripe') {
  const orders = new Map<string, CheckoutOrder>();
  const reports = new Map<string, ProviderPayment>();
  const refunds = new Map<string, RefundOrder>();
  const script = {
    orders,
    refunds,
    /** How many refund requests the provider received. */
    asked: 0,
    error: null as Error | null,
    answer: { status: 'done', refundRef: 're_1', reason: null } as ProviderRefund,
    queries: 0,
    /** Sets the provider's report; by default of the order as it was opened. */
    say(
      payment: string,
      status: ProviderPayment['status'],
      more: Partial<ProviderPayment> = {},
    ): ProviderPayment {
      const report: ProviderPayment = {
        ...unknownPayment,
        status,
        payment,
        providerRef: `ref_${payment}`,
        amount: orders.get(payment)?.amount ?? null,
        ...more,
      };
      reports.set(payment, report);
      return report;
    },
    webhook: (report: ProviderPayment, eventId: string = randomUUID()) => ({
      eventId,
      report,
      genuine: true,
    }),
  };
  const answer = async (payment: string): Promise<ProviderPayment> => {
    script.queries += 1;
    if (script.error) throw script.error;
    return reports.get(payment) ?? unknownPayment;
  };
  const provider: PaymentProvider = {
    name,
    currencies: null,
    async createCheckout(order) {
      if (script.error) throw script.error;
      orders.set(order.payment, order);
      script.say(order.payment, 'open');
      return { kind: 'redirect', providerRef: null, url: `https://pay.example/${order.payment}` };
    },
    readReturn: (_, { payment }) => answer(payment),
    async readWebhook(request, isOurs) {
      if (script.error) throw script.error;
      const said = JSON.parse(request.body.toString('utf8') || '{}');
      if (said.unsigned !== undefined && !(await isOurs?.(said.unsigned)))
        throw new PaymentSignatureError('The order is not ours');
      if (said.genuine !== true) throw new PaymentSignatureError('The signature is wrong');
      if (said.report === undefined) return { kind: 'ignored', eventId: said.eventId, event: 'other' };
      return { kind: 'payment', eventId: said.eventId, report: said.report };
    },
    query: ({ payment }) => answer(payment),
    async refund(order) {
      script.asked += 1;
      if (script.error) throw script.error;
      refunds.set(order.refund, order);
      return script.answer;
    },
  };
  return { ...script, provider, script };
}

export const unavailable = (): Error => new PaymentUnavailableError('no answer');

export async function createPaymentsEnvironment(options: TestAppOptions = {}) {
  const clock = { time: Date.now(), now: () => clock.time };
  const app = await createTestApp({ clock, seed: true, ...options });
  const { pool } = app.database;
  const environment = await createAccessEnvironment(pool, sendTo(app.server));
  const sql = async (text: string, values: unknown[] = []): Promise<Record<string, never>[]> =>
    (await pool.query(text, values)).rows;

  async function person(role: Usertype) {
    const caller = await environment.person(role);
    const token = randomBytes(32).toString('base64url');
    await sql(
      `insert into sessions (id, token_hash, uid, created_at, last_seen_at, expires_at)
       values ($1, $2, $3, $4, $4, 4102444800000)`,
      [randomUUID(), createHash('sha256').update(token).digest(), caller.uid, clock.time],
    );
    // This session starts at the environment's clock, which tests move; the session of `caller` started at the
    // system's.
    return {
      ...caller,
      headers: { authorization: `Bearer ${token}` },
      cookie: `kerb_session=${token}`,
    };
  }
  type Person = Awaited<ReturnType<typeof person>>;

  /** Creates a finished trip that is owed by card, 110.00 by default. */
  async function booking(rider: Person, amount = 11_000): Promise<string> {
    const id = await environment.own('booking', rider);
    await sql(
      `update bookings set status = 'PENDING', payment_mode = 'card', payable_amount = $2, trip_cost = $2,
       driver_share = $2, convenience_fees = 0, discount_amount = 0, customer_paid = 0, used_wallet_money = 0,
       wallet_held = 0, prepaid = false, cash_payment_amount = 0, card_payment_amount = 0 where id = $1`,
      [id, amount],
    );
    return id ?? '';
  }

  async function call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    {
      as,
      body,
      headers = {},
    }: { as?: Person | undefined; body?: object | string; headers?: Record<string, string> } = {},
  ) {
    const response = await app.server.inject({
      method,
      url: `/api/v1${path}`,
      headers: { host: 'kerb.test', ...as?.headers, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    const type = String(response.headers['content-type'] ?? '');
    const json = type.includes('json') ? response.json() : {};
    return {
      status: response.statusCode,
      json,
      code: json.code as string | undefined,
      response,
      location: String(response.headers.location ?? ''),
      text: response.body,
    };
  }

  const form = (fields: Record<string, unknown>): string =>
    new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();

  /** Posts the form as a browser does from the app's own page. */
  const postForm = (
    provider: string,
    fields: Record<string, unknown>,
    as?: Person,
    headers: Record<string, string> = {},
  ) =>
    call('POST', `/payments/${provider}/checkout`, {
      body: form(fields),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'http://kerb.test',
        ...(as ? { cookie: as.cookie } : {}),
        ...headers,
      },
    });

  async function paymentsOf(order: string): Promise<string[]> {
    const rows = await sql('select id from payments where order_id = $1 order by id', [order]);
    return rows.map(({ id }) => String(id));
  }

  /** Opens a checkout for an order of the user and returns the payment's id. */
  async function checkout(provider: string, as: Person, order: string, amount = '110.00'): Promise<string> {
    const answer = await postForm(provider, { order_id: order, amount, currency: 'UYU' }, as);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.location} ${answer.text}`);
    return (await paymentsOf(order)).at(-1) ?? '';
  }

  async function topup(as: Person, amount = 110): Promise<string> {
    const answer = await call('POST', '/me/wallet/topups', { as, body: { amount } });
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
    return answer.json.order_id;
  }

  const webhook = (provider: string, body: object) =>
    call('POST', `/payments/${provider}/webhook`, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  /** The ledger transactions of a payment or of its refunds. */
  const postings = async (...references: string[]) =>
    (
      await sql(
        `select t.kind, a.kind as account, e.amount from ledger_transactions t join ledger_entries e on e.transaction = t.id
         join ledger_accounts a on a.id = e.account where t.reference = any ($1) order by t.at, t.id, e.amount`,
        [references],
      )
    ).map(({ kind, account, amount }) => `${kind}: ${account} ${amount}`);

  const events = async (payment: string): Promise<string[]> =>
    (await sql(`select name from outbox_events where data->>'payment' = $1 order by id`, [payment])).map(
      ({ name }) => String(name),
    );

  const statusOf = async (payment: string): Promise<string> =>
    String((await sql('select status from payments where id = $1', [payment]))[0]?.status);

  const job = async (name: string, payload: unknown = {}): Promise<void> => {
    for (const module of app.modules.all) await module.jobs?.[name]?.(payload);
  };

  return {
    app,
    clock,
    environment,
    sql,
    person,
    booking,
    call,
    form,
    postForm,
    paymentsOf,
    checkout,
    topup,
    webhook,
    postings,
    events,
    statusOf,
    job,
    settings: app.modules.settings.api,
    close: app.close,
  };
}
