// Card with waiting times: riders who are waiting now, and the medians of the last hour.
import type { Dashboard } from '@kerb/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-settings.ts';
import { Figures } from '../../ui/figures.tsx';

export function WaitingTimes({ dashboard }: { dashboard: Dashboard | null }) {
  const { t } = useTranslation();
  const { number, duration } = useFormat();
  const span = (seconds: number | null) => (seconds === null ? '–' : duration(seconds));
  const waiting = dashboard?.waiting;
  return (
    <Figures
      count={4}
      figures={
        waiting
          ? [
              { name: t('waiting_searching'), value: number(waiting.searching) },
              { name: t('waiting_longest'), value: span(waiting.longest_in_secs) },
              { name: t('waiting_accepted'), value: span(waiting.accepted_in_secs) },
              { name: t('waiting_arrived'), value: span(waiting.arrived_in_secs) },
            ]
          : null
      }
    />
  );
}
