// Amounts the way each provider writes them: decimal text, or a whole number of the currency's own minor units.
import { DomainError, toMinor } from '@kerb/domain/kernel';
import { PaymentRefusedError, type ProviderMoney } from '../../ports/payments.ts';

/** ISO 4217: currencies whose minor unit is not a hundredth. */
const EXPONENTS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
};

/** Decimal places of a currency by ISO 4217; `others` is where a provider differs from it. */
export const exponentOf = (currency: string, others: Readonly<Record<string, number>> = {}): number =>
  others[currency] ?? EXPONENTS[currency] ?? 2;

/**
 * A whole number of the currency's minor units: 12.5 EUR → 1250, 500 JPY → 500. Throws PaymentRefusedError for an
 * amount the currency cannot express, 1.005 EUR.
 */
export function toProviderUnits(money: ProviderMoney, exponent = exponentOf(money.currency)): number {
  try {
    return toMinor(money.value, exponent);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new PaymentRefusedError(`${money.value} ${money.currency} cannot be paid: ${error.detail}`);
  }
}

/** Decimal text with exactly the currency's places: "12.50", "500". Throws like toProviderUnits. */
export function toProviderText(money: ProviderMoney, exponent = exponentOf(money.currency)): string {
  return unitsToText(toProviderUnits(money, exponent), exponent);
}

function unitsToText(units: number, exponent: number): string {
  const digits = String(Math.abs(units)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const sign = units < 0 ? '-' : '';
  return exponent === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-exponent)}`;
}

/** What a provider says in whole minor units, as money: 1250 EUR → "12.50". */
export function fromProviderUnits(
  units: number,
  currency: string,
  exponent = exponentOf(currency.toUpperCase()),
): ProviderMoney {
  return { value: unitsToText(units, exponent), currency: currency.toUpperCase() };
}

/** What a provider says in decimal text or as a JSON number: "12.5", 12.5. */
export function fromProviderText(value: string | number, currency: string): ProviderMoney {
  return { value: String(value), currency: currency.toUpperCase() };
}
