// "A button on the test provider's page": applies the buyer's action to the test order, and sends the resulting
// webhooks.
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';
import { addJob, type Ids, type Tx } from '../../../kit/index.ts';
import { type TestOrder, testOrdersRepository, testOrdersWriter } from './test-orders.repository.ts';
import { reportOf, type TestEvent, type TestProviderDeps } from './test-provider.ts';
import { SIGNATURE_HEADER, signTest, testKeyOf } from './test-signature.ts';

export const testActions = ['approve', 'decline', 'abandon', 'twice', 'late'] as const;
export type TestAction = (typeof testActions)[number];

export const WEBHOOK_JOB = 'payments.test-webhook';
export const CONFIRM_JOB = 'payments.test-confirm';
export const LATE_MS = 20_000;
const TIMEOUT_MS = 10_000;

const webhookJob = z.object({ payment: z.uuid(), event: z.string(), body: z.string() });
const confirmJob = z.object({ payment: z.uuid() });

type Deps = TestProviderDeps & { ids: Ids; lateMs?: number };

/** The fields of the page's form. Some card numbers are declined, others are invalid. */
export function actionOf(form: URLSearchParams): TestAction | 'card-wrong' {
  const action = testActions.find((one) => one === form.get('action')) ?? 'approve';
  const card = (form.get('card') ?? '').replaceAll(/[\s-]/g, '');
  if (action !== 'approve') return action;
  if (card === '4000000000000002') return 'decline';
  return card === '4242424242424242' ? 'approve' : 'card-wrong';
}

export function createActOnTestPage(deps: Deps) {
  const { db, withTx, clock, ids, secret, lateMs = LATE_MS } = deps;

  async function planWebhook(tx: Tx, order: TestOrder): Promise<void> {
    const report = reportOf(order, await testOrdersRepository(tx).refundedAmountOf(order.payment));
    const { status, reason, payment } = { ...order, ...report };
    if (status === 'unknown') return;
    const money = { value: order.value, currency: order.currency };
    const event: TestEvent = {
      id: `evt_${ids.next()}`,
      type: `payment.${status}`,
      payment: order.payment,
      status,
      reason,
      amount: money,
      refunded: report.refunded ?? { ...money, value: '0' },
    };
    const body = JSON.stringify(event);
    await addJob(tx, WEBHOOK_JOB, { payment, event: event.id, body });
  }

  async function become(tx: Tx, order: TestOrder, status: TestOrder['status'], reason: string | null = null) {
    await testOrdersWriter(tx).change(order.payment, { status, reason });
    return { ...order, status, reason };
  }

  async function step(tx: Tx, order: TestOrder, action: TestAction): Promise<string> {
    // Only the first action takes effect; a page that was left open changes nothing. A declined card may be retried.
    if (order.status === 'captured' || order.status === 'pending') return order.return_url;
    switch (action) {
      case 'approve':
        await planWebhook(tx, await become(tx, order, 'captured'));
        return order.return_url;
      case 'twice': {
        // A double click: the provider captures once and sends two webhooks.
        const paid = await become(tx, order, 'captured');
        await planWebhook(tx, paid);
        await planWebhook(tx, paid);
        return order.return_url;
      }
      case 'decline':
        await planWebhook(tx, await become(tx, order, 'failed', 'The card was declined'));
        return order.return_url;
      case 'abandon':
        await become(tx, order, 'failed', 'The payment was given up');
        return order.cancel_url;
      case 'late':
        await become(tx, order, 'pending');
        await addJob(tx, CONFIRM_JOB, { payment: order.payment }, { runAt: clock.now() + lateMs });
        return order.return_url;
    }
  }

  return {
    /** Returns the URL to which the browser continues. Throws `not_found`. */
    act: (payment: string, action: TestAction): Promise<string> =>
      withTx(async (tx) => {
        const order = await testOrdersWriter(tx).lock(payment);
        if (order === null) throw new DomainError('not_found');
        return step(tx, order, action);
      }),

    jobs: {
      [CONFIRM_JOB]: async (payload: unknown): Promise<void> => {
        const { payment } = confirmJob.parse(payload);
        await withTx(async (tx) => {
          const order = await testOrdersWriter(tx).lock(payment);
          if (order?.status === 'pending') await planWebhook(tx, await become(tx, order, 'captured'));
        });
      },
      /** Retried until the server accepts it, as providers do; signed again each time. */
      [WEBHOOK_JOB]: async (payload: unknown): Promise<void> => {
        const { payment, body } = webhookJob.parse(payload);
        const order = await testOrdersRepository(db).find(payment);
        if (order === null) return;
        const bytes = Buffer.from(body);
        const response = await fetch(order.webhook_url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            [SIGNATURE_HEADER]: signTest(testKeyOf(secret), bytes, clock.now()),
          },
          body: bytes,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (!response.ok) throw new Error(`The webhook was answered with ${response.status}`);
      },
    },
  };
}
