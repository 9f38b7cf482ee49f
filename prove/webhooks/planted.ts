// Faults planted on purpose, to see that the proof finds them: careless adapters, and a module that posts each delivery.
import { randomUUID } from 'node:crypto';
import { minor } from '@kerb/domain/kernel';
import { z } from 'zod';
import type { Modules } from '../../apps/server/src/app.ts';
import type { PaymentProvider, ProviderRequest } from '../../apps/server/src/ports/payments.ts';

const event = z.object({
  id: z.string(),
  data: z.object({
    object: z.object({ client_reference_id: z.string(), amount_total: z.number(), currency: z.string() }),
  }),
});

const read = (request: ProviderRequest) => {
  const { id, data } = event.parse(JSON.parse(request.body.toString()));
  const { client_reference_id: payment, amount_total: units, currency } = data.object;
  return { id, payment, value: (units / 100).toFixed(2), currency: currency.toUpperCase() };
};

/** Stripe's adapter, if it forgot to look at the signature. */
export const withoutSignature = (stripe: PaymentProvider): PaymentProvider => ({
  ...stripe,
  async readWebhook(request) {
    const { id, payment, value, currency } = read(request);
    const report = { status: 'captured', payment, providerRef: `careless_${payment}` } as const;
    return {
      ...{ kind: 'payment', eventId: id },
      report: { ...report, amount: { value, currency }, refunded: null, reason: null },
    };
  },
});

/** Stripe's adapter, if it took what was asked for what was paid. */
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

/** The module, if it posted each delivery of an event by itself. */
export const postAgain = (
  { withTx, wallet }: Pick<Modules, 'withTx' | 'wallet'>,
  units: number,
): Promise<void> =>
  withTx((tx) =>
    wallet.api.holdCapture(tx, randomUUID(), { booking: null, provider: 'stripe', amount: minor(units) }),
  );
