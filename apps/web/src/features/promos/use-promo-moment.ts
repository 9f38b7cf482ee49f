// A moment of a promo in the operator's time zone, with its year: a promo may be valid for long.
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-settings.ts';

/** `at` in ms since the epoch: "Nov 21, 2026, 3:05 PM". */
export function usePromoMoment(): (at: number) => string {
  const { t } = useTranslation();
  const { date, time } = useFormat();
  return useCallback((at) => t('promos_moment', { date: date(at), time: time(at) }), [t, date, time]);
}
