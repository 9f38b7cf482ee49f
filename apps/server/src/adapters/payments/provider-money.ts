// Converts amounts to and from each provider's format: decimal text, or an integer of the currency's minor units.
import { DomainError, toMinor } from '@kerb/domain/kernel';
import { PaymentRefusedError, type ProviderMoney } from '../../ports/payments.ts';

/** Decimal places of currencies that do not have two (ISO 4217). */
const EXPONENTS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
};

/** Decimal places of a currency by ISO 4217; `others` contains a provider's deviations. */
export const exponentOf = (currency: string, others: Readonly<Record<string, number>> = {}): number =>
  others[currency] ?? EXPONENTS[currency] ?? 2;

/**
 * Converts to an integer of the currency's minor units: 12.5 EUR → 1250, 500 JPY → 500. Throws PaymentRefusedError for
 * an amount that the currency cannot express, such as 1.005 EUR.
 */
export function toProviderUnits(money: ProviderMoney, exponent = exponentOf(money.currency)): number {
  try {
    return toMinor(money.value, exponent);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new PaymentRefusedError(`${money.value} ${money.currency} cannot be paid: ${error.detail}`);
  }
}

/** Converts to decimal text with exactly the currency's decimal places: "12.50", "500". Throws like toProviderUnits. */
export function toProviderText(money: ProviderMoney, exponent = exponentOf(money.currency)): string {
  return unitsToText(toProviderUnits(money, exponent), exponent);
}

function unitsToText(units: number, exponent: number): string {
  const digits = String(Math.abs(units)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const sign = units < 0 ? '-' : '';
  return exponent === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-exponent)}`;
}

/** Converts a provider's amount in minor units: 1250 EUR → "12.50". */
export function fromProviderUnits(
  units: number,
  currency: string,
  exponent = exponentOf(currency.toUpperCase()),
): ProviderMoney {
  return { value: unitsToText(units, exponent), currency: currency.toUpperCase() };
}

/** Converts a provider's amount in decimal text or as a JSON number: "12.5", 12.5. */
export function fromProviderText(value: string | number, currency: string): ProviderMoney {
  return { value: String(value), currency: currency.toUpperCase() };
}
