// Options of a phone order besides one trip: several cars, a return trip, repetition on weekdays, and a text message.
import { BOOK_LATER_HORIZON_MS, BOOK_LATER_LEAD_MS } from '@kerb/domain/booking';
import { MS_PER_HOUR } from '@kerb/domain/kernel';
import { dayAfter, dayAt } from '@kerb/domain/recurring-bookings';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { serverNow } from '../../lib/trip-queue/server-clock.ts';
import { useWeekdayText } from '../../lib/use-day-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { DayField } from '../../ui/dates/calendar-field.tsx';
import { DateTimeField } from '../../ui/dates/date-time-field.tsx';
import { maxCars, type OrderPlan, type PlanIssue, type RepeatPlan } from './order-plan.ts';
import { weekdayName } from './weekday-names.ts';

interface OrderOptionsProps {
  readonly plan: OrderPlan;
  readonly onChange: (plan: OrderPlan) => void;
  /** The problem that prevents booking the order; null without a problem. */
  readonly issue: PlanIssue | null;
  /** Pickup time of the form's trip, ms since the epoch; null for now. */
  readonly tripdate: number | null;
}

const fieldset = { border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 1 } as const;

export function OrderOptions({ plan, onChange, issue, tripdate }: OrderOptionsProps) {
  const { t } = useTranslation();
  const [openedAt] = useState(serverNow);
  const timeZone = useSettings()?.timezone ?? 'UTC';
  return (
    <Box component="fieldset" sx={fieldset}>
      <Typography component="legend" variant="body2" sx={{ fontWeight: 600, p: 0, mb: 0.5 }}>
        {t('desk_order')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        <CarsField cars={plan.cars} onChange={(cars) => onChange({ ...plan, cars })} />
        <Check
          label={t('desk_return')}
          checked={plan.returnAt !== undefined}
          onChange={(checked) => onChange({ ...plan, returnAt: checked ? null : undefined })}
        />
        <Check
          label={t('desk_repeat')}
          checked={plan.repeat !== null}
          onChange={(checked) =>
            onChange({ ...plan, repeat: checked ? { weekdays: [], until: '', skipped: [] } : null })
          }
        />
        <Check
          label={t('desk_confirm')}
          checked={plan.confirms}
          onChange={(confirms) => onChange({ ...plan, confirms })}
        />
      </Box>
      {plan.returnAt !== undefined && (
        <DateTimeField
          label={t('desk_return_at')}
          value={plan.returnAt}
          onChange={(returnAt) => onChange({ ...plan, returnAt })}
          min={Math.max(tripdate ?? 0, openedAt + BOOK_LATER_LEAD_MS)}
          max={openedAt + BOOK_LATER_HORIZON_MS - MS_PER_HOUR}
        />
      )}
      {plan.repeat !== null && (
        <RepeatFields
          repeat={plan.repeat}
          from={dayAfter(dayAt(tripdate ?? openedAt, timeZone))}
          onChange={(repeat) => onChange({ ...plan, repeat })}
        />
      )}
      {issue !== null && (
        <Typography variant="body2" color="error" role="alert">
          {t(issue)}
        </Typography>
      )}
    </Box>
  );
}

interface CheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Check({ label, checked, onChange }: CheckProps) {
  return (
    <FormControlLabel
      label={label}
      control={<Checkbox checked={checked} onChange={(_, next) => onChange(next)} />}
    />
  );
}

const numbersOfCars = Array.from({ length: maxCars }, (_, index) => index + 1);

function CarsField({ cars, onChange }: { cars: number; onChange: (cars: number) => void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const id = useId();
  return (
    <TextField
      select
      id={id}
      size="small"
      label={t('desk_cars')}
      value={cars}
      onChange={(event) => onChange(Number(event.target.value))}
      sx={{ width: 96, my: 0.5 }}
      slotProps={{ select: { native: true } }}
    >
      {numbersOfCars.map((count) => (
        <option key={count} value={count}>
          {number(count)}
        </option>
      ))}
    </TextField>
  );
}

interface RepeatFieldsProps {
  readonly repeat: RepeatPlan;
  /** The earliest day that can be chosen, "2026-11-27". */
  readonly from: string;
  readonly onChange: (repeat: RepeatPlan) => void;
}

const week = [1, 2, 3, 4, 5, 6, 7] as const;

function RepeatFields({ repeat, from, onChange }: RepeatFieldsProps) {
  const { t } = useTranslation();
  const { dateLocale } = useLanguage();
  const dayText = useWeekdayText();
  const toggle = (day: number) => {
    const { weekdays } = repeat;
    const next = weekdays.includes(day) ? weekdays.filter((one) => one !== day) : [...weekdays, day];
    onChange({ ...repeat, weekdays: next.toSorted((one, other) => one - other) });
  };
  const skip = (day: string) => {
    if (day !== '' && !repeat.skipped.includes(day))
      onChange({ ...repeat, skipped: [...repeat.skipped, day].toSorted() });
  };
  return (
    <>
      <Box role="group" aria-label={t('desk_weekdays')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {week.map((day) => {
          const isChosen = repeat.weekdays.includes(day);
          return (
            <Chip
              key={day}
              component="button"
              type="button"
              clickable
              label={weekdayName(day, dateLocale, 'short')}
              aria-label={weekdayName(day, dateLocale, 'long')}
              aria-pressed={isChosen}
              color={isChosen ? 'primary' : 'default'}
              onClick={() => toggle(day)}
              sx={{ minHeight: 36, minWidth: 48 }}
            />
          );
        })}
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <DayField
          label={t('desk_repeat_until')}
          value={repeat.until}
          onChange={(until) => onChange({ ...repeat, until })}
          min={from}
          help={t('desk_repeat_until_help')}
          reportsIncomplete
        />
        <DayField key={repeat.skipped.length} label={t('desk_skip')} value="" onChange={skip} min={from} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {repeat.skipped.map((day) => (
          <Chip
            key={day}
            label={t('desk_skipped', { day: dayText(day) })}
            onDelete={() => onChange({ ...repeat, skipped: repeat.skipped.filter((one) => one !== day) })}
          />
        ))}
      </Box>
    </>
  );
}
