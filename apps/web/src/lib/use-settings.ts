// The operator's settings, and writing amounts and times the way they and the language ask for.
import type { PublicSettings } from '@kerb/contract';
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
import { useKerbSelector } from './store.ts';

/** Null until they are loaded; screens below AppGate always have them. */
export function useSettings(): PublicSettings | null {
  return useKerbSelector((state) => state.settingsdata.settings);
}

export interface Formatters {
  /** Major units. */
  readonly money: (amount: number) => string;
  readonly number: (value: number, digits?: number) => string;
  /** km or miles, whichever the operator counts in. */
  readonly distance: (distance: number) => string;
  readonly duration: (seconds: number) => string;
  /** A share with its sign, as a percentage. */
  readonly change: (share: number) => string;
  /** Minutes and seconds of a clock that runs. */
  readonly clock: (seconds: number) => string;
  /** Moments in ms since the epoch. */
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
      distance: (distance) => formatDistance(distance, settings.convert_to_mile, dateLocale),
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
