// Suggests currency, time zone and unit of distance for a country; the operator can change all of them.
import countryToCurrency from 'country-to-currency';

export interface CountryDefaults {
  /** Currency code, ISO 4217. */
  readonly code: string;
  readonly symbol: string;
  readonly decimal: number;
  /** Whether the symbol is written after the amount. */
  readonly swipe_symbol: boolean;
  /** IANA time zone. */
  readonly timezone: string;
  readonly convert_to_mile: boolean;
}

/** Countries whose road signs show miles. */
const inMiles = new Set(['US', 'GB', 'LR', 'AS', 'GU', 'MP', 'PR', 'VI', 'UM', 'GG', 'IM', 'JE', 'BS', 'BZ']);
/** Thousandths are not suggested: PayPal has no currency with three decimals, and at Stripe the last one is 0. */
const MAX_DECIMALS = 2;
/**
 * Currencies with two decimals in ISO 4217, of which PayPal (HUF, TWD), Stripe (MGA) or Mercado Pago (COP) charges whole
 * units only.
 */
const wholeOnly = new Set(['COP', 'HUF', 'MGA', 'TWD']);
const currencies: Readonly<Record<string, string>> = countryToCurrency;

/** Current browsers list a country's time zones as a method or, in older versions, as a property. */
type ZonedLocale = Intl.Locale & { getTimeZones?: () => string[]; readonly timeZones?: string[] };

/** IANA time zones of a country, the most usual first; empty when the browser does not support the list. */
export function timeZonesOf(country: string): readonly string[] {
  const locale: ZonedLocale = new Intl.Locale(`und-${country}`);
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** The short symbol of a currency ("€", "£"); "$" and not "US$", because an installation has a single currency. */
export function symbolOf(code: string): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(1);
  return parts.find(({ type }) => type === 'currency')?.value ?? code;
}

/** Decimals in which PayPal, Stripe and Mercado Pago can charge. */
export function decimalsOf(code: string): number {
  if (wholeOnly.has(code)) return 0;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions();
  return Math.min(MAX_DECIMALS, maximumFractionDigits);
}

/** Whether amounts in this country are written "12 €" rather than "€ 12". */
function symbolFollows(country: string, code: string): boolean {
  const locale = new Intl.Locale(`und-${country}`).maximize();
  const parts = new Intl.NumberFormat(`${locale.language}-${country}`, {
    style: 'currency',
    currency: code,
  }).formatToParts(1);
  const place = (type: string) => parts.findIndex((part) => part.type === type);
  return place('currency') > place('integer');
}

/** Symbols that Intl does not provide: the Uruguayan peso. */
const ownSymbols: Readonly<Record<string, string>> = { UYU: '$U' };

/** `ownZone` is the browser's time zone; it is used if it is one of the country's. */
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
