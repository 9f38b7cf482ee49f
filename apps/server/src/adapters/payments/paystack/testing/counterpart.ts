// Simulates Paystack on loopback: initialize, verify, refunds and disputes as https://paystack.com/docs/api describes them.
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import {
  type CounterpartCall,
  type CounterpartReply,
  providerRequest,
  startCounterpart,
} from '../../testing/counterpart-server.ts';

interface Transaction {
  readonly id: number;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly accessCode: string;
  readonly callbackUrl: string;
  readonly cancelUrl: string;
  readonly email: string;
  status: 'abandoned' | 'success' | 'failed' | 'pending' | 'reversed';
}

interface Refund {
  readonly id: number;
  readonly transaction: number;
  readonly amount: number;
  readonly currency: string;
  readonly merchant_note: string;
  readonly customer_note: string;
  status: 'pending' | 'processed' | 'failed';
  /** The dispute that the refund settles. */
  readonly dispute?: number | null;
}

interface Dispute {
  readonly id: number;
  readonly transaction: number;
  readonly refund_amount: number | null;
  readonly resolution: string | null;
}

const initializeSchema = z.object({
  email: z.email(),
  amount: z.int().positive(),
  currency: z.enum(['NGN', 'GHS', 'ZAR', 'KES', 'USD']),
  reference: z.string().regex(/^[A-Za-z0-9.=-]+$/),
  callback_url: z.url(),
  metadata: z.object({ cancel_action: z.url() }),
});

const refundSchema = z.object({
  transaction: z.union([z.string(), z.number()]).transform(String),
  amount: z.int().positive(),
  currency: z.string(),
  merchant_note: z.string().min(1),
  customer_note: z.string().min(1),
});

const refused = (status: number, message: string, code: string): CounterpartReply => ({
  status,
  body: { status: false, message, type: 'validation_error', code },
});
const done = (message: string, data: unknown, meta?: unknown): CounterpartReply => ({
  status: 200,
  body: { status: true, message, data, ...(meta === undefined ? {} : { meta }) },
});

const signed = (event: object, secretKey: string) => {
  const body = JSON.stringify(event);
  const signature = createHmac('sha512', secretKey).update(body).digest('hex');
  return providerRequest({ body, headers: { 'x-paystack-signature': signature } });
};

export type PaystackCounterpart = Awaited<ReturnType<typeof startPaystackCounterpart>>;

export async function startPaystackCounterpart(secretKey: string) {
  const transactions: Transaction[] = [];
  const refunds: Refund[] = [];
  const disputes: Dispute[] = [];
  let nextId = 4_099_260_516;
  let refundOutcome: Refund['status'] = 'processed';

  const find = (idOrReference: string) =>
    transactions.find(({ id, reference }) => String(id) === idOrReference || reference === idOrReference);

  function initialize(call: CounterpartCall): CounterpartReply {
    const parsed = initializeSchema.safeParse(call.json());
    if (!parsed.success) return refused(400, parsed.error.message, 'invalid_params');
    const { data } = parsed;
    if (find(data.reference)) return refused(400, 'Duplicate Transaction Reference', 'duplicate_reference');
    nextId += 1;
    const accessCode = `ac${nextId}`;
    transactions.push({
      id: nextId,
      reference: data.reference,
      amount: data.amount,
      currency: data.currency,
      accessCode,
      callbackUrl: data.callback_url,
      cancelUrl: data.metadata.cancel_action,
      email: data.email,
      status: 'abandoned',
    });
    return done('Authorization URL created', {
      authorization_url: `https://checkout.paystack.com/${accessCode}`,
      access_code: accessCode,
      reference: data.reference,
    });
  }

  const described = (transaction: Transaction) => ({
    id: transaction.id,
    domain: 'test',
    status: transaction.status,
    reference: transaction.reference,
    amount: transaction.amount,
    message: null,
    gateway_response: transaction.status === 'success' ? 'Successful' : 'Declined',
    channel: 'card',
    currency: transaction.currency,
    requested_amount: transaction.amount,
    fees: 150,
    customer: { id: 181_873_746, email: transaction.email, customer_code: 'CUS_1rkzaqsv4rrhqo6' },
  });

  function createRefund(call: CounterpartCall): CounterpartReply {
    const parsed = refundSchema.safeParse(call.json());
    if (!parsed.success) return refused(400, parsed.error.message, 'invalid_params');
    const { data } = parsed;
    const transaction = find(data.transaction);
    if (!transaction) return refused(404, 'Transaction not found', 'transaction_not_found');
    if (transaction.status !== 'success')
      return refused(400, 'Transaction has not been paid', 'invalid_transaction');
    if (data.currency !== transaction.currency)
      return refused(400, 'Currency does not match', 'invalid_params');
    const before = refundedAmountOf(transaction);
    if (before + data.amount > transaction.amount)
      return refused(400, 'Refund amount cannot be more than what is left', 'invalid_amount');
    nextId += 1;
    const refund: Refund = { ...data, id: nextId, transaction: transaction.id, status: 'pending' };
    refunds.push(refund);
    return done('Refund has been queued for processing', {
      ...refund,
      transaction: { id: transaction.id, reference: transaction.reference, amount: transaction.amount },
    });
  }

  function pageOf(
    message: string,
    entries: readonly { transaction: number }[],
    { query }: CounterpartCall,
  ): CounterpartReply {
    const perPage = Number(query.get('perPage') ?? 50);
    const page = Number(query.get('page') ?? 1);
    const wanted = entries.filter(({ transaction }) => String(transaction) === query.get('transaction'));
    return done(message, wanted.slice((page - 1) * perPage, page * perPage), {
      total: wanted.length,
      perPage,
      page,
    });
  }

  function listRefunds(call: CounterpartCall): CounterpartReply {
    for (const refund of refunds) if (refund.status === 'pending') refund.status = refundOutcome;
    return pageOf('Refunds retrieved', refunds, call);
  }

  const refundedAmountOf = ({ id }: Transaction) =>
    refunds
      .filter(({ transaction, status }) => transaction === id && status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0);

  const server = await startCounterpart((call) => {
    if (call.headers.authorization !== `Bearer ${secretKey}`)
      return refused(401, 'Invalid key', 'invalid_Key');
    const route = `${call.method} ${call.path}`;
    if (call.method === 'POST' && call.headers['content-type'] !== 'application/json')
      return refused(400, 'Send JSON', 'invalid_params');
    if (route === 'POST /transaction/initialize') return initialize(call);
    if (route === 'POST /refund') return createRefund(call);
    if (route === 'GET /refund') return listRefunds(call);
    if (route === 'GET /dispute') return pageOf('Disputes retrieved', disputes, call);
    if (route.startsWith('GET /transaction/verify/')) {
      const transaction = transactions.find(
        ({ reference }) => reference === decodeURIComponent(call.path.split('/').at(-1) ?? ''),
      );
      return transaction
        ? done('Verification successful', described(transaction))
        : refused(400, 'Transaction reference not found.', 'transaction_not_found');
    }
    return refused(404, 'No such route', 'not_found');
  });

  function at(checkoutUrl: string): Transaction {
    const accessCode = new URL(checkoutUrl).pathname.slice(1);
    const transaction = transactions.find((each) => each.accessCode === accessCode);
    if (!transaction) throw new Error(`There is no page ${checkoutUrl}`);
    return transaction;
  }

  function returned({ callbackUrl, reference }: Transaction) {
    const url = new URL(callbackUrl);
    url.searchParams.set('trxref', reference);
    url.searchParams.set('reference', reference);
    return providerRequest({ method: 'GET', url });
  }

  return {
    ...server,
    /** The last opened transaction, as the counterpart received it. */
    latest: () => transactions.at(-1),
    /** Creates refunds of one unit each, as if made in Paystack's own dashboard. */
    refundElsewhere(reference: string, times: number, dispute: number | null = null) {
      const transaction = find(reference);
      if (!transaction) throw new Error(`There is no transaction ${reference}`);
      for (let made = 0; made < times; made += 1) {
        nextId += 1;
        const note = `Refund for transaction ${reference} by test@me.com`;
        const { id, currency } = transaction;
        const notes = { merchant_note: note, customer_note: note };
        refunds.push({
          id: nextId,
          transaction: id,
          amount: 1,
          currency,
          ...notes,
          status: 'processed',
          dispute,
        });
      }
    },
    /** Adds a resolved dispute to the list of the transaction. */
    resolveDispute(reference: string, dispute: Omit<Dispute, 'transaction'>) {
      const transaction = find(reference);
      if (!transaction) throw new Error(`There is no transaction ${reference}`);
      disputes.push({ ...dispute, transaction: transaction.id });
    },
    /** Sets the final status of later refunds. */
    settleRefundsAs(status: Refund['status']) {
      refundOutcome = status;
    },
    pay(checkoutUrl: string) {
      const transaction = at(checkoutUrl);
      transaction.status = 'success';
      return {
        returned: returned(transaction),
        webhooks: [signed({ event: 'charge.success', data: described(transaction) }, secretKey)],
      };
    },
    decline(checkoutUrl: string) {
      const transaction = at(checkoutUrl);
      transaction.status = 'failed';
      return { returned: returned(transaction), webhooks: [] };
    },
    signed: (event: object, key = secretKey) => signed(event, key),
    paidBack: (reference: string) => {
      const transaction = find(reference);
      return transaction ? refundedAmountOf(transaction) / 100 : 0;
    },
    refundsOf: (reference: string) => {
      const transaction = find(reference);
      return refunds.filter((refund) => refund.transaction === transaction?.id);
    },
  };
}
