// Fields for a calendar day and for a month; the picker loads when the first field is shown.
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../lib/i18n/index.ts';
import { Placeholder } from '../placeholder.tsx';
import type { CalendarPickerProps } from './calendar-picker.tsx';

const Picker = lazy(async () => {
  const [{ CalendarPicker }] = await Promise.all([import('./calendar-picker.tsx'), loadTexts('picker')]);
  return { default: CalendarPicker };
});

type DayFieldProps = Omit<CalendarPickerProps, 'unit' | 'clearText'>;

export function DayField(props: DayFieldProps) {
  return (
    <Suspense fallback={<Placeholder height={props.size === 'small' ? 40 : 56} />}>
      <Picker {...props} unit="day" />
    </Suspense>
  );
}

interface MonthFieldProps extends Pick<CalendarPickerProps, 'label' | 'value' | 'onChange'> {
  /** Whether the field cannot be emptied. */
  readonly required?: boolean;
}

/** Month field of a report; '' means no bound. */
export function MonthField({ required = false, ...props }: MonthFieldProps) {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<Placeholder height={40} />}>
      <Picker
        {...props}
        unit="month"
        size="small"
        clearable={!required}
        clearText={t('reports_all_months')}
      />
    </Suspense>
  );
}
