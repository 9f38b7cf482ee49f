// React hook that returns a formatter for date and time including the year.
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';

/** `at` in ms since the epoch: "Nov 21, 2026, 3:05 PM". */
export function useMoment(): (at: number) => string {
  const { t } = useTranslation();
  const { date, time } = useFormat();
  return (at) => t('person_moment', { date: date(at), time: time(at) });
}
