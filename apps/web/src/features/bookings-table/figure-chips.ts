// Chips for the filters that a dashboard figure sets on the bookings table: end of the period, figure, hour, area and
// reason.
import { isolated } from '@kerb/texts';
import { useTranslation } from 'react-i18next';
import { useDayOrMomentText } from '../../lib/use-day-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useHourText } from '../../lib/use-hour-text.ts';
import { useReasonText } from '../../lib/use-reason-text.ts';
import type { FilterChip } from '../../ui/data-table/filter-chips.tsx';
import type { TableFilters } from './booking-query.ts';

export function useFigureChips(
  { to, counted, hour, area, place, reason }: TableFilters,
  onChange: (change: Readonly<Record<string, string>>) => void,
): FilterChip[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  const untilText = useDayOrMomentText();
  const hourText = useHourText();
  const reasonText = useReasonText(reason || null);
  const areaText = () =>
    place === '' ? t('bookings_area_size', { count: number(area.split('_').length) }) : place;
  const chips: [key: string, isSet: boolean, name: string, value: () => string][] = [
    ['to', to !== '', t('bookings_to'), () => untilText(to)],
    ['counted', counted !== '', t('bookings_counted'), () => (counted === '' ? '' : t(`figure_${counted}`))],
    ['hour', hour !== '', t('bookings_hour'), () => hourText(Number(hour))],
    ['area', area !== '', t('bookings_area'), areaText],
    ['reason', reason !== '', t('bookings_reason'), () => reasonText],
  ];
  return chips
    .filter(([, isSet]) => isSet)
    .map(([key, , name, value]) => ({
      key,
      text: t('table_filter_of', { name, value: isolated(value()) }),
      onRemove: () => onChange(key === 'area' ? { area: '', place: '' } : { [key]: '' }),
    }));
}
