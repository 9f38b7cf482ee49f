// Planted faults: adapters that skip checks, and a module that posts each delivery.
import { randomUUID } from 'node:crypto';
import { minor } from '@kerb/domain/kernel';
import type { Modules } from '../../apps/server/src/app.ts';
import type { PaymentProvider, ProviderRequest } from '../../apps/server/src/ports/payments.ts';

/** Reads an event without verifying its sender. */
function read({ body }: ProviderRequest) {
  const text = body.toString();
  const found = (pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';
  return {
    id: found(/"id":\s*"(evt_[^"]+)"/),
    payment: found(/"client_reference_id":\s*"([^"]+)"/),
    value: (Number(found(/"amount_total":\s*(\d+)/)) / 100).toFixed(2),
    currency: found(/"currency":\s*"([^"]+)"/).toUpperCase(),
  };
}

/** Stripe's adapter without the check of the signature. */
export const withoutSignature = (stripe: PaymentProvider): PaymentProvider => ({
  ...stripe,
  async readWebhook(request) {
    const { id, payment, value, currency } = read(request);
    const report = { status: 'captured', payment, providerRef: `careless_${payment}` } as const;
    return {
      kind: 'payment',
      eventId: id,
      report: { ...report, amount: { value, currency }, refunded: null, reason: null },
    };
  },
});

/** Stripe's adapter that uses the requested amount instead of the paid one. */
export const anyAmount = (
  stripe: PaymentProvider,
  askedOf: (payment: string) => string,
): PaymentProvider => ({
  ...stripe,
  async readWebhook(request) {
    const reading = await stripe.readWebhook(request);
    if (reading.kind !== 'payment' || reading.report.amount === null) return reading;
    const value = askedOf(reading.report.payment ?? '');
    return { ...reading, report: { ...reading.report, amount: { ...reading.report.amount, value } } };
  },
});

/** The module without deduplication, which posts each delivery of an event. */
export const postAgain = (
  { withTx, wallet }: Pick<Modules, 'withTx' | 'wallet'>,
  units: number,
): Promise<void> =>
  withTx((tx) =>
    wallet.api.holdCapture(tx, randomUUID(), { booking: null, provider: 'stripe', amount: minor(units) }),
  );
