// React hook that formats a moment with its year, for the money screens, whose entries may be years old.
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from './use-format.ts';

/** `at` in ms since the epoch: "Nov 21, 2026, 3:05 PM". */
export function useMoment(): (at: number) => string {
  const { t } = useTranslation();
  const { date, time } = useFormat();
  return useCallback((at) => t('money_moment', { date: date(at), time: time(at) }), [t, date, time]);
}
