// Picker of DayField and MonthField, localised in words and order.
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { isCompleteDate } from './is-complete-date.ts';
import { PickersInLanguage } from './pickers-in-language.tsx';
import { useTypedValue } from './use-typed-value.ts';

export interface CalendarPickerProps {
  readonly unit: 'day' | 'month';
  readonly label: string;
  /** "YYYY-MM-DD" or "YYYY-MM"; '' when empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Earliest day or month, written like the value. */
  readonly min?: string | undefined;
  /** Latest day or month, written like the value. */
  readonly max?: string | undefined;
  /** Whether a button clears the field; true by default. */
  readonly clearable?: boolean | undefined;
  /** Label of that button. */
  readonly clearText?: string | undefined;
  readonly help?: string | undefined;
  /** Error text, shown in place of the help. */
  readonly problem?: string | null | undefined;
  readonly disabled?: boolean | undefined;
  readonly name?: string | undefined;
  readonly size?: 'small' | 'medium' | undefined;
}

const earliest = dayjs('2000-01-01');
const latest = dayjs('2199-12-31');
const written = { day: 'YYYY-MM-DD', month: 'YYYY-MM' } as const;
const views = {
  day: { views: ['year', 'month', 'day'], openTo: 'day', format: 'L' },
  month: { views: ['year', 'month'], openTo: 'month', format: 'MM/YYYY' },
} as const;

const dateOf = (value: string, unit: CalendarPickerProps['unit']): Dayjs | null =>
  value === '' ? null : dayjs(unit === 'day' ? value : `${value}-01`);

export function CalendarPicker(props: CalendarPickerProps) {
  const { unit, label, value, min, max, help, problem = null, disabled = false, name, size } = props;
  const { t } = useTranslation();
  const clearText = props.clearText ?? t('picker_clear');
  const { key, initial, report } = useTypedValue(value, props.onChange);
  return (
    <PickersInLanguage title={label} texts={{ clearButtonLabel: clearText, fieldClearLabel: clearText }}>
      <DatePicker
        key={key}
        label={label}
        {...views[unit]}
        minDate={min === undefined ? earliest : (dateOf(min, unit) ?? earliest)}
        maxDate={max === undefined ? latest : (dateOf(max, unit) ?? latest)}
        defaultValue={dateOf(initial, unit)}
        disabled={disabled}
        onChange={(next) => {
          // An incomplete day is reported as empty, so that the previous day is not saved. An incomplete month is not
          // reported.
          if (next !== null && isCompleteDate(next)) report(next.locale('en').format(written[unit]));
          else if (next === null || unit === 'day') report('');
        }}
        slotProps={{
          field: { clearable: props.clearable ?? true },
          textField: {
            name,
            size,
            fullWidth: true,
            helperText: problem ?? help,
            // `error: undefined` would override the picker's own validation of a typed date.
            ...(problem === null ? {} : { error: true }),
            slotProps: { formHelperText: { role: problem === null ? undefined : 'alert' } },
          },
        }}
      />
    </PickersInLanguage>
  );
}
