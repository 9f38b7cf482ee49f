// Refunds money through its provider: requested in a transaction, executed by a job, once for each refund id.
import { add, DomainError, type Minor, minor, subtract, toMajor } from '@kerb/domain/kernel';
import { inUnitsOf, restingStatus } from '@kerb/domain/payment';
import { z } from 'zod';
import { addJob, type Tx } from '../../kit/index.ts';
import {
  type PaymentProvider,
  PaymentRefusedError,
  PaymentUnavailableError,
  type ProviderPayment,
  type ProviderRefund,
} from '../../ports/payments.ts';
import type { ApplyReport } from './apply-report.ts';
import { pauseAfter } from './check-times.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import { publishPaymentChanged, publishRefund } from './payments.events.ts';
import { isHeld, type PaymentRecord, paymentsRepository, paymentsWriter } from './payments.repository.ts';
import type { RefundRow } from './payments.tables.ts';
import { keyOf, moneyText, providerNamed } from './providers.ts';
import { refundsRepository } from './refunds.repository.ts';

export const REFUND_JOB = 'payments.refund';
export const refundJob = z.object({ refund: z.uuid() });
/** How long a refund attempt claims its payment, in ms; longer than the timeout of a call to the provider. */
const CLAIM_MS = 60_000;
/** Delay in ms while another refund of the same payment is running. */
const BUSY_PAUSE_MS = 3_000;

const planTry = (tx: Tx, refund: string, runAt?: number): Promise<void> =>
  addJob(tx, REFUND_JOB, { refund }, { jobKey: `${REFUND_JOB}:${refund}`, ...(runAt ? { runAt } : {}) });

/**
 * Requests a refund at the provider, idempotent by refund id. Throws `not_found`, `refund_too_large`,
 * `no_details_error` for an amount that is not above zero, and `transition_not_allowed` for a payment without captured
 * money for a booking.
 */
export function createRequestRefund({ clock }: Pick<PaymentsDeps, 'clock'>) {
  return async function requestRefund(
    tx: Tx,
    order: { refund: string; payment: string; amount: Minor; reason: string },
  ): Promise<void> {
    const payments = paymentsWriter(tx);
    const payment = await payments.lock(order.payment);
    if (payment === null) throw new DomainError('not_found');
    if ((await refundsRepository(tx).find(order.refund)) !== null) return;
    const { captured_amount: captured, going_back: goingBack, decimals, currency } = payment;
    if (captured === null || payment.booking === null || payment.held)
      throw new DomainError('transition_not_allowed', 'Nothing is held of this payment for a booking');
    if (order.amount <= 0) throw new DomainError('no_details_error');
    if (order.amount > subtract(captured, goingBack)) throw new DomainError('refund_too_large');
    await payments.change(payment.id, {
      going_back: minor(goingBack + order.amount),
      status: 'refunding',
    });
    await addRefund(tx, payment, {
      id: order.refund,
      amount: order.amount,
      reason: order.reason,
      now: clock.now(),
      value: toMajor(order.amount, decimals).toFixed(decimals),
      currency,
    });
  };
}

/** Inserts the refund and schedules its first attempt. The caller has locked the payment's row. */
export async function addRefund(
  tx: Tx,
  payment: PaymentRecord,
  refund: { id: string; amount: Minor | null; value: string; currency: string; reason: string; now: number },
): Promise<void> {
  const { now, ...row } = refund;
  await refundsRepository(tx).add({
    ...row,
    payment: payment.id,
    origin: 'ours',
    status: 'asked',
    next_try_at: now,
    created_at: now,
    ended_at: null,
  });
  await publishPaymentChanged(tx, payment, 'refunding');
  await planTry(tx, refund.id);
}

/** Updates the payment's status after one of its refunds has ended. The caller has locked the payment's row. */
async function settle(tx: Tx, payment: PaymentRecord): Promise<void> {
  const all = await refundsRepository(tx).ofPayment(payment.id);
  const active = all.filter(({ status }) => status === 'asked' || status === 'pending').length;
  const done = all.filter(({ status }) => status === 'done');
  const isWhole = done.some(({ amount }) => amount === null);
  const captured = payment.captured_amount ?? minor(1);
  const back = done.reduce((sum, { amount }) => sum + (amount ?? 0), isWhole ? captured : 0);
  const status = restingStatus({
    active,
    captured,
    done: minor(back),
    held: isHeld(payment),
  });
  // After a rejected refund an admin can decide about the held payment again.
  const decision = status === 'held' ? { decision: null } : {};
  const { going_back, held_amount, reason } = payment;
  await paymentsWriter(tx).change(payment.id, { status, going_back, held_amount, reason, ...decision });
  await publishPaymentChanged(tx, payment, status);
}

/** The payment after the provider has rejected a refund of it; `hasWallet` is false for a deleted payer or an admin. */
function afterFailure(payment: PaymentRecord, amount: Minor, hasWallet: boolean): PaymentRecord {
  const without = { ...payment, going_back: subtract(payment.going_back, amount) };
  if (payment.held || hasWallet) return without;
  // The amount cannot be credited to the wallet instead, so an admin decides about it.
  return {
    ...without,
    held_amount: add(payment.held_amount, amount),
    reason: 'A refund failed, and the payer has no wallet: the account was deleted, or is an admin’s',
  };
}

/** A rejection by the provider is a result too; other errors are rethrown. */
function refusalOf(error: unknown): ProviderRefund {
  if (error instanceof PaymentRefusedError)
    return { status: 'failed', refundRef: null, reason: error.message };
  throw error;
}

export function createTryRefund(deps: PaymentsDeps, apply: ApplyReport) {
  const { db, withTx, clock, wallet, identity, logger } = deps;

  /**
   * `report`: the provider's report that was queried after a rejection. It is applied once the refund has ended: refunds
   * made in the provider's console do not count while they are smaller than the refunds in progress.
   */
  async function end(
    id: string,
    answer: ProviderRefund & { status: 'done' | 'failed' },
    report: ProviderPayment | null,
  ): Promise<void> {
    await withTx(async (tx) => {
      const refunds = refundsRepository(tx);
      const known = await refunds.find(id);
      const payment = known && (await paymentsWriter(tx).lock(known.payment));
      // Read again under the lock: another worker may have finished the refund in the meantime.
      const refund = await refunds.find(id);
      if (!payment || !refund || refund.ended_at !== null) return;
      await refunds.change(id, {
        status: answer.status,
        failure: answer.reason,
        next_try_at: null,
        ended_at: clock.now(),
        provider_ref: answer.refundRef,
      });
      const { provider, booking } = payment;
      const isDone = answer.status === 'done';
      if (isDone && refund.amount !== null)
        await wallet.settleProviderRefund(tx, id, { booking, provider, amount: refund.amount });
      const after =
        isDone || refund.amount === null
          ? payment
          : afterFailure(payment, refund.amount, await identity.lockWalletHolder(tx, payment.uid));
      await settle(tx, after);
      const failed =
        after.held_amount > payment.held_amount ? 'payment.refund-held' : 'payment.refund-failed';
      const published = {
        refund: id,
        amount: refund.amount,
        declined: isDone && report?.status === 'failed',
      };
      await publishRefund(tx, isDone ? 'payment.refunded' : failed, published, after);
      if (report !== null) await apply(tx, payment.id, report);
    });
  }

  async function later(refund: RefundRow, status: 'asked' | 'pending'): Promise<void> {
    const next = clock.now() + pauseAfter(refund.attempts);
    await withTx(async (tx) => {
      const current = await refundsRepository(tx).find(refund.id);
      if (current === null || current.ended_at !== null) return;
      await refundsRepository(tx).change(refund.id, {
        status,
        attempts: refund.attempts + 1,
        next_try_at: next,
      });
      await planTry(tx, refund.id, next);
    });
  }

  /** Total of the payment's other refunds that are done or pending at the provider; minor units. */
  async function backBefore({ id, payment }: RefundRow): Promise<Minor> {
    const others = (await refundsRepository(db).ofPayment(payment)).filter(
      (one) => one.id !== id && (one.status === 'done' || one.status === 'pending'),
    );
    return minor(others.reduce((sum, { amount }) => sum + (amount ?? 0), 0));
  }

  /**
   * The provider's report of a payment whose refund it has rejected; null when it reports another payment. Throws
   * PaymentUnavailableError when the provider rejects the query too, for example because of a wrong key: the result of
   * the refund is then unknown.
   */
  async function queryRejected(
    provider: PaymentProvider,
    payment: PaymentRecord,
  ): Promise<ProviderPayment | null> {
    const report = await provider.query(keyOf(payment)).catch((error: unknown) => {
      if (!(error instanceof PaymentRefusedError)) throw error;
      throw new PaymentUnavailableError(`The provider rejects queries too: ${error.message}`, {
        cause: error,
      });
    });
    return report.payment === null || report.payment === payment.id ? report : null;
  }

  /**
   * Whether a rejected refund was already made, by an earlier attempt or in the provider's console, which explains the
   * rejection. The amount must then not be credited to a wallet as well.
   */
  async function isAlreadyRefunded(
    report: ProviderPayment,
    payment: PaymentRecord,
    refund: RefundRow,
  ): Promise<boolean> {
    if (report.status === 'refunded') return true;
    const reported = report.refunded && inUnitsOf(report.refunded, payment);
    return (
      reported !== null && refund.amount !== null && reported >= (await backBefore(refund)) + refund.amount
    );
  }

  async function requestRefund(refund: RefundRow, payment: PaymentRecord): Promise<void> {
    const { id, value, currency, reason } = refund;
    const provider = providerNamed(deps, payment.provider);
    if (provider === null) {
      logger.warn(
        { refund: id, provider: payment.provider },
        'A refund waits for its provider to be configured',
      );
      return later(refund, 'asked');
    }
    try {
      const back = { value, currency };
      const alreadyBack = moneyText({ ...payment, amount: await backBefore(refund) });
      const answer = await provider
        .refund({ ...keyOf(payment), refund: id, back, alreadyBack, requestedAt: refund.created_at, reason })
        .catch(refusalOf);
      if (answer.status === 'pending') return await later(refund, 'pending');
      if (answer.status === 'done') return await end(id, { ...answer, status: 'done' }, null);
      const report = await queryRejected(provider, payment);
      const isDone = report !== null && (await isAlreadyRefunded(report, payment, refund));
      return await end(id, { ...answer, status: isDone ? 'done' : 'failed' }, report);
    } catch (error) {
      if (!(error instanceof PaymentUnavailableError)) throw error;
      const { cause } = error;
      const log = { err: error, refund: id, attempts: refund.attempts };
      // Stays so until the operator acts: the provider rejects the refund and also the query, for example because of a
      // wrong key.
      if (cause instanceof PaymentRefusedError) logger.warn(log, 'A provider rejects a refund and its query');
      else logger.info(log, 'A provider did not answer about a refund');
      return later(refund, refund.status === 'pending' ? 'pending' : 'asked');
    }
  }

  /** Idempotent: the provider makes at most one refund for each refund id. */
  return async function tryRefund(id: string): Promise<void> {
    const refund = await refundsRepository(db).find(id);
    if (refund === null || refund.ended_at !== null) return;
    const payments = paymentsRepository(db);
    const until = clock.now() + CLAIM_MS;
    if (!(await payments.claim(refund.payment, clock.now(), until)))
      return withTx((tx) => planTry(tx, id, clock.now() + BUSY_PAUSE_MS));
    try {
      const payment = await payments.find(refund.payment);
      if (payment !== null) await requestRefund(refund, payment);
    } finally {
      await payments.releaseClaim(refund.payment, until);
    }
  };
}
