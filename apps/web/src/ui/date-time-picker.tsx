// The picker behind DateTimeField, with the language's calendar and the operator's time zone.
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import dayjs from 'dayjs';
import 'dayjs/locale/ar';
import 'dayjs/locale/es';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../lib/i18n/use-language.ts';
import { useSettings } from '../lib/use-settings.ts';
import type { DateTimeFieldProps } from './date-time-field.tsx';

dayjs.extend(utc);
dayjs.extend(timezone);

export function DateTimePickerInZone({
  label,
  value,
  onChange,
  min,
  max,
  error,
  helperText,
}: DateTimeFieldProps) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const zone = useSettings()?.timezone ?? 'UTC';
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={locale}
      localeText={{
        cancelButtonLabel: t('cancel'),
        okButtonLabel: t('done'),
        dateTimePickerToolbarTitle: t('choose_date_and_time'),
        openDatePickerDialogue: () => t('choose_date_and_time'),
      }}
    >
      <DateTimePicker
        label={label}
        timezone={zone}
        value={value === null ? null : dayjs(value).tz(zone)}
        onChange={(next) => onChange(next?.isValid() ? next.valueOf() : null)}
        minDateTime={min === undefined ? undefined : dayjs(min).tz(zone)}
        maxDateTime={max === undefined ? undefined : dayjs(max).tz(zone)}
        minutesStep={5}
        // Given as undefined it would silence the picker's own complaint about a typed date.
        slotProps={{ textField: { fullWidth: true, helperText, ...(error === undefined ? {} : { error }) } }}
      />
    </LocalizationProvider>
  );
}
