// "The browser returns from the provider": reads and applies the result in the request; the payment's screen shows the
// status.
import { isAwaitingCapture } from '@kerb/domain/payment';
import { violatesUnique } from '../../kit/index.ts';
import type { ProviderRequest } from '../../ports/payments.ts';
import type { ApplyReport } from './apply-report.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import { paymentsRepository } from './payments.repository.ts';
import { keyOf, providerNamed } from './providers.ts';

/** How long one return claims the payment, in ms; longer than the timeout of a call to the provider. */
const CLAIM_MS = 30_000;

/**
 * Never throws for errors of the browser or the provider: the user is shown the payment in its current status, and
 * reconciliation queries the provider later. A second return at the same time does nothing.
 */
export function createReturnFromProvider(deps: PaymentsDeps, apply: ApplyReport) {
  const { db, withTx, clock, logger } = deps;
  const payments = paymentsRepository(db);

  return async function returnFromProvider(id: string, request: ProviderRequest): Promise<void> {
    const payment = await payments.find(id);
    const provider = payment && providerNamed(deps, payment.provider);
    if (!payment || !provider || !isAwaitingCapture(payment.status)) return;
    const until = clock.now() + CLAIM_MS;
    if (!(await payments.claim(id, clock.now(), until))) return;
    try {
      const report = await provider.readReturn(request, keyOf(payment));
      if (report.payment !== null && report.payment !== id) {
        logger.warn({ payment: id, reported: report.payment }, 'A return was about another payment');
        return;
      }
      await withTx((tx) => apply(tx, id, report));
    } catch (error) {
      if (violatesUnique(error, 'payment_ref_captured_once'))
        logger.warn(
          { payment: id },
          'A return reports a provider payment that another order already captured',
        );
      else logger.info({ err: error, payment: id }, 'A return could not be read');
    } finally {
      await payments.releaseClaim(id, until);
    }
  };
}
