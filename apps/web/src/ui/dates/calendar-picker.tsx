// Picker of DayField and MonthField, localised in words and order.
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import dayjs, { type Dayjs } from 'dayjs';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { incompleteDay, isCompleteDate } from './is-complete-date.ts';
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
  /**
   * Whether an incomplete day is reported as `incompleteDay`, for forms in which an empty field means something else; by
   * default it is reported as empty.
   */
  readonly reportsIncomplete?: boolean | undefined;
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
  value === '' || value === incompleteDay ? null : dayjs(unit === 'day' ? value : `${value}-01`);

export function CalendarPicker(props: CalendarPickerProps) {
  const { unit, label, value, min, max, help, problem = null, disabled = false, name, size } = props;
  const { t } = useTranslation();
  const clearText = props.clearText ?? t('picker_clear');
  const { key, initial, report } = useTypedValue(value, props.onChange);
  /** Key of the picker with an incomplete date; a value from outside replaces the picker. */
  const [incomplete, setIncomplete] = useState<number | null>(null);
  const root = useRef<HTMLDivElement>(null);
  /** Number of changes that may have left parts empty, which the picker does not report; they are read once drawn. */
  const [changes, setChanges] = useState(0);
  const countChange = () => setChanges((count) => count + 1);
  const reportIncomplete = () => {
    setIncomplete(key);
    // An incomplete day is reported too, so that the previous day is not saved. An incomplete month is not reported.
    if (unit === 'day') report(props.reportsIncomplete === true ? incompleteDay : '');
  };
  const reportEmpty = () => {
    setIncomplete(null);
    report('');
  };
  const reportParts = useEffectEvent(() => {
    const parts = [...(root.current?.querySelectorAll('[role="spinbutton"]') ?? [])];
    const filled = parts.filter((part) => part.hasAttribute('aria-valuenow')).length;
    if (filled === 0) reportEmpty();
    else if (filled < parts.length) reportIncomplete();
  });
  useLayoutEffect(() => {
    if (changes > 0) reportParts();
  }, [changes]);
  return (
    <PickersInLanguage title={label} texts={{ clearButtonLabel: clearText, fieldClearLabel: clearText }}>
      <div ref={root} style={{ display: 'contents' }}>
        <DatePicker
          key={key}
          label={label}
          {...views[unit]}
          minDate={min === undefined ? earliest : (dateOf(min, unit) ?? earliest)}
          maxDate={max === undefined ? latest : (dateOf(max, unit) ?? latest)}
          defaultValue={dateOf(initial, unit)}
          disabled={disabled}
          onChange={(next) => {
            if (next === null) return countChange();
            if (!isCompleteDate(next)) return reportIncomplete();
            setIncomplete(null);
            report(next.locale('en').format(written[unit]));
          }}
          slotProps={{
            field: {
              clearable: props.clearable ?? true,
              // Clearing an incomplete date is no change for the picker, which already counts it as none.
              onClear: reportEmpty,
            },
            textField: {
              name,
              size,
              fullWidth: true,
              onInput: countChange,
              onKeyDown: countChange,
              onPaste: countChange,
              helperText: problem ?? (incomplete === key ? t('picker_incomplete') : help),
              // `error: undefined` would override the picker's own validation of a typed date.
              ...(problem === null ? {} : { error: true }),
              slotProps: { formHelperText: { role: problem === null ? undefined : 'alert' } },
            },
          }}
        />
      </div>
    </PickersInLanguage>
  );
}
