// Selects the providers that are offered, and builds the values that identify a payment to its provider.
import { toMajor } from '@kerb/domain/kernel';
import type { ProviderName } from '@kerb/domain/payment';
import type { PaymentKey, PaymentProvider, ProviderMoney } from '../../ports/payments.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import type { PaymentRecord } from './payments.repository.ts';

/** Exact decimal text with the operator's decimal places: "12.30". */
export const moneyText = (
  payment: Pick<PaymentRecord, 'amount' | 'currency' | 'decimals'>,
): ProviderMoney => ({
  value: toMajor(payment.amount, payment.decimals).toFixed(payment.decimals),
  currency: payment.currency,
});

export const keyOf = (payment: PaymentRecord): PaymentKey => ({
  payment: payment.id,
  providerRef: payment.provider_ref,
  amount: moneyText(payment),
});

/**
 * The configured provider of this name, even if it does not support the current currency; null when it is no longer
 * configured.
 */
export const providerNamed = (
  { all }: Pick<PaymentsDeps, 'all'>,
  name: ProviderName,
): PaymentProvider | null => all.find((provider) => provider.name === name) ?? null;

/** The configured providers that support the operator's currency. */
export async function offered({
  all,
  settings,
}: Pick<PaymentsDeps, 'all' | 'settings'>): Promise<PaymentProvider[]> {
  const { code } = await settings.get();
  return all.filter(({ currencies }) => currencies === null || currencies.includes(code));
}
