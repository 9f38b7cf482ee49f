// An hour of the day as the language writes it: "8 AM", "8", "8 h".
import { useMemo } from 'react';
import { formatHour } from './format-figures.ts';
import { useLanguage } from './i18n/use-language.ts';

/** Of 0 to 23, in any time zone. */
export function useHourText(): (hour: number) => string {
  const { dateLocale } = useLanguage();
  return useMemo(() => (hour) => formatHour(hour, dateLocale), [dateLocale]);
}
