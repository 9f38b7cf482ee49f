// Refunds once per refund id at LiqPay: records the refund on the payment, requests it, then records the result.
import { PaymentRefusedError, type ProviderRefund, type RefundOrder } from '../../../ports/payments.ts';
import { toProviderText, toProviderUnits } from '../provider-money.ts';
import type { LiqpayApi, LiqpayPayment } from './client.ts';
import { type JournalEntry, readJournal, writeJournal } from './refund-journal.ts';

/** Refunded amount in minor units; null when LiqPay does not report it. */
export function refundedAmountOf({
  status,
  refund_amount: back,
  amount,
  currency,
}: LiqpayPayment): number | null {
  if (back != null) return toProviderUnits({ value: String(back), currency });
  return status === 'reversed' ? toProviderUnits({ value: String(amount), currency }) : null;
}

const outcome = (payment: LiqpayPayment, { refund, state }: JournalEntry, reason: string | null = null) => {
  const status = state === 'done' ? 'done' : state === 'refused' ? 'failed' : 'pending';
  const refundRef = `${payment.payment_id}:${refund}`;
  return { status, refundRef, reason } satisfies ProviderRefund;
};

const sumOf = (entries: readonly JournalEntry[]) => entries.reduce((sum, { units }) => sum + units, 0);

/**
 * Derives the state of an earlier refund request from the amount refunded since. If it covers this refund, the refund
 * was made; if other refunds explain it, this refund was not made and is requested again. When LiqPay does not report
 * the amount, or both are possible, the refund stays pending: an operator can check it in LiqPay's dashboard, and no
 * refund is paid twice.
 */
function settledBy(
  payment: LiqpayPayment,
  entry: JournalEntry,
  entries: readonly JournalEntry[],
): JournalEntry | 'ask' {
  const back = refundedAmountOf(payment);
  if (entry.state === 'done' || entry.state === 'refused' || back === null) return entry;
  const later = entries.slice(entries.indexOf(entry) + 1).filter(({ state }) => state === 'done');
  const unsure = entries.filter((other) => other !== entry && ['asked', 'waits'].includes(other.state));
  const explained = entry.before + sumOf(later);
  if (back >= explained + entry.units + sumOf(unsure)) return { ...entry, state: 'done' };
  return entry.state === 'asked' && payment.status !== 'wait_reserve' && back <= explained ? 'ask' : entry;
}

/** The caller must run one refund of a payment at a time. */
export async function refundOnce(api: LiqpayApi, order: RefundOrder): Promise<ProviderRefund> {
  const payment = await api.status(order.payment);
  if (!payment) throw new PaymentRefusedError(`LiqPay knows no payment ${order.payment}`);
  if (payment.currency !== order.back.currency)
    throw new PaymentRefusedError(`The payment was in ${payment.currency}`);
  const entries = readJournal(payment.info);
  const known = entries.find(({ refund }) => refund === order.refund);
  const settled = known ? settledBy(payment, known, entries) : 'ask';
  if (settled !== 'ask') {
    if (known?.state !== settled.state) await api.note(order.payment, writeJournal(payment.info, settled));
    return outcome(payment, settled, settled.state === 'refused' ? 'LiqPay refused it before' : null);
  }
  const units = toProviderUnits(order.back);
  const asked: JournalEntry = known ?? {
    refund: order.refund,
    units,
    before: refundedAmountOf(payment) ?? 0,
    state: 'asked',
  };
  if (!known) await api.note(order.payment, writeJournal(payment.info, asked));
  const answer = await api.refund(order.payment, Number(toProviderText(order.back)));
  const answered: JournalEntry = { ...asked, state: answer.kind };
  await api.note(order.payment, writeJournal(payment.info, answered));
  return outcome(payment, answered, answer.kind === 'refused' ? answer.reason : null);
}
