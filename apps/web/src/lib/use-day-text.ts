// A calendar day as the language writes it.
import { useMemo } from 'react';
import { formatDate } from './format.ts';
import { useLanguage } from './i18n/use-language.ts';

/** "2027-01-31" is the same day in every time zone. */
export function useDayText(): (day: string) => string {
  const { dateLocale } = useLanguage();
  return useMemo(() => (day) => formatDate(Date.parse(day), dateLocale, 'UTC'), [dateLocale]);
}
