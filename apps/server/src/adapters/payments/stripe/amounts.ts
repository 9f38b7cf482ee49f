// Amounts as Stripe counts them: minor units, with its own list of what a minor unit is.
import { PaymentRefusedError, type ProviderMoney } from '../../../ports/payments.ts';
import { exponentOf, fromProviderUnits, toProviderUnits } from '../provider-money.ts';

/**
 * https://docs.stripe.com/currencies, "Zero-decimal currencies" and "Special cases": MGA has none, ISK and UGX are
 * sent in hundredths that are always 00.
 */
const EXPONENTS: Readonly<Record<string, number>> = { MGA: 0, ISK: 2, UGX: 2 };
const WHOLE_ONLY = new Set(['ISK', 'UGX']);

/** The same page: of three decimals the last has to be 0. */
const lastDigitsOf = (currency: string): number => {
  if (WHOLE_ONLY.has(currency)) return 100;
  return exponentOf(currency, EXPONENTS) === 3 ? 10 : 1;
};

/** Throws PaymentRefusedError for an amount that Stripe cannot charge. */
export function toStripeAmount(money: ProviderMoney): number {
  const units = toProviderUnits(money, exponentOf(money.currency, EXPONENTS));
  if (units % lastDigitsOf(money.currency) !== 0)
    throw new PaymentRefusedError(
      `Stripe charges no fraction as small as in ${money.value} ${money.currency}`,
    );
  return units;
}

/** `currency` in Stripe's small letters. */
export function fromStripeAmount(units: number, currency: string): ProviderMoney {
  return fromProviderUnits(units, currency, exponentOf(currency.toUpperCase(), EXPONENTS));
}
