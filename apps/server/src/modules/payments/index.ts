// Entry point of the payments module: checkouts at providers, their results, refunds, and the `test` provider.
import type { ServerModule, Tx } from '../../kit/index.ts';
import { createApplyReport } from './apply-report.ts';
import { createDecideHeld } from './decide-held.ts';
import { createOpenCheckout } from './open-checkout.ts';
import { createFindOrder, createGetForm, createOpenTopup } from './orders.ts';
import { createPaymentsApi, type PaymentsApi } from './payments.api.ts';
import type { PaymentsDeps, PaymentsModuleDeps } from './payments.deps.ts';
import { type PastPayment, paymentsWriter } from './payments.repository.ts';
import { paymentRoutes } from './payments.routes.ts';
import type { TopupRow } from './payments.tables.ts';
import { createQueryProvider } from './query-provider.ts';
import { createReceiveWebhook } from './receive-webhook.ts';
import { createTryRefund, REFUND_JOB, refundJob } from './refund-payment.ts';
import { createReturnFromProvider } from './return-from-provider.ts';
import { createSweepPayments } from './sweep-payments.ts';
import { createActOnTestPage } from './test-provider/act-on-test-page.ts';
import { testProviderRoutes } from './test-provider/test-provider.routes.ts';
import { createTestProvider } from './test-provider/test-provider.ts';
import { createViewPayments } from './view-payments.ts';

export type { PaymentsApi } from './payments.api.ts';
export type { PaymentsModuleDeps } from './payments.deps.ts';
export type { BookingOrders } from './payments.ports.ts';
export type { PastPayment } from './payments.repository.ts';
export type { TopupRow } from './payments.tables.ts';

const RECONCILE_JOB = 'payments.reconcile';
const SWEEP_JOB = 'payments.sweep';

export function createPaymentsModule(given: PaymentsModuleDeps): ServerModule & { api: PaymentsApi } {
  const { testProvider } = given;
  const test = testProvider && { ...given, ...testProvider };
  const deps: PaymentsDeps = {
    ...given,
    all: [...given.providers, ...(test ? [createTestProvider(test)] : [])],
  };
  const page = test && createActOnTestPage(test);
  const apply = createApplyReport(deps);
  const findOrder = createFindOrder(deps);
  const tryRefund = createTryRefund(deps, apply);
  const queryProvider = createQueryProvider(deps, apply, tryRefund);
  return {
    api: createPaymentsApi(deps),
    routes: [
      ...paymentRoutes({
        ...deps,
        openTopup: createOpenTopup(deps),
        getForm: createGetForm(deps, findOrder),
        openCheckout: createOpenCheckout(deps, findOrder, apply),
        returnFromProvider: createReturnFromProvider(deps, apply),
        receiveWebhook: createReceiveWebhook(deps, apply),
        queryProvider,
        decide: createDecideHeld(deps),
        view: createViewPayments(deps),
      }),
      ...testProviderRoutes({ ...given, page }),
    ],
    jobs: {
      [REFUND_JOB]: (payload) => tryRefund(refundJob.parse(payload).refund),
      [RECONCILE_JOB]: () => queryProvider.reconcile(),
      [SWEEP_JOB]: createSweepPayments(deps),
      ...page?.jobs,
    },
    schedules: { [RECONCILE_JOB]: '*/5 * * * *', [SWEEP_JOB]: '43 3 * * *' },
  };
}

/**
 * Inserts captured payments and the orders of top-ups, for seeds. The caller posts their amounts to the ledger
 * separately.
 */
export const insertPastPayments = (
  tx: Tx,
  captured: readonly PastPayment[],
  topups: readonly TopupRow[],
): Promise<void> => paymentsWriter(tx).addPast(captured, topups);
