// Card with the requests of the last hour and their outcomes.
import type { Dashboard } from '@kerb/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { Figures } from '../../ui/figures.tsx';

export function DemandFigures({ dashboard }: { dashboard: Dashboard | null }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const demand = dashboard?.demand;
  return (
    <Figures
      count={3}
      figures={
        demand
          ? [
              { name: t('demand_asked'), value: number(demand.asked) },
              { name: t('demand_taken'), value: number(demand.taken) },
              { name: t('demand_lost'), value: number(demand.lost) },
            ]
          : null
      }
    />
  );
}
