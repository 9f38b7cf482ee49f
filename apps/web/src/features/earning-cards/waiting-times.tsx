// Card with waiting times: for admins the riders who are waiting now, and the medians of the last hour.
import type { Dashboard } from '@kerb/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { Figures } from '../../ui/figures.tsx';

export function WaitingTimes({ dashboard }: { dashboard: Dashboard | null }) {
  const { t } = useTranslation();
  const { number, duration } = useFormat();
  const span = (seconds: number | null) => (seconds === null ? '–' : duration(seconds));
  if (dashboard === null) return <Figures count={4} figures={null} />;
  const { searching, longest_in_secs, accepted_in_secs, arrived_in_secs } = dashboard.waiting;
  const current =
    searching === null
      ? []
      : [
          { name: t('waiting_searching'), value: number(searching) },
          { name: t('waiting_longest'), value: span(longest_in_secs) },
        ];
  const figures = [
    ...current,
    { name: t('waiting_accepted'), value: span(accepted_in_secs) },
    { name: t('waiting_arrived'), value: span(arrived_in_secs) },
  ];
  return <Figures count={figures.length} figures={figures} />;
}
