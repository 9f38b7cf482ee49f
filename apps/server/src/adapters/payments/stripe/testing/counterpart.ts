// Simulates Stripe: sessions, payments and refunds by the documented protocol, and signed events.
import { createHmac, randomBytes } from 'node:crypto';
import {
  type CounterpartCall,
  type CounterpartReply,
  startCounterpart,
} from '../../testing/counterpart-server.ts';

export const stripeKeys = { secretKey: 'sk_test_kerb_counterpart', webhookSecret: 'whsec_kerb_counterpart' };

interface Session {
  id: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  payment_intent: string | null;
  success_url: string;
  cancel_url: string;
  intentMetadata: Record<string, string>;
}
interface Intent {
  id: string;
  status: string;
  metadata: Record<string, string>;
  captured: number;
  error: string | null;
}
interface Refund {
  id: string;
  object: 'refund';
  status: string;
  amount: number;
  payment_intent: string;
  metadata: Record<string, string>;
  failure_reason: string | null;
}

interface Dispute {
  readonly id: string;
  readonly object: 'dispute';
  readonly amount: number;
  readonly currency: string;
  readonly payment_intent: string;
  readonly status: 'lost' | 'won';
}

const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

const refuse = (status: number, message: string, more: object = {}): CounterpartReply => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...more } },
});

function metadataOf(form: URLSearchParams, prefix = 'metadata'): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = name.startsWith(`${prefix}[`) ? name.slice(prefix.length + 1, -1) : null;
      return key === null ? [] : [[key, value]];
    }),
  );
}

/** The signature header `t=…,v1=…` over `<t>.<body>`, as documented. */
export function signStripe(body: string | Buffer, at: number, secret = stripeKeys.webhookSecret): string {
  const time = Math.floor(at / 1000);
  const v1 = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
  return `t=${time},v1=${v1},v0=${'0'.repeat(64)}`;
}

export async function startStripeCounterpart() {
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Intent>();
  const refunds: Refund[] = [];
  const disputes: Dispute[] = [];
  const answered = new Map<string, { body: string; reply: CounterpartReply }>();
  let newRefundStatus = 'succeeded';

  const refundedAmountOf = (intent: string) =>
    refunds.reduce(
      (sum, refund) =>
        refund.payment_intent === intent && refund.status !== 'failed' ? sum + refund.amount : sum,
      0,
    );

  const intentView = (intent: Intent) => ({
    id: intent.id,
    object: 'payment_intent',
    status: intent.status,
    metadata: intent.metadata,
    last_payment_error: intent.error === null ? null : { message: intent.error },
    latest_charge:
      intent.captured === 0
        ? null
        : {
            id: `ch_${intent.id}`,
            object: 'charge',
            amount_captured: intent.captured,
            amount_refunded: refundedAmountOf(intent.id),
            disputed: disputes.some(({ payment_intent }) => payment_intent === intent.id),
          },
  });

  const sessionView = ({ intentMetadata: _, ...session }: Session, isExpanded: boolean) => {
    const intent = intents.get(session.payment_intent ?? '');
    return {
      object: 'checkout.session',
      ...session,
      url: session.status === 'open' ? `https://checkout.stripe.com/c/pay/${session.id}` : null,
      payment_intent: isExpanded && intent ? intentView(intent) : session.payment_intent,
    };
  };

  function createSession(form: URLSearchParams): CounterpartReply {
    const price = (name: string) => form.get(`line_items[0][price_data]${name}`);
    const amount = price('[unit_amount]');
    const currency = price('[currency]');
    for (const name of ['success_url', 'cancel_url', 'mode'])
      if (!form.get(name)) return refuse(400, `Missing required param: ${name}.`, { param: name });
    if (!currency || !/^[a-z]{3}$/.test(currency)) return refuse(400, `Invalid currency: ${currency}`);
    if (!amount || !/^\d+$/.test(amount)) return refuse(400, `Invalid integer: ${amount}`);
    if (!price('[product_data][name]')) return refuse(400, 'Missing required param: product_data[name].');
    if (Number(amount) < 50) return refuse(400, 'The amount is too small', { code: 'amount_too_small' });
    if (!form.get('success_url')?.includes('{CHECKOUT_SESSION_ID}'))
      return refuse(400, 'The counterpart wants the session in the return address');
    const session: Session = {
      id: newId('cs_test'),
      status: 'open',
      payment_status: 'unpaid',
      amount_total: Number(amount) * Number(form.get('line_items[0][quantity]')),
      currency,
      client_reference_id: form.get('client_reference_id'),
      metadata: metadataOf(form),
      payment_intent: null,
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
      intentMetadata: metadataOf(form, 'payment_intent_data[metadata]'),
    };
    sessions.set(session.id, session);
    return { status: 200, body: sessionView(session, false) };
  }

  function createRefund(form: URLSearchParams): CounterpartReply {
    const intent = intents.get(form.get('payment_intent') ?? '');
    const amount = Number(form.get('amount'));
    if (!intent) return refuse(404, 'No such payment_intent', { code: 'resource_missing' });
    if (!Number.isInteger(amount) || amount <= 0) return refuse(400, 'Invalid positive integer');
    if (intent.captured === 0) return refuse(400, 'This PaymentIntent does not have a successful charge');
    const left = intent.captured - refundedAmountOf(intent.id);
    if (left === 0)
      return refuse(400, 'Charge has already been refunded.', { code: 'charge_already_refunded' });
    if (amount > left)
      return refuse(400, `Refund amount is greater than unrefunded amount on charge (${left})`);
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      status: newRefundStatus,
      amount,
      payment_intent: intent.id,
      metadata: metadataOf(form),
      failure_reason: newRefundStatus === 'failed' ? 'expired_or_canceled_card' : null,
    };
    refunds.push(refund);
    return { status: 200, body: refund };
  }

  /** Returns the first answer again for a repeated key; the key with other parameters is an error. */
  function once(call: CounterpartCall, make: (form: URLSearchParams) => CounterpartReply): CounterpartReply {
    const key = call.headers['idempotency-key'];
    if (!key) return refuse(400, 'The counterpart wants an idempotency key for what makes something');
    const body = `${call.path} ${call.body.toString('utf8')}`;
    const before = answered.get(key);
    if (before && before.body !== body)
      return refuse(400, 'Keys for idempotent requests can only be used with the same parameters', {
        type: 'idempotency_error',
      });
    if (before) return { ...before.reply, headers: { 'idempotent-replayed': 'true' } };
    const reply = make(call.form());
    answered.set(key, { body, reply });
    return reply;
  }

  function read({ path, query }: CounterpartCall): CounterpartReply {
    const isExpanded = [...query].some(
      ([name, value]) => name.startsWith('expand') && value.endsWith('latest_charge'),
    );
    const list = (data: unknown[]): CounterpartReply => ({ status: 200, body: { object: 'list', data } });
    if (path === '/v1/payment_intents/search') {
      const [, id] = /^metadata\['payment'\]:'([\w-]+)'$/.exec(query.get('query') ?? '') ?? [];
      if (!id) return refuse(400, 'We were unable to parse your search query');
      return list([...intents.values()].filter(({ metadata }) => metadata.payment === id).map(intentView));
    }
    if (path === '/v1/refunds')
      return list(refunds.filter((refund) => refund.payment_intent === query.get('payment_intent')));
    if (path === '/v1/disputes')
      return list(disputes.filter((dispute) => dispute.payment_intent === query.get('payment_intent')));
    if (path === '/v1/checkout/sessions')
      return list(
        [...sessions.values()]
          .filter((session) => session.payment_intent === query.get('payment_intent'))
          .map((session) => sessionView(session, isExpanded)),
      );
    const session = sessions.get(path.replace('/v1/checkout/sessions/', ''));
    if (!session) return refuse(404, `No such checkout.session: ${path}`, { code: 'resource_missing' });
    return { status: 200, body: sessionView(session, isExpanded) };
  }

  const server = await startCounterpart((call) => {
    if (call.headers.authorization !== `Bearer ${stripeKeys.secretKey}`)
      return refuse(401, 'Invalid API Key provided');
    if (call.method === 'GET') return read(call);
    if (!call.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      return refuse(400, 'Bodies are forms');
    if (call.path === '/v1/checkout/sessions') return once(call, createSession);
    if (call.path === '/v1/refunds') return once(call, createRefund);
    return refuse(404, `Unrecognized request URL (POST: ${call.path})`);
  });

  function sessionAt(id: string): Session {
    const session = sessions.get(id);
    if (!session) throw new Error(`No session ${id}`);
    return session;
  }

  return {
    ...server,
    refunds,
    sessionCount: () => sessions.size,
    /** The buyer completes the page: paid at once, by a transfer that is still pending, or by one that failed. */
    finish(id: string, how: 'paid' | 'processing' | 'lost'): Session {
      const session = sessionAt(id);
      const intent: Intent = intents.get(session.payment_intent ?? '') ?? {
        id: newId('pi'),
        status: 'processing',
        metadata: session.intentMetadata,
        captured: 0,
        error: null,
      };
      intents.set(intent.id, intent);
      Object.assign(session, { status: 'complete', payment_intent: intent.id });
      if (how === 'paid') {
        session.payment_status = 'paid';
        Object.assign(intent, { status: 'succeeded', captured: session.amount_total });
      }
      if (how === 'lost')
        Object.assign(intent, { status: 'requires_payment_method', error: 'The bank said no.' });
      return session;
    },
    expire(id: string): Session {
      return Object.assign(sessionAt(id), { status: 'expired' as const });
    },
    /** Ends a dispute about a paid session, and returns it as events contain it. */
    endDispute(id: string, amount: number, status: Dispute['status']): Dispute {
      const { currency, payment_intent } = sessionAt(id);
      if (payment_intent === null) throw new Error(`The session ${id} was not paid`);
      const dispute: Dispute = {
        id: newId('du'),
        object: 'dispute',
        amount,
        currency,
        payment_intent,
        status,
      };
      disputes.push(dispute);
      return dispute;
    },
    /** The session as events contain it. */
    sessionObject: (id: string) => sessionView(sessionAt(id), false),
    refundWith(status: string): void {
      newRefundStatus = status;
    },
    /** Simulates that keys expire after a day. */
    forgetKeys: () => answered.clear(),
    refundedAmountOf: (id: string) => refundedAmountOf(sessionAt(id).payment_intent ?? ''),
  };
}
