// React hook that formats dispatch settings and days.
import type { WhatIfRunSummary, WhatIfTerms } from '@kerb/contract';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-format.ts';
import type { TermName } from './what-if-form.ts';

export function useTermText() {
  const { t } = useTranslation();
  const { number, distance } = useFormat();
  return function termText(name: TermName, terms: WhatIfTerms): string {
    switch (name) {
      case 'dispatchPolicy':
        return t(`settings_${terms.dispatchPolicy}`);
      case 'driverRadius':
        return distance(terms.driverRadius);
      case 'batchSeconds':
        return number(terms.batchSeconds);
      case 'broadcastLimit':
        return number(terms.broadcastLimit);
    }
  };
}

export function useFleetText() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { dateLocale } = useLanguage();
  const percent = new Intl.NumberFormat(dateLocale, { style: 'percent' });
  return ({
    fleet_percent,
    fleet_drivers,
  }: Pick<WhatIfRunSummary, 'fleet_percent' | 'fleet_drivers'>): string =>
    fleet_drivers === null
      ? `${t('whatif_fleet_share')}: ${percent.format(fleet_percent / 100)}`
      : `${t('whatif_fleet_drivers')}: ${number(fleet_drivers)}`;
}
