// React hooks that format what a driver pays for a shared vehicle: "$U 900 a day".
import type { Vehicle } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-format.ts';

type Plan = Pick<Vehicle, 'plan' | 'rentPerDay' | 'commissionPercent'>;

/** `percent`: 12.5 for 12.5 %. */
export function usePercentText(): (percent: number) => string {
  const { dateLocale } = useLanguage();
  return useCallback(
    (percent) =>
      new Intl.NumberFormat(dateLocale, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100),
    [dateLocale],
  );
}

export function usePlanText(): (plan: Plan) => string {
  const { t } = useTranslation();
  const { money } = useFormat();
  const percentText = usePercentText();
  return useCallback(
    ({ plan, rentPerDay, commissionPercent }) => {
      switch (plan) {
        case 'none':
          return t('vehicles_plan_none');
        case 'rent':
          return t('vehicles_rent_of', { amount: isolated(money(rentPerDay ?? 0)) });
        case 'commission':
          return t('vehicles_commission_of', { percent: isolated(percentText(commissionPercent ?? 0)) });
      }
    },
    [t, money, percentText],
  );
}
