// Form for the hours of one day of a driver: as every week, off, or other hours.
import type { ShiftPlan } from '@kerb/domain/shifts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { DayField } from '../../ui/dates/calendar-field.tsx';
import { ClockField } from './shift-fields.tsx';

interface OneDayProps {
  readonly driver: string;
  readonly plan: ShiftPlan;
  /** YYYY-MM-DD */
  readonly today: string;
}

const choices = ['as_weekly', 'off', 'other'] as const;
type Choice = (typeof choices)[number];
const defaultHours = { from: '08:00', until: '16:00' };

export function OneDay({ driver, plan, today }: OneDayProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [setDay, { isLoading, isSuccess, error, reset }] = answers.setShiftDay.useMutation();
  const [day, setDate] = useState(today);
  const [entered, setEntered] = useState<{ choice: Choice; hours: typeof defaultHours } | null>(null);
  const stored = plan.days.find((one) => one.day === day);
  const hours = entered?.hours ?? stored?.hours[0] ?? defaultHours;
  const known: Choice = stored === undefined ? 'as_weekly' : stored.hours.length === 0 ? 'off' : 'other';
  const choice = entered?.choice ?? known;
  const enter = (next: { choice: Choice; hours: typeof defaultHours }) => {
    reset();
    setEntered(next);
  };
  const save = () => {
    const body = { day, hours: choice === 'as_weekly' ? null : choice === 'off' ? [] : [hours] };
    void setDay({ params: { id: driver }, body });
    setEntered(null);
  };
  return (
    <Box
      component="section"
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}
    >
      <Typography variant="h5" component="h3" sx={{ gridColumn: '1 / -1' }}>
        {t('shifts_one_day')}
      </Typography>
      <DayField
        label={t('shifts_day')}
        value={day}
        min={today}
        clearable={false}
        onChange={(next) => {
          reset();
          setEntered(null);
          setDate(next);
        }}
      />
      <TextField
        select
        label={t('shifts_one_day_hours')}
        value={choice}
        onChange={(event) =>
          enter({ choice: choices.find((one) => one === event.target.value) ?? 'as_weekly', hours })
        }
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {t(`shifts_${one}`)}
          </option>
        ))}
      </TextField>
      {choice === 'other' && (
        <>
          <ClockField
            label={t('shifts_from')}
            value={hours.from}
            onChange={(from) => enter({ choice, hours: { ...hours, from } })}
          />
          <ClockField
            label={t('shifts_until')}
            value={hours.until}
            onChange={(until) => enter({ choice, hours: { ...hours, until } })}
          />
        </>
      )}
      <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Button variant="outlined" loading={isLoading} disabled={day === ''} onClick={save}>
          {t('shifts_save_day')}
        </Button>
        {isSuccess && <Typography role="status">{t('shifts_saved_day')}</Typography>}
        {error !== undefined && (
          <Typography role="alert" color="error">
            {errorText(error)}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
