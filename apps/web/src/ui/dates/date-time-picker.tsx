// Picker of DateTimeField, with the language's calendar and the operator's time zone.
import { momentOf, wallClock } from '@kerb/domain/kernel';
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../lib/use-settings.ts';
import { isCompleteDate } from './is-complete-date.ts';
import { PickersInLanguage } from './pickers-in-language.tsx';
import { useTypedValue } from './use-typed-value.ts';

export interface DateTimeFieldProps {
  label: string;
  /** ms since the epoch; null when empty. */
  value: number | null;
  onChange: (at: number | null) => void;
  /** Earliest moment, in ms since the epoch. */
  min?: number;
  /** Latest moment, in ms since the epoch. */
  max?: number;
  /** Minutes between selectable times; 5 by default. */
  step?: number;
  error?: boolean;
  helperText?: string;
}

dayjs.extend(utc);

/** The buttons of the phone's toolbar are digits of a clock, which need none of the space of the app's buttons. */
const toolbarLook = {
  '& .MuiDateTimePickerToolbar-timeDigitsContainer': { alignItems: 'center' },
  '& .MuiPickersToolbarButton-root': { px: 0, minWidth: 16 },
};

export function DateTimePickerInZone({
  label,
  value,
  onChange,
  min,
  max,
  step = 5,
  error,
  helperText,
}: DateTimeFieldProps) {
  const { t } = useTranslation();
  const zone = useSettings()?.timezone ?? 'UTC';
  // The picker gets the city's local time as if it were UTC, because its arithmetic does not handle daylight saving
  // time.
  const shown = (at: number | null | undefined) =>
    at === null || at === undefined ? at : dayjs.utc(wallClock(at, zone));
  const { key, initial, report } = useTypedValue(value, onChange);
  return (
    <PickersInLanguage title={t('choose_date_and_time')}>
      <DateTimePicker
        key={`${zone} ${key}`}
        label={label}
        timezone="UTC"
        // Calendar and clock side by side are wider than a phone, where the mobile picker shows them one after the
        // other.
        desktopModeMediaQuery="@media (pointer: fine) and (min-width: 540px)"
        defaultValue={shown(initial) ?? null}
        onChange={(next) =>
          report(next !== null && isCompleteDate(next) ? momentOf(next.valueOf(), zone) : null)
        }
        minDateTime={shown(min) ?? undefined}
        maxDateTime={shown(max) ?? undefined}
        referenceDate={shown(min) ?? undefined}
        minutesStep={step}
        slotProps={{
          // `error: undefined` would override the picker's own validation of a typed date.
          textField: { fullWidth: true, helperText, ...(error === undefined ? {} : { error }) },
          toolbar: { sx: toolbarLook },
        }}
      />
    </PickersInLanguage>
  );
}
