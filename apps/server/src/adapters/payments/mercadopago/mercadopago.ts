// Mercado Pago adapter (Checkout Pro): the buyer pays on its page, and only the state in its payments API is trusted.
import { z } from 'zod';
import {
  type PaymentKey,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
  type ProviderPayment,
  type ProviderPaymentStatus,
  type ProviderRefund,
  type ProviderRequest,
  type RefundOrder,
  type WebhookReading,
} from '../../../ports/payments.ts';
import { parseAnswer } from '../call-provider.ts';
import { earlierRefunds } from '../earlier-refunds.ts';
import { definePaymentAdapter } from '../payment-adapter.ts';
import { fromProviderText, toProviderText, toProviderUnits } from '../provider-money.ts';
import type { Settings } from './client.ts';
import { createClient, type MercadoPagoPayment, type MercadoPagoRefund, refundSchema } from './client.ts';
import { readNotification } from './notification.ts';

const NAME = 'mercadopago';
/** Currencies of the countries in which it operates; an account accepts only its own country's. */
const CURRENCIES = ['ARS', 'BRL', 'CLP', 'COP', 'MXN', 'PEN', 'UYU'] as const;
/**
 * How long a repeated call surely gets the first answer again, in ms. Mercado Pago does not document how long an
 * idempotency key lasts.
 */
const KEY_LASTS_MS = 60 * 60_000;
/** Statuses without a final answer: a call with the same key is in progress, or the payment is locked temporarily. */
const LATER: readonly number[] = [409, 423];

const STATUSES: Readonly<Record<string, ProviderPaymentStatus>> = {
  approved: 'captured',
  authorized: 'pending',
  pending: 'pending',
  in_process: 'pending',
  in_mediation: 'pending',
  rejected: 'failed',
  cancelled: 'failed',
  refunded: 'refunded',
};
/** Precedence among several attempts to pay one preference. */
const PRECEDENCE: readonly ProviderPaymentStatus[] = ['captured', 'refunded', 'pending', 'failed'];

/** Throws PaymentUnavailableError for an undocumented status, because its meaning for the money is unknown. */
function statusOf(payment: MercadoPagoPayment): ProviderPaymentStatus {
  // The money is withheld when a chargeback opens (`in_process`), and gone only when it is lost (`settled`).
  if (payment.status === 'charged_back') return payment.status_detail === 'settled' ? 'refunded' : 'captured';
  const status = STATUSES[payment.status];
  if (!status) throw new PaymentUnavailableError(`Mercado Pago says that a payment is ${payment.status}`);
  return status;
}

function reportOf(payment: MercadoPagoPayment): ProviderPayment {
  const status = statusOf(payment);
  return {
    status,
    payment: payment.external_reference || null,
    providerRef: payment.id,
    amount: fromProviderText(payment.transaction_amount, payment.currency_id),
    refunded: fromProviderText(payment.transaction_amount_refunded ?? 0, payment.currency_id),
    reason: status === 'failed' ? (payment.status_detail ?? payment.status) : null,
  };
}

const nothing = (status: 'open' | 'unknown', key: PaymentKey): ProviderPayment => ({
  status,
  payment: status === 'open' ? key.payment : null,
  providerRef: null,
  amount: null,
  refunded: null,
  reason: null,
});

const isLost = ({ status }: Pick<MercadoPagoRefund, 'status'>) =>
  status === 'rejected' || status === 'cancelled';

function refundOf(made: Pick<MercadoPagoRefund, 'id' | 'status'>): ProviderRefund {
  if (isLost(made)) return { status: 'failed', refundRef: made.id, reason: made.status ?? null };
  const isDone = made.status === 'approved' || made.status === undefined || made.status === null;
  return { status: isDone ? 'done' : 'pending', refundRef: made.id, reason: null };
}

/**
 * A listed refund of the same amount counts as this one, unless all listed refunds are known to be different ones: the
 * list does not contain our ids, and an idempotency key does not last as long as a refund may be in process.
 */
function madeBefore(listed: readonly MercadoPagoRefund[], order: RefundOrder): MercadoPagoRefund | undefined {
  const unitsOf = ({ amount }: MercadoPagoRefund) =>
    toProviderUnits(fromProviderText(amount, order.back.currency));
  const same = earlierRefunds(
    listed.filter((one) => !isLost(one)),
    unitsOf,
    order,
  );
  // Among several, prefers one that is not approved yet, because the approved ones are already accounted for.
  return same.find(({ status }) => status !== 'approved') ?? same[0];
}

/** Payment ids are numbers; ids of preferences, which a checkout returns first, are not. */
const isPaymentId = (ref: string | null | undefined): ref is string => !!ref && /^\d{1,20}$/.test(ref);

function createMercadoPago(settings: Settings): PaymentProvider {
  const client = createClient(settings);

  async function findPayment(key: Omit<PaymentKey, 'amount'>): Promise<MercadoPagoPayment | null> {
    const known = isPaymentId(key.providerRef) ? await client.getPayment(key.providerRef) : null;
    if (known?.external_reference === key.payment && statusOf(known) !== 'failed') return known;
    const attempts = await client.searchPayments(key.payment);
    const ofStatus = (status: ProviderPaymentStatus) =>
      attempts.find((attempt) => statusOf(attempt) === status);
    return PRECEDENCE.map(ofStatus).find((attempt) => attempt !== undefined) ?? null;
  }

  async function query(key: PaymentKey): Promise<ProviderPayment> {
    const payment = await findPayment(key);
    if (payment) return reportOf(payment);
    const { providerRef } = key;
    const isOpen = providerRef && !isPaymentId(providerRef) && (await client.hasPreference(providerRef));
    return nothing(isOpen ? 'open' : 'unknown', key);
  }

  /** The URL contains a payment id but is not signed, so the payment is queried. */
  async function readReturn(request: ProviderRequest, key: PaymentKey): Promise<ProviderPayment> {
    const reference = request.query.get('external_reference');
    if (reference && reference !== 'null' && reference !== key.payment)
      throw new PaymentSignatureError('The return is for another payment');
    const id = request.query.get('payment_id') ?? request.query.get('collection_id');
    const named = isPaymentId(id) ? await client.getPayment(id) : null;
    if (named && named.external_reference !== key.payment)
      throw new PaymentSignatureError('The return names another buyer’s payment');
    // The search finds a payment later than a direct query does.
    if (named && statusOf(named) === 'captured') return reportOf(named);
    const report = await query(key);
    return report.status === 'open' || report.status === 'unknown'
      ? named
        ? reportOf(named)
        : nothing('open', key)
      : report;
  }

  /** A rejected attempt is ignored when another attempt at the same checkout was paid. */
  async function reportOfAttempt(payment: MercadoPagoPayment): Promise<ProviderPayment> {
    const reference = payment.external_reference;
    if (!reference || statusOf(payment) !== 'failed') return reportOf(payment);
    const attempt = await findPayment({ payment: reference, providerRef: null });
    return reportOf(attempt ?? payment);
  }

  async function readWebhook(request: ProviderRequest): Promise<WebhookReading> {
    const { id, requestId } = readNotification(request, settings);
    const type = request.query.get('type') ?? 'unnamed';
    const payment = type === 'payment' && isPaymentId(id) ? await client.getPayment(id) : null;
    if (!payment) return { kind: 'ignored', eventId: `${type}:${id}:${requestId}`, event: type };
    // Deliveries of one event may differ in all signed data except the id, so the event is identified by the payment's
    // new state.
    const { status, status_detail, transaction_amount_refunded } = payment;
    const eventId = [payment.id, status, status_detail ?? '', transaction_amount_refunded ?? 0].join(':');
    return { kind: 'payment', eventId, report: await reportOfAttempt(payment) };
  }

  async function refund(order: RefundOrder): Promise<ProviderRefund> {
    const back = Number(toProviderText(order.back));
    const payment = await findPayment(order);
    if (!payment) throw new PaymentRefusedError('Mercado Pago knows no such payment');
    const findMade = async () => madeBefore(await client.listRefunds(payment.id), order);
    // While the key lasts, only it distinguishes this refund from another one of the same amount with an unknown result.
    const { requestedAt = 0 } = order;
    const before = settings.now() - requestedAt < KEY_LASTS_MS ? undefined : await findMade();
    if (before) return refundOf(before);
    const answer = await client.refund(payment.id, order.refund, back);
    if (LATER.includes(answer.status))
      throw new PaymentUnavailableError(`Mercado Pago answered ${answer.status} to a refund`);
    if (answer.status === 401 || answer.status === 403)
      throw new PaymentRefusedError(`${answer.status}: ${answer.text.slice(0, 500)}`);
    if (answer.status >= 300) {
      // An error does not show whether the refund was made.
      const made = await findMade();
      if (made) return refundOf(made);
      return { status: 'failed', refundRef: null, reason: `${answer.status}: ${answer.text.slice(0, 500)}` };
    }
    const made = parseAnswer(answer, refundSchema);
    const refunded = refundOf(made);
    if (refunded.status === 'done') return refunded;
    // A repeated call gets the first answer again, which may be older than the list.
    const listed = await client.listRefunds(payment.id);
    return refundOf(listed.find(({ id }) => id === made.id) ?? made);
  }

  return {
    name: NAME,
    currencies: CURRENCIES,
    async createCheckout(order) {
      if (!CURRENCIES.some((currency) => currency === order.amount.currency))
        throw new PaymentRefusedError(`Mercado Pago takes no ${order.amount.currency}`);
      const preference = await client.createPreference(order);
      return { kind: 'redirect', providerRef: preference.id, url: preference.init_point };
    },
    readReturn,
    readWebhook,
    query,
    refund,
  };
}

export const mercadopagoAdapter = definePaymentAdapter({
  name: NAME,
  variables: z.object({
    MERCADOPAGO_ACCESS_TOKEN: z.string().min(1),
    MERCADOPAGO_WEBHOOK_SECRET: z.string().min(1),
    MERCADOPAGO_API_URL: z.url().default('https://api.mercadopago.com'),
  }),
  create: (variables, { clock }) =>
    createMercadoPago({
      apiUrl: variables.MERCADOPAGO_API_URL.replace(/\/$/, ''),
      accessToken: variables.MERCADOPAGO_ACCESS_TOKEN,
      webhookSecret: variables.MERCADOPAGO_WEBHOOK_SECRET,
      now: () => clock.now(),
    }),
});
