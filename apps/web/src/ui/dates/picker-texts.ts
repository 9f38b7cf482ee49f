// React hook that returns the date pickers' visible and accessible texts from the product's own texts.
import type { PickersLocaleText } from '@mui/x-date-pickers/locales';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';

/** The views of the time picker; seconds are not used. */
const steps = ['hours', 'minutes', 'meridiem'] as const;

/** `title` names the chosen value; it labels the dialog and the button that opens it. */
export function usePickerTexts(title: string): Partial<PickersLocaleText> {
  const { t } = useTranslation();
  const { number } = useFormat();
  return useMemo(() => {
    const choose = (view: string) => t(`picker_select_${steps.find((one) => one === view) ?? 'hours'}`);
    return {
      cancelButtonLabel: t('cancel'),
      okButtonLabel: t('done'),
      nextStepButtonLabel: t('picker_next_step'),
      datePickerToolbarTitle: title,
      dateTimePickerToolbarTitle: title,
      openDatePickerDialogue: () => title,
      previousMonth: t('picker_previous_month'),
      nextMonth: t('picker_next_month'),
      openPreviousView: t('picker_previous_view'),
      openNextView: t('picker_next_view'),
      calendarViewSwitchingButtonAriaLabel: (view) =>
        t(view === 'year' ? 'picker_to_days' : 'picker_to_years'),
      dateTableLabel: t('picker_days'),
      timeTableLabel: t('picker_times'),
      selectViewText: choose,
      clockLabelText: (view, time) =>
        time ? `${choose(view)}. ${t('picker_clock_time', { time })}` : choose(view),
      hoursClockNumberText: (hours) => t('picker_hour', { number: number(Number(hours)) }),
      minutesClockNumberText: (minutes) => t('picker_minute', { number: number(Number(minutes)) }),
      fieldYearPlaceholder: () => t('picker_sign_year'),
      fieldMonthPlaceholder: () => t('picker_sign_month'),
      fieldDayPlaceholder: () => t('picker_sign_day'),
      fieldHoursPlaceholder: () => t('picker_sign_hours'),
      fieldMinutesPlaceholder: () => t('picker_sign_minutes'),
      fieldMeridiemPlaceholder: () => t('picker_sign_meridiem'),
      year: t('picker_part_year'),
      month: t('picker_part_month'),
      day: t('picker_part_day'),
      hours: t('picker_part_hours'),
      minutes: t('picker_part_minutes'),
      meridiem: t('picker_part_meridiem'),
      empty: t('picker_part_empty'),
    };
  }, [t, number, title]);
}
