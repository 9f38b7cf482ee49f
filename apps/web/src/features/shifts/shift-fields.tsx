// Form fields of one weekly shift: weekdays, hours, and first and last day.
import type { WeeklyShift } from '@kerb/domain/shifts';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { DayField } from '../../ui/dates/calendar-field.tsx';
import { incompleteDay } from '../../ui/dates/is-complete-date.ts';

interface ShiftFieldsProps {
  readonly shift: WeeklyShift;
  readonly onChange: (shift: WeeklyShift) => void;
  readonly onRemove: () => void;
  /** Whether an incomplete last day is shown as a problem, after an attempt to save. */
  readonly showsProblem: boolean;
}

const week = [1, 2, 3, 4, 5, 6, 7] as const;
/** Monday, 5 January 2026, as a reference date. */
const aMonday = Date.UTC(2026, 0, 5);
const dayMs = 86_400_000;

export function ShiftFields({ shift, onChange, onRemove, showsProblem }: ShiftFieldsProps) {
  const { t } = useTranslation();
  const { dateLocale } = useLanguage();
  const format = new Intl.DateTimeFormat(dateLocale, { weekday: 'short', timeZone: 'UTC' });
  const { weekdays } = shift;
  const toggle = (day: number) => {
    const next = weekdays.includes(day) ? weekdays.filter((one) => one !== day) : [...weekdays, day];
    // The last weekday cannot be deselected: the remove button deletes the shift.
    if (next.length > 0) onChange({ ...shift, weekdays: next.toSorted((one, other) => one - other) });
  };
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
        p: 2,
        borderRadius: '14px',
        bgcolor: 'background.subtle',
      }}
    >
      <Box sx={{ gridColumn: '1 / -1', display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box
          role="group"
          aria-label={t('shifts_weekdays')}
          sx={{ flex: 1, display: 'flex', flexWrap: 'wrap', gap: 0.5 }}
        >
          {week.map((day) => (
            <Chip
              key={day}
              component="button"
              type="button"
              clickable
              label={format.format(aMonday + (day - 1) * dayMs)}
              aria-pressed={weekdays.includes(day)}
              color={weekdays.includes(day) ? 'primary' : 'default'}
              variant={weekdays.includes(day) ? 'filled' : 'outlined'}
              onClick={() => toggle(day)}
            />
          ))}
        </Box>
        <IconButton aria-label={t('shifts_remove')} onClick={onRemove}>
          <DeleteOutlined />
        </IconButton>
      </Box>
      <ClockField
        label={t('shifts_from')}
        value={shift.from}
        onChange={(from) => onChange({ ...shift, from })}
      />
      <ClockField
        label={t('shifts_until')}
        value={shift.until}
        onChange={(until) => onChange({ ...shift, until })}
      />
      <Box sx={dayPlace}>
        <DayField
          label={t('shifts_first_day')}
          value={shift.firstDay}
          clearable={false}
          onChange={(firstDay) => onChange({ ...shift, firstDay })}
        />
      </Box>
      <Box sx={dayPlace}>
        <DayField
          label={t('shifts_last_day')}
          value={shift.lastDay ?? ''}
          min={shift.firstDay}
          help={t('shifts_last_day_help')}
          reportsIncomplete
          problem={showsProblem && shift.lastDay === incompleteDay ? t('picker_incomplete') : null}
          onChange={(lastDay) => onChange({ ...shift, lastDay: lastDay === '' ? null : lastDay })}
        />
      </Box>
    </Box>
  );
}

/** On a phone a date field takes the full width, because half of it would cut the date off. */
const dayPlace = { display: 'grid', gridColumn: { xs: '1 / -1', sm: 'auto' } } as const;

interface ClockFieldProps {
  readonly label: string;
  /** HH:MM */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const quarters = Array.from({ length: 96 }, (_, index) =>
  new Date(index * 15 * 60_000).toISOString().slice(11, 16),
);

/** Select for a time of day in steps of 15 minutes; a stored time between them stays an option. */
export function ClockField({ label, value, onChange }: ClockFieldProps) {
  const { dateLocale } = useLanguage();
  const format = new Intl.DateTimeFormat(dateLocale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  const times = quarters.includes(value) ? quarters : [...quarters, value].toSorted();
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {times.map((time) => (
        <option key={time} value={time}>
          {format.format(Date.parse(`1970-01-01T${time}:00Z`))}
        </option>
      ))}
    </TextField>
  );
}
