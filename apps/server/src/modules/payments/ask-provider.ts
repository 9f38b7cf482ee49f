// Asks a provider what became of a payment, and applies the answer: by an admin's click, and by itself for stuck ones.

import { DomainError } from '@kerb/domain/kernel';
import { awaitsMoney, type PaymentStatus } from '@kerb/domain/payment';
import { PaymentRefusedError, PaymentUnavailableError, type ProviderPayment } from '../../ports/payments.ts';
import type { ApplyReport } from './apply-report.ts';
import { OPEN_FOR_MS, PENDING_FOR_MS, pauseAfter } from './check-times.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import { type PaymentRecord, paymentsRepository } from './payments.repository.ts';
import { keyOf, providerNamed } from './providers.ts';
import { refundsRepository } from './refunds.repository.ts';

/** As many in one run; the rest has its turn in the next. */
const MOST_AT_ONCE = 200;

/** Nothing came of it: the checkout is over, for the provider or by its time. */
const overdue: ProviderPayment = {
  ...{ status: 'failed', payment: null, providerRef: null, amount: null, refunded: null },
  reason: 'Nobody paid in time',
};

export interface AskProvider {
  /** Throws `not_found`, `provider_unavailable` and `provider_refused`. */
  recheck(id: string): Promise<PaymentStatus>;
  /** Everything that is due: payments without an end, and refunds. */
  reconcile(): Promise<void>;
}

export function createAskProvider(
  deps: PaymentsDeps,
  apply: ApplyReport,
  tryRefund: (id: string) => Promise<void>,
): AskProvider {
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

  const isOverdue = ({ status, created_at: at }: PaymentRecord): boolean =>
    clock.now() - at > (status === 'pending' ? PENDING_FOR_MS : OPEN_FOR_MS);

  async function planNext(payment: PaymentRecord): Promise<void> {
    await payments.changeUnlocked(payment.id, {
      ...{ checks: payment.checks + 1, next_check_at: clock.now() + pauseAfter(payment.checks) },
    });
  }

  async function check(payment: PaymentRecord): Promise<void> {
    // Planned first: whatever happens now, it has its next turn and the others theirs.
    await planNext(payment);
    const isKnown = providerNamed(deps, payment.provider) !== null;
    const report = isKnown ? await query(payment) : { ...overdue, status: 'unknown' as const };
    const status = await withTx((tx) => apply(tx, payment.id, report));
    const isWaiting = status === 'open' || status === 'pending';
    if (isWaiting && isOverdue(payment)) await withTx((tx) => apply(tx, payment.id, overdue));
  }

  async function reconcile(): Promise<void> {
    for (const payment of await payments.due(clock.now(), MOST_AT_ONCE))
      await check(payment).catch((error: unknown) =>
        logger.info({ err: error, payment: payment.id }, 'A provider could not be asked about a payment'),
      );
    for (const refund of await refundsRepository(db).due(clock.now(), MOST_AT_ONCE))
      await tryRefund(refund.id).catch((error: unknown) =>
        logger.warn({ err: error, refund: refund.id }, 'A refund could not be asked for'),
      );
  }

  return {
    reconcile,
    async recheck(id) {
      const payment = await payments.find(id);
      if (payment === null) throw new DomainError('not_found');
      const report = await query(payment).catch((error: unknown) => {
        if (error instanceof PaymentRefusedError) throw new DomainError('provider_refused', error.message);
        if (error instanceof PaymentUnavailableError) throw new DomainError('provider_unavailable');
        throw error;
      });
      if (!awaitsMoney(payment.status) && report.status !== 'captured' && report.status !== 'refunded')
        return payment.status;
      const status = await withTx((tx) => apply(tx, id, report));
      return status ?? payment.status;
    },
  };
}
