// React hook that formats numbers, amounts and times by the operator's settings and the chosen language.
import type { DistanceUnit } from '@kerb/contract';
import { useMemo } from 'react';
import {
  formatChange,
  formatClock,
  formatDate,
  formatDateTime,
  formatDistance,
  formatDuration,
  formatMoney,
  formatNumber,
  formatShortDateTime,
  formatTime,
} from './format.ts';
import { useLanguage } from './i18n/use-language.ts';
import { useSettings } from './use-settings.ts';

export interface Formatters {
  /** Takes major units. */
  readonly money: (amount: number) => string;
  readonly number: (value: number, digits?: number) => string;
  /** Takes km or miles: a distance of a booking in its own unit, any other as the operator's settings define. */
  readonly distance: (distance: number, unit?: DistanceUnit) => string;
  readonly duration: (seconds: number) => string;
  /** Takes a share; writes a percentage with its sign. */
  readonly change: (share: number) => string;
  /** Minutes and seconds of a running clock. */
  readonly clock: (seconds: number) => string;
  /** Takes ms since the epoch. */
  readonly dateTime: (at: number) => string;
  /** Without the day of the week and the year, for tables. */
  readonly shortDateTime: (at: number) => string;
  readonly date: (at: number) => string;
  readonly time: (at: number) => string;
}

const fallback = { symbol: '', decimal: 2, swipe_symbol: false, convert_to_mile: false, timezone: 'UTC' };

export function useFormat(): Formatters {
  const settings = useSettings() ?? fallback;
  const { dateLocale } = useLanguage();
  return useMemo(
    () => ({
      money: (amount) => formatMoney(amount, settings, dateLocale),
      number: (value, digits) => formatNumber(value, dateLocale, digits),
      distance: (distance, unit) =>
        formatDistance(distance, unit ? unit === 'mi' : settings.convert_to_mile, dateLocale),
      duration: (seconds) => formatDuration(seconds, dateLocale),
      change: (share) => formatChange(share, dateLocale),
      clock: (seconds) => formatClock(seconds, dateLocale),
      dateTime: (at) => formatDateTime(at, dateLocale, settings.timezone),
      shortDateTime: (at) => formatShortDateTime(at, dateLocale, settings.timezone),
      date: (at) => formatDate(at, dateLocale, settings.timezone),
      time: (at) => formatTime(at, dateLocale, settings.timezone),
    }),
    [settings, dateLocale],
  );
}
