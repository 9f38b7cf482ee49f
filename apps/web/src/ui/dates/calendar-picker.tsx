// Picker of DayField and MonthField, localised in words and order.
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PickersInLanguage } from './pickers-in-language.tsx';

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

/** Whether a date is complete: the picker parses a half-typed year as a year in the distant past. */
const isWhole = (date: Dayjs): boolean => date.isValid() && date.year() >= 2000 && date.year() <= 2199;

/** Makes the picker uncontrolled: passing a value back while the user types would clear the incomplete input. */
function useOwnDraft(value: string, onChange: (value: string) => void) {
  const [shown, setShown] = useState({ value, reported: value, key: 0 });
  // A value that this field did not report was set from outside: the field is remounted with it.
  if (shown.value !== value)
    setShown({ value, reported: value, key: shown.reported === value ? shown.key : shown.key + 1 });
  const report = (next: string) => {
    if (next === shown.reported) return;
    setShown((before) => ({ ...before, reported: next }));
    onChange(next);
  };
  return { key: shown.key, report };
}

export function CalendarPicker(props: CalendarPickerProps) {
  const { unit, label, value, min, max, help, problem = null, disabled = false, name, size } = props;
  const { t } = useTranslation();
  const clearText = props.clearText ?? t('picker_clear');
  const { key, report } = useOwnDraft(value, props.onChange);
  return (
    <PickersInLanguage title={label} texts={{ clearButtonLabel: clearText, fieldClearLabel: clearText }}>
      <DatePicker
        key={key}
        label={label}
        {...views[unit]}
        minDate={min === undefined ? earliest : (dateOf(min, unit) ?? earliest)}
        maxDate={max === undefined ? latest : (dateOf(max, unit) ?? latest)}
        defaultValue={dateOf(value, unit)}
        disabled={disabled}
        onChange={(next) => {
          // An incomplete day is reported as empty, so that the previous day is not saved. An incomplete month is not
          // reported.
          if (next !== null && isWhole(next)) report(next.locale('en').format(written[unit]));
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
