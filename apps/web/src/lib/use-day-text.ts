// React hooks that format calendar days in the current language; "2027-01-31" is the same day in every time zone.
import { useMemo } from 'react';
import { dayTextOf } from './calendar-day.ts';
import { formatDate, formatDayAndTime, formatDays } from './format.ts';
import { useLanguage } from './i18n/use-language.ts';
import { useSettings } from './use-settings.ts';

/** "Jan 31, 2027" */
export function useDayText(): (day: string) => string {
  const { dateLocale } = useLanguage();
  return useMemo(() => (day) => formatDate(Date.parse(day), dateLocale, 'UTC'), [dateLocale]);
}

/** "Jan 31 – Feb 6, 2027" */
export function useDaysText(): (from: string, to: string) => string {
  const { dateLocale } = useLanguage();
  return useMemo(
    () => (from, to) => formatDays(Date.parse(from), Date.parse(to), dateLocale, 'UTC'),
    [dateLocale],
  );
}

/** Formats a day "2027-01-31", or a moment "2027-01-31T15:05" in the operator's time zone: "Jan 31, 2027, 3:05 PM". */
export function useDayOrMomentText(): (value: string) => string {
  const { dateLocale } = useLanguage();
  const dayText = useDayText();
  return useMemo(
    () => (value) =>
      value.includes('T') ? formatDayAndTime(Date.parse(`${value}Z`), dateLocale, 'UTC') : dayText(value),
    [dateLocale, dayText],
  );
}

const weekdayParts = { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' } as const;

/** "Sun, Jan 31, 2027" */
export function useWeekdayText(): (day: string) => string {
  const { dateLocale } = useLanguage();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(dateLocale, { ...weekdayParts, year: 'numeric' });
    return (day) => format.format(Date.parse(day));
  }, [dateLocale]);
}

/** "Sun, Jan 31" in the current year, otherwise with the year. */
export function useNearDayText(): (day: string) => string {
  const { dateLocale } = useLanguage();
  const timeZone = useSettings()?.timezone ?? 'UTC';
  const withYear = useWeekdayText();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(dateLocale, weekdayParts);
    return (day) => {
      const isThisYear = day.slice(0, 4) === dayTextOf(Date.now(), timeZone).slice(0, 4);
      return isThisYear ? format.format(Date.parse(day)) : withYear(day);
    };
  }, [dateLocale, timeZone, withYear]);
}
