// Queries providers for the status of payments and applies the result: on an admin's request, and in a job for payments
// that are due.

import { DomainError } from '@kerb/domain/kernel';
import { isAwaitingCapture, type PaymentStatus, type ProviderName } from '@kerb/domain/payment';
import { violatesUnique } from '../../kit/index.ts';
import { PaymentRefusedError, PaymentUnavailableError, type ProviderPayment } from '../../ports/payments.ts';
import type { ApplyReport } from './apply-report.ts';
import { OPEN_FOR_MS, PENDING_FOR_MS, pauseAfter } from './check-times.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import { type PaymentRecord, paymentsRepository } from './payments.repository.ts';
import { keyOf, providerNamed } from './providers.ts';
import { refundsRepository } from './refunds.repository.ts';

/** Payments read per query, and status queries in parallel. */
const BATCH = 200;
const AT_ONCE = 4;
/** The time limit of a run, in ms: a run ends before the next one starts, which continues with the rest. */
const RUN_MS = 4 * 60_000;
/** After this many failed queries in a run a provider is skipped until the next run. */
const MAX_SILENCES = 3;

/** The report applied to a checkout that was never paid: the provider ended it, or it exceeded its time limit. */
const overdue: ProviderPayment = {
  status: 'failed',
  payment: null,
  providerRef: null,
  amount: null,
  refunded: null,
  reason: 'Not paid in time',
};

/**
 * Whether the report can change a payment that has money: a capture with refunds, or a failure with which the provider
 * has taken the money back.
 */
const changesMoney = ({ status }: ProviderPayment): boolean =>
  status === 'captured' || status === 'refunded' || status === 'failed';

export interface QueryProvider {
  /** Throws `not_found`, `provider_unavailable` and `provider_refused`. */
  recheck(id: string): Promise<PaymentStatus>;
  /** Queries all payments that are due for a check, and retries the refunds that are due. */
  reconcile(): Promise<void>;
}

export function createQueryProvider(
  deps: PaymentsDeps,
  apply: ApplyReport,
  tryRefund: (id: string) => Promise<void>,
): QueryProvider {
  const { db, withTx, clock, logger } = deps;
  const payments = paymentsRepository(db);

  async function query(payment: PaymentRecord): Promise<ProviderPayment> {
    const provider = providerNamed(deps, payment.provider);
    if (provider === null) throw new PaymentUnavailableError(`${payment.provider} is not configured`);
    const report = await provider.query(keyOf(payment));
    return report.payment === null || report.payment === payment.id
      ? report
      : { ...overdue, status: 'unknown' };
  }

  /** Whether no capture is expected any more of a payment that is open, pending or failed. */
  const isOverdue = (status: PaymentStatus, { created_at: at }: PaymentRecord): boolean =>
    clock.now() - at > (status === 'pending' ? PENDING_FOR_MS : OPEN_FOR_MS);

  /** Plans the next check; none after the last one of a failed payment. */
  async function planNext(payment: PaymentRecord): Promise<void> {
    // A second attempt may be pending at the provider, which takes as long as a first one.
    const isLast = payment.status === 'failed' && isOverdue('pending', payment);
    await payments.planCheck(payment.id, {
      checks: payment.checks + 1,
      next_check_at: isLast ? null : clock.now() + pauseAfter(payment.checks),
    });
  }

  async function check(payment: PaymentRecord): Promise<void> {
    // Schedule the next check before the query: a crash then delays only this payment's check.
    await planNext(payment);
    const isKnown = providerNamed(deps, payment.provider) !== null;
    const report = isKnown ? await query(payment) : { ...overdue, status: 'unknown' as const };
    const status = await withTx((tx) => apply(tx, payment.id, report));
    const isWaiting = status === 'open' || status === 'pending';
    if (isWaiting && isOverdue(status, payment)) await withTx((tx) => apply(tx, payment.id, overdue));
    if (status === 'failed' && report.status !== 'pending' && isOverdue('failed', payment))
      await payments.stopChecks(payment.id);
  }

  /** Runs the work for every item with limited concurrency, until the deadline (ms since the epoch). */
  async function inTurns<T>(all: readonly T[], until: number, work: (one: T) => Promise<void>) {
    const rest = [...all];
    const worker = async (): Promise<void> => {
      for (let one = rest.shift(); one !== undefined && clock.now() < until; one = rest.shift())
        await work(one);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  async function checkDue(until: number): Promise<void> {
    const silences = new Map<ProviderName, number>();
    const isSilent = (name: ProviderName) => (silences.get(name) ?? 0) >= MAX_SILENCES;
    const checkOne = async (payment: PaymentRecord): Promise<void> => {
      // Postpone to the next run, which finds out whether the provider responds again.
      if (isSilent(payment.provider))
        return payments.planCheck(payment.id, { next_check_at: until + RUN_MS });
      await check(payment).catch((error: unknown) => {
        // Failed payments must not postpone those that can still be paid.
        if (error instanceof PaymentUnavailableError && payment.status !== 'failed')
          silences.set(payment.provider, (silences.get(payment.provider) ?? 0) + 1);
        logger.info({ err: error, payment: payment.id }, 'A payment could not be queried at its provider');
      });
    };
    for (let due = await payments.due(clock.now(), BATCH); due.length > 0; ) {
      await inTurns(due, until, checkOne);
      due = clock.now() < until ? await payments.due(clock.now(), BATCH) : [];
    }
  }

  async function reconcile(): Promise<void> {
    const until = clock.now() + RUN_MS;
    await checkDue(until);
    await inTurns(await refundsRepository(db).due(clock.now(), BATCH), until, ({ id }) =>
      tryRefund(id).catch((error: unknown) =>
        logger.warn({ err: error, refund: id }, 'A refund could not be requested'),
      ),
    );
  }

  return {
    reconcile,
    async recheck(id) {
      const payment = await payments.find(id);
      if (payment === null) throw new DomainError('not_found');
      // The provider knows the second payment of a checkout by the id of the first one.
      const known = (await payments.firstOf([id])).get(id) ?? id;
      const report = await query({ ...payment, id: known }).catch((error: unknown) => {
        if (error instanceof PaymentRefusedError) throw new DomainError('provider_refused', error.message);
        if (error instanceof PaymentUnavailableError) throw new DomainError('provider_unavailable');
        throw error;
      });
      if (!isAwaitingCapture(payment.status) && !changesMoney(report)) return payment.status;
      await withTx((tx) => apply(tx, known, report)).catch((error: unknown) => {
        if (!violatesUnique(error, 'payment_ref_captured_once')) throw error;
        throw new DomainError('provider_refused', 'The provider reports a payment of another order');
      });
      return (await payments.find(id))?.status ?? payment.status;
    },
  };
}
