// Which providers are offered, and what a payment is to its provider.
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

/** A configured provider, also one that is not offered now; null when its payments cannot be queried any more. */
export const providerNamed = (
  { all }: Pick<PaymentsDeps, 'all'>,
  name: ProviderName,
): PaymentProvider | null => all.find((provider) => provider.name === name) ?? null;

/** Those that take the operator's currency. */
export async function offered({
  all,
  settings,
}: Pick<PaymentsDeps, 'all' | 'settings'>): Promise<PaymentProvider[]> {
  const { code } = await settings.get();
  return all.filter(({ currencies }) => currencies === null || currencies.includes(code));
}
