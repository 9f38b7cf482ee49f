// Functions for months of reports: keys for addresses and the API, and texts for users.
import { calendarDay } from '@kerb/domain/kernel';
import { useCallback } from 'react';
import { useLanguage } from '../../lib/i18n/use-language.ts';

export interface MonthOfYear {
  readonly year: number;
  /** 1–12 */
  readonly month: number;
}

/** Month as YYYY-MM, the format of the API. */
export const monthKey = ({ year, month }: MonthOfYear): string => `${year}-${String(month).padStart(2, '0')}`;

/** The current month, or the one `ago` months before, in the operator's time zone. */
export function monthAgo(now: number, timezone: string, ago = 0): string {
  const { year, month } = calendarDay(now, timezone);
  const count = year * 12 + month - 1 - ago;
  return monthKey({ year: Math.floor(count / 12), month: (count % 12) + 1 });
}

/** The month before or after a month in the format YYYY-MM. */
export function nextMonth(key: string, by: 1 | -1): string {
  const [year = 0, month = 1] = key.split('-').map(Number);
  const count = year * 12 + month - 1 + by;
  return monthKey({ year: Math.floor(count / 12), month: (count % 12) + 1 });
}

/** React hook that formats a month: "May 2026", or short for an axis: "May 26". */
export function useMonthText(): (month: MonthOfYear | string, length?: 'long' | 'short') => string {
  const { dateLocale } = useLanguage();
  return useCallback(
    (month, length = 'long') => {
      const [year = 0, number = 1] =
        typeof month === 'string' ? month.split('-').map(Number) : [month.year, month.month];
      return new Intl.DateTimeFormat(dateLocale, {
        month: length,
        year: length === 'long' ? 'numeric' : '2-digit',
        timeZone: 'UTC',
      }).format(Date.UTC(year, number - 1, 15));
    },
    [dateLocale],
  );
}
