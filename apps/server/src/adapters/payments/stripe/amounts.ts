// Converts amounts to and from Stripe's minor units, which differ from ISO 4217 for some currencies.
import { PaymentRefusedError, type ProviderMoney } from '../../../ports/payments.ts';
import { exponentOf, fromProviderUnits, toProviderUnits } from '../provider-money.ts';

/**
 * https://docs.stripe.com/currencies, "Zero-decimal currencies" and "Special cases": MGA has no decimals, ISK and UGX
 * are sent in hundredths that are always 00.
 */
const EXPONENTS: Readonly<Record<string, number>> = { MGA: 0, ISK: 2, UGX: 2 };
const WHOLE_ONLY = new Set(['ISK', 'UGX']);

/** From the same page: the last of three decimals must be 0. */
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

/** `currency` is in lower case, as Stripe writes it. */
export function fromStripeAmount(units: number, currency: string): ProviderMoney {
  return fromProviderUnits(units, currency, exponentOf(currency.toUpperCase(), EXPONENTS));
}
