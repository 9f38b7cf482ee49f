// The picker behind MonthField: years and months, in the words of the language.
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import dayjs from 'dayjs';
import 'dayjs/locale/ar';
import 'dayjs/locale/es';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import type { MonthFieldProps } from './month-field.tsx';

const earliest = dayjs('2000-01-01');
const latest = dayjs('2199-12-31');

export function MonthPicker({ label, value, onChange, required = false }: MonthFieldProps) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={locale}
      localeText={{
        cancelButtonLabel: t('cancel'),
        okButtonLabel: t('done'),
        clearButtonLabel: t('reports_all_months'),
        fieldClearLabel: t('reports_all_months'),
        datePickerToolbarTitle: label,
        openDatePickerDialogue: () => label,
      }}
    >
      <DatePicker
        label={label}
        views={['year', 'month']}
        openTo="month"
        format="MM/YYYY"
        minDate={earliest}
        maxDate={latest}
        value={value === '' ? null : dayjs(`${value}-01`)}
        onChange={(next) => {
          if (next === null) onChange('');
          else if (next.isValid() && next.year() >= 2000 && next.year() <= 2199)
            onChange(next.locale('en').format('YYYY-MM'));
        }}
        slotProps={{ field: { clearable: !required }, textField: { size: 'small', fullWidth: true } }}
      />
    </LocalizationProvider>
  );
}
