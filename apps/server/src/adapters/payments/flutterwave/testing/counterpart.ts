// Simulates Flutterwave v3 on loopback: hosted payments, verification and refunds as its reference describes them.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type CounterpartCall,
  type CounterpartReply,
  providerRequest,
  startCounterpart,
} from '../../testing/counterpart-server.ts';

interface Page {
  readonly link: string;
  readonly tx_ref: string;
  readonly amount: number;
  readonly currency: string;
  readonly redirect_url: string;
  readonly email: string;
}

interface Transaction extends Omit<Page, 'link' | 'redirect_url'> {
  readonly id: number;
  readonly status: 'successful' | 'failed' | 'pending';
}

interface Refund {
  readonly id: number;
  readonly transaction_id: number;
  readonly amount_refunded: number;
  readonly comment: string;
  status: string;
}

const REFUNDS_A_PAGE = 20;

const paymentSchema = z.object({
  tx_ref: z.string().min(1),
  amount: z
    .number()
    .positive()
    .refine((amount) => Number.isInteger(Math.round(amount * 1e6) / 1e4)),
  currency: z.string().length(3),
  redirect_url: z.url(),
  customer: z.object({ email: z.email(), phonenumber: z.string(), name: z.string().min(1) }),
  payload_hash: z.string(),
});
const refundSchema = z.object({ amount: z.number().positive(), comments: z.string().min(1) });

const refused = (message: string, status = 400): CounterpartReply => ({
  status,
  body: { status: 'error', message, data: null },
});
const done = (message: string, data: unknown, more: object = {}): CounterpartReply => ({
  status: 200,
  body: { status: 'success', message, data, ...more },
});
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export type FlutterwaveCounterpart = Awaited<ReturnType<typeof startFlutterwaveCounterpart>>;

export async function startFlutterwaveCounterpart(secretKey: string, secretHash: string) {
  const pages: Page[] = [];
  const transactions: Transaction[] = [];
  const refunds: Refund[] = [];
  let nextId = 285_959_875;
  let refundOutcome = 'completed';

  function openPage(call: CounterpartCall): CounterpartReply {
    const parsed = paymentSchema.safeParse(call.json());
    if (!parsed.success) return refused(parsed.error.message);
    const { data } = parsed;
    const { email } = data.customer;
    const expected = sha256(`${data.amount}${data.currency}${email}${data.tx_ref}${sha256(secretKey)}`);
    if (data.payload_hash !== expected) return refused('The payload hash does not match');
    if (pages.some(({ tx_ref: reference }) => reference === data.tx_ref))
      return refused('A payment with this tx_ref has been made');
    const link = `https://checkout.flutterwave.com/v3/hosted/pay/${sha256(data.tx_ref).slice(0, 20)}`;
    pages.push({ ...data, link, email });
    return done('Hosted Link', { link });
  }

  const described = (transaction: Transaction) => ({
    ...transaction,
    flw_ref: `FLW-MOCK-${transaction.id}`,
    charged_amount: transaction.amount,
    app_fee: 1.4,
    processor_response: transaction.status === 'failed' ? 'Insufficient funds' : 'Approved',
    payment_type: 'card',
    customer: { id: 215604089, name: 'Yemi Desola', email: transaction.email },
  });

  const verified = (transaction: Transaction | undefined): CounterpartReply =>
    transaction
      ? done('Transaction fetched successfully', described(transaction))
      : refused('No transaction was found for this id');

  const refundedAmountOf = (id: number) =>
    refunds
      .filter((refund) => refund.transaction_id === id && refund.status !== 'failed')
      .reduce((sum, { amount_refunded: amount }) => sum + Math.round(amount * 100), 0);

  function createRefund(call: CounterpartCall): CounterpartReply {
    const transaction = transactions.find(({ id }) => String(id) === call.path.split('/').at(-2));
    if (!transaction) return refused('No transaction was found for this id', 404);
    if (transaction.status !== 'successful') return refused('This transaction is not eligible for a refund');
    const parsed = refundSchema.safeParse(call.json());
    if (!parsed.success) return refused(parsed.error.message);
    const { amount, comments } = parsed.data;
    if (refundedAmountOf(transaction.id) + Math.round(amount * 100) > Math.round(transaction.amount * 100))
      return refused('Refund amount cannot be greater than the amount left');
    nextId += 1;
    const refund: Refund = {
      id: nextId,
      transaction_id: transaction.id,
      amount_refunded: amount,
      comment: comments,
      status: 'new',
    };
    refunds.push(refund);
    const { id, status } = refund;
    return done('Transaction refund initiated', {
      id,
      tx_id: transaction.id,
      flw_ref: `URF_${id}`,
      amount_refunded: amount,
      status,
      destination: 'payment_source',
      comments,
    });
  }

  function listRefunds({ query }: CounterpartCall): CounterpartReply {
    for (const refund of refunds) if (refund.status === 'new') refund.status = refundOutcome;
    const page = Number(query.get('page') ?? 1);
    const wanted = refunds.filter(({ transaction_id: id }) => String(id) === query.get('id'));
    const shown = wanted.slice((page - 1) * REFUNDS_A_PAGE, page * REFUNDS_A_PAGE);
    const pageInfo = { total: wanted.length, current_page: page, page_size: REFUNDS_A_PAGE };
    const total_pages = Math.ceil(wanted.length / REFUNDS_A_PAGE);
    return done('Transaction refunds fetched', shown, { meta: { page_info: { ...pageInfo, total_pages } } });
  }

  const server = await startCounterpart((call) => {
    if (call.headers.authorization !== `Bearer ${secretKey}`)
      return refused('Invalid authorization key', 401);
    const route = `${call.method} ${call.path}`;
    if (route === 'POST /v3/payments') return openPage(call);
    if (route === 'GET /v3/refunds') return listRefunds(call);
    if (route === 'GET /v3/transactions/verify_by_reference')
      return verified(
        transactions.findLast(({ tx_ref: reference }) => reference === call.query.get('tx_ref')),
      );
    const [, id, action] = /^\/v3\/transactions\/([^/]+)\/(verify|refund)$/.exec(call.path) ?? [];
    if (action === 'verify') return verified(transactions.find((each) => String(each.id) === id));
    if (action === 'refund' && call.method === 'POST') return createRefund(call);
    return refused('No such route', 404);
  });

  const webhook = (body: unknown, hash = secretHash) =>
    providerRequest({ body: JSON.stringify(body), headers: { 'verif-hash': hash } });

  function attempt(link: string, status: Transaction['status']) {
    const page = pages.find((each) => each.link === link);
    if (!page) throw new Error(`There is no page ${link}`);
    nextId += 1;
    const { tx_ref, amount, currency, email } = page;
    const transaction: Transaction = { id: nextId, tx_ref, amount, currency, email, status };
    transactions.push(transaction);
    const url = new URL(page.redirect_url);
    url.searchParams.set('status', status);
    url.searchParams.set('tx_ref', tx_ref);
    url.searchParams.set('transaction_id', String(transaction.id));
    return {
      transaction,
      returned: providerRequest({ method: 'GET', url }),
      webhooks: [webhook({ event: 'charge.completed', data: described(transaction) })],
    };
  }

  return {
    ...server,
    apiUrl: `${server.url}/v3`,
    latest: () => pages.at(-1),
    /** Creates refunds of 0.01 each, as if made in Flutterwave's own dashboard. */
    refundElsewhere(transaction_id: number, times: number) {
      for (let made = 0; made < times; made += 1) {
        nextId += 1;
        const refund = { id: nextId, transaction_id, amount_refunded: 0.01, comment: 'By hand' };
        refunds.push({ ...refund, status: 'completed' });
      }
    },
    /** Sets the final status of later refunds. */
    settleRefundsAs(status: string) {
      refundOutcome = status;
    },
    pay: (link: string) => attempt(link, 'successful'),
    decline: (link: string) => attempt(link, 'failed'),
    transfer: (link: string) => attempt(link, 'pending'),
    /** The buyer closes the page without an attempt, so no transaction exists. */
    cancel(link: string) {
      const page = pages.find((each) => each.link === link);
      if (!page) throw new Error(`There is no page ${link}`);
      const url = new URL(page.redirect_url);
      url.searchParams.set('status', 'cancelled');
      url.searchParams.set('tx_ref', page.tx_ref);
      return providerRequest({ method: 'GET', url });
    },
    webhook,
    paidBack: (reference: string) =>
      transactions
        .filter(({ tx_ref }) => tx_ref === reference)
        .reduce((sum, { id }) => sum + refundedAmountOf(id), 0) / 100,
  };
}
