// What a country suggests to an operator: currency, clock and unit of distance; all of it can be changed.
import countryToCurrency from 'country-to-currency';

export interface CountryDefaults {
  /** ISO 4217 */
  readonly code: string;
  readonly symbol: string;
  readonly decimal: number;
  /** The symbol stands after the amount. */
  readonly swipe_symbol: boolean;
  /** IANA */
  readonly timezone: string;
  readonly convert_to_mile: boolean;
}

/** Where roads are signed in miles. */
const inMiles = new Set(['US', 'GB', 'LR', 'AS', 'GU', 'MP', 'PR', 'VI', 'UM', 'GG', 'IM', 'JE', 'BS', 'BZ']);
/** The most decimals that the settings accept. */
const MOST_DECIMALS = 4;
const currencies: Readonly<Record<string, string>> = countryToCurrency;

/** A browser of today knows the clocks of a country, under one of two names. */
type ZonedLocale = Intl.Locale & { getTimeZones?: () => string[]; readonly timeZones?: string[] };

/** The country's clocks, the usual one first; none where the browser does not know them. */
export function timeZonesOf(country: string): readonly string[] {
  const locale: ZonedLocale = new Intl.Locale(`und-${country}`);
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** "$U", "€", "£" as people of the country write it, and "US$" never: there is but one currency here. */
export function symbolOf(code: string): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(1);
  return parts.find(({ type }) => type === 'currency')?.value ?? code;
}

export function decimalsOf(code: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions();
  return Math.min(MOST_DECIMALS, maximumFractionDigits);
}

/** Whether the country writes "12 €" and not "€ 12". */
function symbolFollows(country: string, code: string): boolean {
  const locale = new Intl.Locale(`und-${country}`).maximize();
  const parts = new Intl.NumberFormat(`${locale.language}-${country}`, {
    style: 'currency',
    currency: code,
  }).formatToParts(1);
  const place = (type: string) => parts.findIndex((part) => part.type === type);
  return place('currency') > place('integer');
}

/** Uruguay's peso has a sign of its own that no list of symbols knows. */
const ownSymbols: Readonly<Record<string, string>> = { UYU: '$U' };

/** `ownZone`: the clock of this browser, right where it is one of the country's. */
export function defaultsOf(country: string, ownZone: string): CountryDefaults {
  const code = currencies[country] ?? 'USD';
  const zones = timeZonesOf(country);
  return {
    code,
    symbol: ownSymbols[code] ?? symbolOf(code),
    decimal: decimalsOf(code),
    swipe_symbol: symbolFollows(country, code),
    timezone: zones.includes(ownZone) ? ownZone : (zones[0] ?? ownZone),
    convert_to_mile: inMiles.has(country),
  };
}
