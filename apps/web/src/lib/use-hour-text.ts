// React hook that formats an hour of the day in the current language: "8 AM", "8", "8 h".
import { useMemo } from 'react';
import { formatHour } from './format-figures.ts';
import { useLanguage } from './i18n/use-language.ts';

/** Takes an hour from 0 to 23, regardless of the time zone. */
export function useHourText(): (hour: number) => string {
  const { dateLocale } = useLanguage();
  return useMemo(() => (hour) => formatHour(hour, dateLocale), [dateLocale]);
}
