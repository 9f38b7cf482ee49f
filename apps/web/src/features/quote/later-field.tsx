// When a trip booked ahead begins, between the shortest and the longest notice; loaded when Later is chosen.
import { BOOK_LATER_HORIZON_MS, BOOK_LATER_LEAD_MS } from '@kerb/domain/booking';
import { MS_PER_HOUR, wallClock } from '@kerb/domain/kernel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../lib/use-settings.ts';
import { DateTimeField } from '../../ui/dates/date-time-field.tsx';

interface LaterFieldProps {
  /** ms since the epoch; null until chosen. */
  readonly value: number | null;
  readonly onChange: (tripdate: number | null) => void;
  /** What is wrong with it; null where it is right. */
  readonly issue: string | null;
}

/** Whether the clocks beside this person show another time than those in the city. */
function isElsewhere(at: number, zone: string): boolean {
  return wallClock(at, zone) !== wallClock(at, Intl.DateTimeFormat().resolvedOptions().timeZone);
}

export function LaterField({ value, onChange, issue }: LaterFieldProps) {
  const { t } = useTranslation();
  const settings = useSettings();
  // Read when the field opens: a limit that moved with the clock would redraw the picker under the fingers.
  const [openedAt] = useState(() => Date.now());
  const elsewhere = settings !== null && isElsewhere(value ?? openedAt, settings.timezone);
  const help = elsewhere ? t('book_ahead_limits_city', { city: settings.city.name }) : t('book_ahead_limits');
  return (
    <DateTimeField
      label={t('date_and_time')}
      value={value}
      onChange={onChange}
      min={openedAt + BOOK_LATER_LEAD_MS}
      // Less an hour for a form left open.
      max={openedAt + BOOK_LATER_HORIZON_MS - MS_PER_HOUR}
      helperText={issue ?? help}
      {...(issue !== null && { error: true })}
    />
  );
}
