// Dialog that plans one driver: weekly shifts, which are saved together, and the hours of single days. Saving the weekly
// shifts saves hours of a day too that were entered before.
import type { User } from '@kerb/contract';
import { fullNameOf } from '@kerb/domain/identity';
import { maxWeeklyShifts, type WeeklyShift } from '@kerb/domain/shifts';
import AddOutlined from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { incompleteDay } from '../../ui/dates/is-complete-date.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ErrorState } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { OneDay, useOneDay } from './one-day.tsx';
import { ShiftFields } from './shift-fields.tsx';

interface PlanDialogProps {
  readonly driver: User;
  /** YYYY-MM-DD */
  readonly today: string;
  readonly onClose: () => void;
}

/** A shift that is being edited. */
interface Entry {
  readonly id: number;
  readonly shift: WeeklyShift;
}

interface Edited {
  readonly seen: readonly WeeklyShift[];
  readonly entries: readonly Entry[];
}

const nextId = (entries: readonly Entry[]): number => Math.max(-1, ...entries.map(({ id }) => id)) + 1;

export function PlanDialog({ driver, today, onClose }: PlanDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const errorText = useErrorText();
  const {
    answer: plan,
    problem: unread,
    reload,
  } = shownResponse(answers.getShifts.useQuery({ params: { id: driver.id } }));
  const [setShifts] = answers.setShifts.useMutation();
  /** The edited shifts, and those of before the first edit; null until then. */
  const [edited, setEdited] = useState<Edited | null>(null);
  const oneDay = useOneDay({ driver: driver.id, plan, today, reload });
  const { busy, problem, run } = useSubmission();
  const seen = edited?.seen ?? plan?.shifts ?? [];
  const entries = edited?.entries ?? seen.map((shift, id) => ({ id, shift }));
  const setEntered = (next: readonly Entry[]) => setEdited({ seen, entries: next });
  const name = fullNameOf(driver) || driver.mobile;
  const [hasTried, setTried] = useState(false);
  const save = async () => {
    setTried(true);
    if (entries.some(({ shift }) => shift.lastDay === incompleteDay)) return;
    // Closing the dialog would lose the hours of the day; the day shows why they could not be saved.
    if (oneDay.isUnsaved && !(await oneDay.save())) return;
    await setShifts({
      params: { id: driver.id },
      body: { seen: [...seen], shifts: entries.map(({ shift }) => shift) },
    })
      .unwrap()
      .catch((error: unknown) => {
        // After a conflict the dialog, opened again, shows the current shifts.
        reload();
        throw error;
      });
    onClose();
  };
  return (
    <FormDialog
      title={t('shifts_plan', { name })}
      formId={formId}
      submitText={t('shifts_save')}
      busy={busy || oneDay.busy}
      changed={edited !== null || oneDay.isUnsaved}
      onClose={onClose}
    >
      {plan === null && unread === null && <Placeholder height={160} />}
      {plan === null && unread !== null && <ErrorState problem={unread} onRetry={reload} />}
      {plan !== null && (
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Box
            component="form"
            id={formId}
            onSubmit={(event) => {
              event.preventDefault();
              void run(save);
            }}
            sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
          >
            <Typography variant="h5" component="h3">
              {t('shifts_weekly')}
            </Typography>
            {entries.length === 0 && (
              <Typography color="text.secondary">{t('shifts_weekly_none')}</Typography>
            )}
            {entries.map(({ id, shift }) => (
              <ShiftFields
                key={id}
                shift={shift}
                showsProblem={hasTried}
                onChange={(next) =>
                  setEntered(entries.map((one) => (one.id === id ? { id, shift: next } : one)))
                }
                onRemove={() => setEntered(entries.filter((one) => one.id !== id))}
              />
            ))}
            {entries.length < maxWeeklyShifts && (
              <Button
                startIcon={<AddOutlined />}
                sx={{ justifySelf: 'start' }}
                onClick={() => setEntered([...entries, { id: nextId(entries), shift: usualShift(today) }])}
              >
                {t('shifts_add')}
              </Button>
            )}
            {problem !== null && (
              <Typography role="alert" color="error">
                {errorText(problem)}
              </Typography>
            )}
          </Box>
          <OneDay entry={oneDay} today={today} />
        </Box>
      )}
    </FormDialog>
  );
}

const usualShift = (today: string): WeeklyShift => ({
  weekdays: [1, 2, 3, 4, 5],
  from: '08:00',
  until: '16:00',
  firstDay: today,
  lastDay: null,
});
