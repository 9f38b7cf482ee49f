// List of tasks to answer in the order of their expiry, with states for loading, waiting and errors.
import type { Task } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { TaskCard } from './task-card.tsx';
import type { Tasks } from './use-tasks.ts';

interface TaskListProps {
  readonly tasks: Tasks;
  /** Booking id of the task shown on the map. */
  readonly selected: string | null;
  readonly onSelect: (booking: string) => void;
  readonly onAccept: (task: Task) => void;
}

export function TaskList({ tasks, selected, onSelect, onAccept }: TaskListProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Refusal tasks={tasks} />
      <Announcement tasks={tasks.tasks ?? []} />
      {tasks.failure !== null && <ErrorState problem={tasks.failure} onRetry={tasks.reload} />}
      {tasks.tasks === null && tasks.failure === null && (
        <Loading>
          <Placeholder height={232} />
        </Loading>
      )}
      {tasks.tasks?.map((task) => (
        <TaskCard
          key={task.booking}
          task={task}
          selected={task.booking === selected}
          busy={tasks.busy === task.booking}
          disabled={tasks.busy !== null}
          onSelect={() => onSelect(task.booking)}
          onAccept={() => onAccept(task)}
          onDecline={() => void tasks.decline(task)}
        />
      ))}
      {tasks.tasks?.length === 0 && tasks.failure === null && <Waiting />}
    </Box>
  );
}

/** The reason why the last answer failed: taken by another driver, expired, or not possible. */
function Refusal({ tasks }: { tasks: Tasks }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (tasks.problem === null) return null;
  return (
    <Box
      role="alert"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        paddingInlineStart: 2,
        py: 0.5,
        borderRadius: '14px',
        bgcolor: 'background.subtle',
        color: 'error.main',
        fontWeight: 560,
      }}
    >
      <Box sx={{ flex: 1 }}>
        {isUnreached(tasks.problem) ? t('task_accept_offline') : errorText(tasks.problem)}
      </Box>
      <IconButton aria-label={t('close')} onClick={tasks.dismiss}>
        <CloseOutlined />
      </IconButton>
    </Box>
  );
}

/** Only the server can decide which driver accepted first, so an answer is never queued offline. */
const isUnreached = (problem: unknown) => problem instanceof ApiError && problem.status === 0;

/** Announces each new task once to screen readers, without the countdown. */
function Announcement({ tasks }: { tasks: readonly Task[] }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const newest = tasks.at(-1);
  return (
    <Box role="status" sx={visuallyHidden}>
      {newest ? t('task_new', { pickup: newest.pickup.add, amount: money(newest.driver_share) }) : ''}
    </Box>
  );
}

/** Shown while there are no tasks: an animation indicates that the app is waiting for offers. */
function Waiting() {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1 }}>
      <Box
        aria-hidden="true"
        sx={{
          flexShrink: 0,
          width: 14,
          height: 14,
          m: 1.25,
          borderRadius: '50%',
          bgcolor: 'success.main',
          animation: 'kerb-listen 2.4s ease-out infinite',
          '@keyframes kerb-listen': {
            from: { boxShadow: '0 0 0 0 color-mix(in srgb, currentColor 32%, transparent)' },
            to: { boxShadow: '0 0 0 16px transparent' },
          },
          color: 'success.main',
          '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
        }}
      />
      <Typography color="text.secondary">{t('no_tasks')}</Typography>
    </Box>
  );
}
