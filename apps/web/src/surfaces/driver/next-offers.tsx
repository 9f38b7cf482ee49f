// Offers of a follow-on trip, shown on the screen of the current trip.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportedPosition } from '../../features/driving/use-report-position.ts';
import { TaskList } from '../../features/tasks/task-list.tsx';
import { useHorn } from '../../features/tasks/use-horn.ts';
import { useTasks } from '../../features/tasks/use-tasks.ts';
import { useSettings } from '../../lib/use-settings.ts';

export function NextOffers({ position }: Pick<ReportedPosition, 'position'>) {
  const { t } = useTranslation();
  const settings = useSettings();
  const tasks = useTasks();
  const [chosen, setChosen] = useState<string | null>(null);
  const open = tasks.tasks ?? [];
  useHorn(
    open.map(({ booking }) => booking),
    settings?.CarHornRepeat ?? false,
  );
  if (open.length === 0 && tasks.problem === null) return null;
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h4" component="h2">
        {t('next_offers')}
      </Typography>
      <TaskList
        tasks={tasks}
        selected={chosen ?? open[0]?.booking ?? null}
        onSelect={setChosen}
        onAccept={(task) => void tasks.accept(task, position)}
      />
    </Box>
  );
}
