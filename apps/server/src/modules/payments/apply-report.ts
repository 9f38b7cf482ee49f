// Applies a provider's report of a payment: updates the payment, posts to the ledger and publishes the events in one
// transaction. Repeated reports have no effect.
import { type Minor, minor, subtract, toMajor } from '@kerb/domain/kernel';
import {
  decideReport,
  hasMoney,
  mayBecome,
  type PaymentStatus,
  type ReportDecision,
  restingStatus,
} from '@kerb/domain/payment';
import type { Tx } from '../../kit/index.ts';
import type { ProviderMoney, ProviderPayment } from '../../ports/payments.ts';
import { FIRST_CHECK_MS, OPEN_FOR_MS } from './check-times.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import { publishOutcome, publishPaymentChanged, publishRefund } from './payments.events.ts';
import { isHeld, type PaymentRecord, paymentsRepository, paymentsWriter } from './payments.repository.ts';
import type { PaymentPatch, RefundRow } from './payments.tables.ts';
import { moneyText } from './providers.ts';
import { refundsRepository } from './refunds.repository.ts';

export type ApplyDeps = Pick<PaymentsDeps, 'clock' | 'ids' | 'wallet' | 'identity'>;
/**
 * Returns the payment's new status; null for an unknown payment. Locks the payment's row before any other row. A report of
 * a second payment of the same checkout is applied to a payment of its own.
 */
export type ApplyReport = (tx: Tx, id: string, report: ProviderPayment) => Promise<PaymentStatus | null>;

const accountOf = ({ account, uid }: PaymentRecord) => ({ kind: account, owner: uid }) as const;

type Hold = Omit<Extract<ReportDecision, { kind: 'hold' }>, 'kind' | 'refundedExternally'>;

const PAID_TWICE = 'The buyer paid twice';

const knownOf = (payment: PaymentRecord) => ({
  ...payment,
  goingBack: payment.going_back,
  captured: payment.captured_amount,
});

const differs = ({ reported, amount }: Hold): string =>
  amount === null
    ? `The provider captured ${reported.value} ${reported.currency}`
    : `The provider captured another amount: ${reported.value} ${reported.currency}`;

export function createApplyReport({ clock, ids, wallet, identity }: ApplyDeps): ApplyReport {
  async function become(tx: Tx, payment: PaymentRecord, status: PaymentStatus, patch: PaymentPatch = {}) {
    if (!mayBecome(payment.status, status))
      throw new Error(`Payment ${payment.id} is ${payment.status} and cannot become ${status}`);
    await paymentsWriter(tx).change(payment.id, { ...patch, status });
    await publishPaymentChanged(tx, payment, status);
  }

  /** Captured with the requested amount and currency. */
  async function capture(
    tx: Tx,
    payment: PaymentRecord,
    report: ProviderPayment,
    decision: Extract<ReportDecision, { kind: 'capture' }>,
  ): Promise<PaymentRecord> {
    const { id, provider, booking } = payment;
    const { amount } = decision;
    const captured: PaymentPatch = {
      captured_at: clock.now(),
      captured_amount: amount,
      reason: null,
      next_check_at: null,
      reported_value: report.amount?.value ?? '',
      reported_currency: report.amount?.currency ?? '',
      provider_ref: report.providerRef ?? payment.provider_ref,
    };
    await become(tx, payment, 'captured', captured);
    if (payment.purpose === 'booking') await wallet.holdCapture(tx, id, { booking, provider, amount });
    else await wallet.creditTopup(tx, id, { account: accountOf(payment), provider, amount });
    await publishOutcome(tx, 'payment.captured', payment);
    return { ...payment, ...captured, status: 'captured' };
  }

  /**
   * Records a second capture, or one with another amount or currency, or for a payer without a wallet, as `held`; an admin
   * decides what happens to it.
   */
  async function hold(
    tx: Tx,
    payment: PaymentRecord,
    report: ProviderPayment,
    { amount, reported }: Hold,
    reason: string,
  ): Promise<PaymentRecord> {
    const { id, provider, booking } = payment;
    const posted = amount !== null && amount > 0 ? amount : null;
    const held: PaymentPatch = {
      captured_at: clock.now(),
      captured_amount: posted,
      held: true,
      reason,
      reported_value: reported.value,
      reported_currency: reported.currency,
      next_check_at: null,
      provider_ref: report.providerRef ?? payment.provider_ref,
    };
    await become(tx, payment, 'held', held);
    if (posted !== null) await wallet.holdCapture(tx, id, { booking, provider, amount: posted });
    await publishOutcome(tx, 'payment.held', payment);
    return { ...payment, ...held, status: 'held' };
  }

  /** Adds a part of a refund that the operator made in the provider's console; null for an empty part. */
  async function addExternalRefund(
    tx: Tx,
    payment: PaymentRecord,
    amount: Minor,
    origin: RefundRow['origin'],
  ): Promise<{ refund: string; amount: Minor; fromWallet: boolean } | null> {
    if (amount === 0) return null;
    const refund = ids.next();
    const now = clock.now();
    const { id, provider, booking, decimals, currency } = payment;
    await refundsRepository(tx).add({
      id: refund,
      payment: id,
      amount,
      value: toMajor(amount, decimals).toFixed(decimals),
      currency,
      origin,
      status: 'done',
      reason: payment.declined
        ? 'Declined by the provider after it had confirmed the payment'
        : 'Paid back by the provider (refund or lost dispute)',
      next_try_at: null,
      created_at: now,
      ended_at: now,
    });
    const fromWallet = payment.held ? !isHeld(payment) : payment.purpose !== 'booking';
    if (fromWallet) await wallet.reverseTopup(tx, refund, { account: accountOf(payment), provider, amount });
    else await wallet.settleProviderRefund(tx, refund, { booking, provider, amount });
    return { refund, amount, fromWallet };
  }

  /**
   * Records a refund that the operator made in the provider's console, or what the provider took back by declining the
   * settlement, and posts it to the ledger.
   */
  async function recordExternalRefund(
    tx: Tx,
    known: PaymentRecord,
    back: number,
    isDeclined = false,
  ): Promise<PaymentStatus> {
    const amount = minor(back);
    const payment = { ...known, declined: known.declined || isDeclined };
    const { id, declined } = payment;
    const refunds = refundsRepository(tx);
    // What waits for an admin was refunded by Kerb before, so that the booking must not count it again.
    const ofHeld = minor(Math.min(amount, payment.held_amount));
    const added = [
      await addExternalRefund(tx, payment, ofHeld, 'ours'),
      await addExternalRefund(tx, payment, subtract(amount, ofHeld), 'elsewhere'),
    ].filter((one) => one !== null);
    const all = await refunds.ofPayment(id);
    const done = all.reduce((sum, one) => sum + (one.status === 'done' ? (one.amount ?? 0) : 0), 0);
    const active = all.filter((one) => one.status === 'asked' || one.status === 'pending').length;
    const left = { ...payment, held_amount: subtract(payment.held_amount, ofHeld) };
    const status = restingStatus({
      held: isHeld(left),
      active,
      done: minor(done),
      captured: payment.captured_amount ?? minor(0),
    });
    await paymentsWriter(tx).change(id, {
      going_back: minor(payment.going_back + amount),
      held_amount: left.held_amount,
      declined,
    });
    if (status === payment.status) await publishPaymentChanged(tx, payment, status);
    else await become(tx, payment, status);
    for (const refund of added)
      await publishRefund(tx, 'payment.refunded', { ...refund, declined: isDeclined }, left);
    return status;
  }

  /**
   * Captures the payment, or holds it when the payer has no wallet: the account was deleted, or is an admin's now.
   */
  async function captureOrHold(
    tx: Tx,
    payment: PaymentRecord,
    report: ProviderPayment,
    decision: Extract<ReportDecision, { kind: 'capture' | 'hold' }>,
  ): Promise<PaymentRecord> {
    if (decision.kind === 'hold') return hold(tx, payment, report, decision, differs(decision));
    const hasRecipient = payment.purpose === 'booking' || (await identity.lockWalletHolder(tx, payment.uid));
    if (hasRecipient) return capture(tx, payment, report, decision);
    const reported = report.amount ?? moneyText(payment);
    return hold(
      tx,
      payment,
      report,
      { ...decision, reported },
      'The payer has no wallet: the account was deleted, or is an admin’s',
    );
  }

  async function take(
    tx: Tx,
    payment: PaymentRecord,
    report: ProviderPayment,
    decision: Extract<ReportDecision, { kind: 'capture' | 'hold' }>,
  ): Promise<PaymentStatus> {
    const paid = await captureOrHold(tx, payment, report, decision);
    await paymentsWriter(tx).clearCheckout(payment.id);
    return decision.refundedExternally > 0
      ? recordExternalRefund(tx, paid, decision.refundedExternally)
      : paid.status;
  }

  /** Stores the provider's id of the payment, which may change until the payment is captured. */
  async function storeProviderRef(
    tx: Tx,
    payment: PaymentRecord,
    { providerRef }: ProviderPayment,
  ): Promise<void> {
    if (providerRef === null || payment.captured_at !== null || providerRef === payment.provider_ref) return;
    await paymentsWriter(tx).change(payment.id, { provider_ref: providerRef });
  }

  /** Records what a buyer paid in addition to `first` as a held payment of the same order. */
  async function holdSecond(
    tx: Tx,
    first: PaymentRecord,
    report: ProviderPayment & { amount: ProviderMoney },
  ): Promise<void> {
    const { purpose, order_id, booking, uid, account, provider } = first;
    const { amount, currency, decimals, product_name } = first;
    const id = ids.next();
    const order = { purpose, order_id, booking, uid, account, provider, product_name };
    const writer = paymentsWriter(tx);
    const created_at = clock.now();
    await writer.open({ ...order, id, amount, currency, decimals, created_at, next_check_at: null });
    const second = await writer.lock(id);
    if (second === null) throw new Error(`Payment ${id} is gone`);
    const decision = decideReport(knownOf(second), report);
    if (decision.kind !== 'capture' && decision.kind !== 'hold')
      throw new Error(`A second payment cannot ${decision.kind}`);
    const held = await hold(
      tx,
      second,
      report,
      { amount: decision.amount, reported: report.amount },
      PAID_TWICE,
    );
    if (decision.refundedExternally > 0) await recordExternalRefund(tx, held, decision.refundedExternally);
  }

  /**
   * Applies a report of another payment than the captured one. Some providers let a buyer pay one checkout twice;
   * refunds of the second payment must not count as refunds of the first.
   */
  async function applyToSecond(tx: Tx, first: PaymentRecord, ref: string, report: ProviderPayment) {
    const second = await paymentsRepository(tx).findByRef(first.provider, ref);
    if (second === null) {
      const { amount } = report;
      if (report.status === 'captured' && amount !== null) await holdSecond(tx, first, { ...report, amount });
    } else if (second.order_id === first.order_id) {
      await applyReport(tx, second.id, report);
    }
  }

  async function applyReport(tx: Tx, id: string, report: ProviderPayment): Promise<PaymentStatus | null> {
    const payment = await paymentsWriter(tx).lock(id);
    if (payment === null) return null;
    const { provider_ref: capturedRef } = payment;
    const { providerRef } = report;
    const isCaptured = hasMoney(payment.status) && capturedRef !== null;
    if (isCaptured && providerRef !== null && providerRef !== capturedRef) {
      await applyToSecond(tx, payment, providerRef, report);
      return payment.status;
    }
    const decision = decideReport(knownOf(payment), report);
    switch (decision.kind) {
      case 'stay':
        if (report.status === 'open' || report.status === 'pending')
          await storeProviderRef(tx, payment, report);
        return payment.status;
      case 'wait':
        await storeProviderRef(tx, payment, report);
        await become(tx, payment, 'pending', { next_check_at: clock.now() + FIRST_CHECK_MS, checks: 0 });
        return 'pending';
      case 'fail': {
        const mayTryAgain = clock.now() - payment.created_at <= OPEN_FOR_MS;
        await become(tx, payment, 'failed', {
          reason: decision.reason,
          next_check_at: mayTryAgain ? payment.next_check_at : null,
        });
        await paymentsWriter(tx).clearCheckout(payment.id);
        await publishOutcome(tx, 'payment.failed', payment);
        return 'failed';
      }
      case 'capture':
      case 'hold':
        return take(tx, payment, report, decision);
      case 'external-refund':
        return recordExternalRefund(tx, payment, decision.amount, report.status === 'failed');
    }
  }

  return applyReport;
}
