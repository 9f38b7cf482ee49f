// Formats hours of the day, durations to the second and percentages for the operator's figures; not part of a visitor's
// first load.
import { formatDuration, isolateUnit, withMinusSign } from './format.ts';

/** The hour of a day from 0 to 23: "8 AM". */
export function formatHour(hour: number, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' });
  return isolateUnit(format.format(Date.UTC(2000, 0, 1, hour)).replace(/\s/g, '\u00A0'), locale);
}

/** Formats a short duration to the second: "5 min 30 sec", "45 sec"; from one hour, in the format of formatDuration. */
export function formatSpan(seconds: number, locale: string): string {
  const whole = Math.round(seconds);
  if (whole >= 3600) return formatDuration(whole, locale);
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  const parts = [
    ...(minutes > 0 ? [unit(minutes, 'minute')] : []),
    ...(rest > 0 || minutes === 0 ? [unit(rest, 'second')] : []),
  ];
  return isolateUnit(parts.join(' '), locale);
}

/** Whole hours of work: "312 hr". */
export const formatHours = (seconds: number, locale: string): string =>
  isolateUnit(
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'hour',
      unitDisplay: 'short',
      maximumFractionDigits: seconds < 36_000 ? 1 : 0,
    }).format(seconds / 3600),
    locale,
  );

/**
 * Formats a share as a percentage with at most one decimal: 0.914 is "91.4%"; `signed` adds a plus sign to positive
 * values.
 */
export function formatPercent(share: number, locale: string, signed = false): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    ...(signed && { signDisplay: 'exceptZero' as const }),
  });
  return isolateUnit(withMinusSign(format.format(share)), locale);
}

/** A difference of shares in percentage points, without the unit: "+1.2". */
export function formatPoints(difference: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  return withMinusSign(format.format(difference * 100));
}
