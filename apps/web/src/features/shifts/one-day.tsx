// Form for the hours of one day of a driver: as every week, off, or other hours.
import type { ShiftHours, ShiftPlan } from '@kerb/domain/shifts';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { DayField } from '../../ui/dates/calendar-field.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { ClockField } from './shift-fields.tsx';

const choices = ['as_weekly', 'off', 'other'] as const;
type Choice = (typeof choices)[number];
const defaultHours: ShiftHours = { from: '08:00', until: '16:00' };

/** One of the shifts of the day; the id is that of its fields. */
interface Entry {
  readonly id: number;
  readonly hours: ShiftHours;
}

interface Entered {
  readonly choice: Choice;
  readonly entries: readonly Entry[];
}

/** Hours that were entered, and those of the day from before; null for the weekly shifts. */
interface EnteredDay extends Entered {
  readonly seen: ShiftHours[] | null;
}

/** The shifts that are shown for other hours: those stored, or the usual one. */
const entriesOf = (stored: readonly ShiftHours[] = []): Entry[] =>
  (stored.length > 0 ? stored : [defaultHours]).map((hours, id) => ({ id, hours }));

interface Saved {
  readonly day: string;
  readonly hours: ShiftHours[] | null;
  /** The plan that the hours were saved in. */
  readonly plan: ShiftPlan | null;
}

export interface OneDayEntry {
  /** YYYY-MM-DD; '' while the typed day is incomplete. */
  readonly day: string;
  readonly choice: Choice;
  readonly entries: readonly Entry[];
  /** Whether hours were entered that are not saved yet. */
  readonly isUnsaved: boolean;
  readonly busy: boolean;
  readonly isSaved: boolean;
  /** Error of the last attempt to save. */
  readonly problem: unknown;
  readonly enter: (next: Entered) => void;
  readonly setDay: (day: string) => void;
  /** Resolves to false when the server rejected the hours, which stay entered. */
  readonly save: () => Promise<boolean>;
}

interface OneDayOptions {
  readonly driver: string;
  /** Null while loading. */
  readonly plan: ShiftPlan | null;
  /** YYYY-MM-DD */
  readonly today: string;
  /** Reads the plan again. */
  readonly reload: () => void;
}

/** State of the form, of which the dialog around it saves the hours that were entered but not saved. */
export function useOneDay({ driver, plan, today, reload }: OneDayOptions): OneDayEntry {
  const [send, { isLoading, isSuccess, error, reset }] = answers.setShiftDay.useMutation();
  const [day, setDate] = useState(today);
  const [entered, setEntered] = useState<EnteredDay | null>(null);
  /** The hours saved last, until the plan has been read again. */
  const [saved, setSaved] = useState<Saved | null>(null);
  const seenOn = (date: string): ShiftHours[] | null =>
    saved !== null && saved.day === date && saved.plan === plan
      ? saved.hours
      : (plan?.days.find((one) => one.day === date)?.hours ?? null);
  const stored = seenOn(day);
  const entries = entered?.entries ?? entriesOf(stored ?? []);
  const known: Choice = stored === null ? 'as_weekly' : stored.length === 0 ? 'off' : 'other';
  const choice = entered?.choice ?? known;
  return {
    day,
    choice,
    entries,
    isUnsaved: entered !== null,
    busy: isLoading,
    isSaved: isSuccess,
    problem: error,
    enter(next) {
      reset();
      setEntered({ ...next, seen: entered === null ? stored : entered.seen });
    },
    setDay(next) {
      // The entered hours stay and count for the new day.
      reset();
      setDate(next);
      if (entered !== null) setEntered({ ...entered, seen: seenOn(next) });
    },
    async save() {
      const other = choice === 'off' ? [] : entries.map(({ hours }) => hours);
      const seen = entered === null ? stored : entered.seen;
      const body = { day, seen, hours: choice === 'as_weekly' ? null : other };
      const { error: failure } = await send({ params: { id: driver }, body });
      if (failure !== undefined) {
        // After a conflict the dialog, opened again, shows the current hours.
        reload();
        return false;
      }
      setSaved({ day, hours: body.hours, plan });
      // Input during the request stays.
      setEntered((latest) =>
        latest === null || latest === entered ? null : { ...latest, seen: body.hours },
      );
      return true;
    },
  };
}

interface OneDayProps {
  readonly entry: OneDayEntry;
  /** YYYY-MM-DD */
  readonly today: string;
}

export function OneDay({ entry, today }: OneDayProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { day, choice, entries, problem, enter } = entry;
  const change = (id: number, hours: ShiftHours) =>
    enter({ choice, entries: entries.map((one) => (one.id === id ? { id, hours } : one)) });
  return (
    <Box
      component="section"
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}
    >
      <Typography variant="h5" component="h3" sx={{ gridColumn: '1 / -1' }}>
        {t('shifts_one_day')}
      </Typography>
      <DayField label={t('shifts_day')} value={day} min={today} clearable={false} onChange={entry.setDay} />
      <TextField
        select
        label={t('shifts_one_day_hours')}
        value={choice}
        onChange={(event) =>
          enter({ choice: choices.find((one) => one === event.target.value) ?? 'as_weekly', entries })
        }
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {t(`shifts_${one}`)}
          </option>
        ))}
      </TextField>
      {choice === 'other' &&
        entries.map(({ id, hours }) => (
          <Box key={id} sx={{ gridColumn: '1 / -1', display: 'flex', alignItems: 'center', gap: 1.5 }}>
            <Box sx={clockPlace}>
              <ClockField
                label={t('shifts_from')}
                value={hours.from}
                onChange={(from) => change(id, { ...hours, from })}
              />
            </Box>
            <Box sx={clockPlace}>
              <ClockField
                label={t('shifts_until')}
                value={hours.until}
                onChange={(until) => change(id, { ...hours, until })}
              />
            </Box>
            {entries.length > 1 && (
              <IconButton
                aria-label={t('shifts_remove')}
                onClick={() => enter({ choice, entries: entries.filter((one) => one.id !== id) })}
              >
                <DeleteOutlined />
              </IconButton>
            )}
          </Box>
        ))}
      <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <LoadingButton
          variant="outlined"
          loading={entry.busy}
          disabled={day === ''}
          onClick={() => void entry.save()}
        >
          {t('shifts_save_day')}
        </LoadingButton>
        {entry.isSaved && <Typography role="status">{t('shifts_saved_day')}</Typography>}
        {problem !== undefined && (
          <Typography role="alert" color="error">
            {errorText(problem)}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

const clockPlace = { display: 'grid', flex: 1, minWidth: 0 } as const;
