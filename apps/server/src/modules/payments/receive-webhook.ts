// Receives a provider's webhook: verifies it, records its event once, and applies it in the same transaction.
import { DomainError } from '@kerb/domain/kernel';
import type { ProviderName } from '@kerb/domain/payment';
import { violatesUnique } from '../../kit/index.ts';
import {
  type PaymentProvider,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
  type ProviderPayment,
  type ProviderRequest,
  type WebhookReading,
} from '../../ports/payments.ts';
import type { ApplyReport } from './apply-report.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import { type PaymentRecord, paymentsRepository, paymentsWriter } from './payments.repository.ts';
import { providerNamed } from './providers.ts';

/** Event ids are truncated to this length. */
const MAX_ID_LENGTH = 300;

/**
 * Throws `webhook_refused` for an invalid signature or body, `not_found` for a provider that is not configured, and
 * `provider_unavailable` when a query needed to read the webhook fails; the provider then sends it again. A genuine
 * webhook without a matching payment is accepted and logged, because a retry could not match either.
 */
export function createReceiveWebhook(deps: PaymentsDeps, apply: ApplyReport) {
  const { db, withTx, clock, logger } = deps;
  const payments = paymentsRepository(db);

  async function paymentNamed(name: ProviderName, id: string): Promise<PaymentRecord | null> {
    const known = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? await payments.find(id) : null;
    return known?.provider === name ? known : null;
  }

  async function read(provider: PaymentProvider, request: ProviderRequest): Promise<WebhookReading> {
    try {
      return await provider.readWebhook(
        request,
        async (id) => (await paymentNamed(provider.name, id)) !== null,
      );
    } catch (error) {
      if (error instanceof PaymentSignatureError || error instanceof PaymentRefusedError) {
        logger.warn({ err: error, provider: provider.name }, 'A webhook was refused');
        throw new DomainError('webhook_refused');
      }
      if (error instanceof PaymentUnavailableError) throw new DomainError('provider_unavailable');
      throw error;
    }
  }

  /** Finds the payment by its own id, or else by the provider's reference; never a payment of another provider. */
  async function paymentOf(name: ProviderName, report: ProviderPayment): Promise<PaymentRecord | null> {
    const { payment: id, providerRef } = report;
    if (id !== null) return paymentNamed(name, id);
    return providerRef === null ? null : payments.findByRef(name, providerRef);
  }

  async function takeReport(name: ProviderName, eventId: string, report: ProviderPayment): Promise<void> {
    const payment = await paymentOf(name, report);
    if (payment === null) {
      logger.warn(
        { provider: name, event: eventId, reported: report.payment },
        'No payment matches this webhook',
      );
      return;
    }
    const state = [report.status, report.amount?.value, report.refunded?.value].join(' ').slice(0, 100);
    const event = { provider: name, event_id: eventId.slice(0, MAX_ID_LENGTH), state, payment: payment.id };
    await withTx(async (tx) => {
      const writer = paymentsWriter(tx);
      // Lock the payment first. Inserting the event takes a shared lock on it by the foreign key, and two transactions
      // that both held that lock would deadlock.
      await writer.lock(payment.id);
      if (await writer.recordProviderEvent({ ...event, at: clock.now() }))
        await apply(tx, payment.id, report);
    });
  }

  return async function receiveWebhook(name: ProviderName, request: ProviderRequest): Promise<void> {
    const provider = providerNamed(deps, name);
    if (provider === null) throw new DomainError('not_found');
    const reading = await read(provider, request);
    if (reading.kind === 'ignored') return;
    try {
      await takeReport(name, reading.eventId, reading.report);
    } catch (error) {
      if (!violatesUnique(error, 'payment_ref_captured_once')) throw error;
      logger.warn(
        { provider: name, event: reading.eventId },
        'A webhook reports a provider payment that another order already captured',
      );
    }
  };
}
