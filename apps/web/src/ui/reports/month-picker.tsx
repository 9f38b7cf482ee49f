// The picker behind MonthField: years and months, in the words of the language.
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { pickerLocale } from '../picker-locale.ts';
import { usePickerTexts } from '../picker-texts.ts';

export interface MonthFieldProps {
  readonly label: string;
  /** YYYY-MM; '' for no bound. */
  readonly value: string;
  readonly onChange: (month: string) => void;
  /** Without a way to leave it empty. */
  readonly required?: boolean;
}

const earliest = dayjs('2000-01-01');
const latest = dayjs('2199-12-31');

export function MonthPicker({ label, value, onChange, required = false }: MonthFieldProps) {
  const { t } = useTranslation();
  const texts = usePickerTexts(label);
  const language = useLanguage();
  const [shown, setShown] = useState({ value, reported: value, key: 0 });
  // A month that this field did not report was set elsewhere: the field is remounted with it.
  if (shown.value !== value)
    setShown({ value, reported: value, key: shown.reported === value ? shown.key : shown.key + 1 });
  const report = (month: string) => {
    setShown((before) => ({ ...before, reported: month }));
    onChange(month);
  };
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={pickerLocale(language)}
      localeText={{
        ...texts,
        clearButtonLabel: t('reports_all_months'),
        fieldClearLabel: t('reports_all_months'),
      }}
    >
      <DatePicker
        key={shown.key}
        label={label}
        views={['year', 'month']}
        openTo="month"
        format="MM/YYYY"
        minDate={earliest}
        maxDate={latest}
        // What is half typed is the field's own: a value handed back meanwhile would empty it.
        defaultValue={value === '' ? null : dayjs(`${value}-01`)}
        onChange={(next) => {
          if (next === null) report('');
          else if (next.isValid() && next.year() >= 2000 && next.year() <= 2199)
            report(next.locale('en').format('YYYY-MM'));
        }}
        slotProps={{ field: { clearable: !required }, textField: { size: 'small', fullWidth: true } }}
      />
    </LocalizationProvider>
  );
}
