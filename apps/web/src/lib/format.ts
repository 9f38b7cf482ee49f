// Formats numbers, money, distances, durations and times in the conventions of the chosen language.
import { directionOf, isolated } from '@kerb/texts';

/** The settings that determine how an amount is written. */
export interface MoneyStyle {
  readonly symbol: string;
  /** Digits after the decimal sign. */
  readonly decimal: number;
  /** Whether the symbol is written after the amount. */
  readonly swipe_symbol: boolean;
}

const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = numberFormats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, options);
  numberFormats.set(key, made);
  return made;
}

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = dateFormats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  dateFormats.set(key, made);
  return made;
}

/** Writes a negative number with the minus sign instead of the hyphen that Intl uses in most languages. */
export const withMinusSign = (text: string): string => text.replace('-', '−');

export function formatNumber(value: number, locale: string, digits = 0): string {
  return numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

// Left-to-right isolation keeps "$U 120,00" in one piece inside Arabic text.
const isolate = (text: string) => `\u2066${text}\u2069`;

/** Keeps a number and its unit together and in their order within text that is read from right to left. */
export const isolateUnit = (text: string, locale: string) =>
  directionOf(locale) === 'rtl' ? isolated(text) : text;

/** `amount` in major units. */
export function formatMoney(amount: number, style: MoneyStyle, locale: string): string {
  const digits = formatNumber(Math.abs(amount), locale, style.decimal);
  const sign = amount < 0 ? '−' : '';
  const text = style.swipe_symbol ? `${digits}\u00A0${style.symbol}` : `${style.symbol}\u00A0${digits}`;
  return isolate(`${sign}${text}`);
}

/** `distance` in kilometres, or in miles when the operator counts in miles. */
export function formatDistance(distance: number, inMiles: boolean, locale: string): string {
  const unit = inMiles ? 'mile' : 'kilometer';
  const digits = distance < 10 ? 1 : 0;
  const text = numberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  }).format(distance);
  return isolateUnit(text, locale);
}

/** Whole minutes, at least one; from one hour, hours and minutes. */
export function formatDuration(seconds: number, locale: string): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const unit = (value: number, name: string) =>
    numberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  const rest = minutes % 60;
  const hours = minutes < 60 ? '' : unit(Math.floor(minutes / 60), 'hour');
  if (hours !== '' && rest === 0) return isolateUnit(hours, locale);
  return isolateUnit(`${hours} ${unit(rest, 'minute')}`.trimStart(), locale);
}

/** A change as a share, with its sign: 0.12 is "+12%", -0.41 is "−41%". */
export function formatChange(share: number, locale: string): string {
  const options = { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' } as const;
  return isolateUnit(withMinusSign(numberFormat(locale, options).format(share)), locale);
}

/** Formats a running clock: minutes and seconds, and from one hour also hours: "3:07", "1:03:07". */
export function formatClock(seconds: number, locale: string): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => numberFormat(locale, { minimumIntegerDigits: 2 }).format(value);
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  const first = hours > 0 ? `${formatNumber(hours, locale)}:${two(minutes)}` : formatNumber(minutes, locale);
  return isolateUnit(`${first}:${two(whole % 60)}`, locale);
}

/** Replaces spaces by non-breaking ones, so that "AM" stays on the line of its time. */
const unbroken = (time: string) => time.replace(/\s/g, '\u00A0');

const fullDay = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const clock = { hour: 'numeric', minute: '2-digit' } as const;

const timeOf = (at: number, locale: string, timeZone: string) =>
  dateFormat(locale, { ...clock, timeZone }).format(at);

type DayFormat = Pick<Intl.DateTimeFormatOptions, 'weekday' | 'year' | 'month' | 'day'>;

/** Creates the format of a moment (ms since the epoch): its day in this format, and its time. */
function momentFormat(day: DayFormat) {
  return (at: number, locale: string, timeZone: string): string => {
    const text = dateFormat(locale, { ...day, ...clock, timeZone }).format(at);
    const time = timeOf(at, locale, timeZone);
    return isolateUnit(text.replace(time, unbroken(time)), locale);
  };
}

/** A moment in the operator's time zone: "Sat, Nov 21, 3:05 PM". */
export const formatDateTime = momentFormat({ weekday: 'short', month: 'short', day: 'numeric' });

/** "Nov 21, 2026, 3:05 PM", beside days with their year. */
export const formatDayAndTime = momentFormat(fullDay);

/** "11/21, 3:05 PM", where the year can be taken for granted. */
export const formatShortDateTime = momentFormat({ month: 'numeric', day: 'numeric' });

export function formatTime(at: number, locale: string, timeZone: string): string {
  return isolateUnit(unbroken(timeOf(at, locale, timeZone)), locale);
}

export function formatDate(at: number, locale: string, timeZone: string): string {
  return isolateUnit(dateFormat(locale, { ...fullDay, timeZone }).format(at), locale);
}

/** A range of days, with common parts written once: "Nov 23 – 29, 2026". */
export function formatDays(from: number, to: number, locale: string, timeZone: string): string {
  return isolateUnit(dateFormat(locale, { ...fullDay, timeZone }).formatRange(from, to), locale);
}
