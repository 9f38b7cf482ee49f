// Date and time field for a trip in the future, between the shortest and the longest notice; loaded when Later is
// chosen.
import { BOOK_LATER_HORIZON_MS, BOOK_LATER_LEAD_MS } from '@kerb/domain/booking';
import { MS_PER_HOUR, wallClock } from '@kerb/domain/kernel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../lib/trip-queue/server-clock.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { DateTimeField } from '../../ui/dates/date-time-field.tsx';

interface LaterFieldProps {
  /** ms since the epoch; null until chosen. */
  readonly value: number | null;
  readonly onChange: (tripdate: number | null) => void;
  /** Error of the value; null for a valid one. */
  readonly issue: string | null;
}

/** True when the device's time zone has a different local time than the city at `at` (ms since the epoch). */
function isElsewhere(at: number, zone: string): boolean {
  return wallClock(at, zone) !== wallClock(at, Intl.DateTimeFormat().resolvedOptions().timeZone);
}

export function LaterField({ value, onChange, issue }: LaterFieldProps) {
  const { t } = useTranslation();
  const settings = useSettings();
  // Fixed when the field opens: a limit that moves with the clock would render the open picker again.
  const [openedAt] = useState(serverNow);
  const elsewhere = settings !== null && isElsewhere(value ?? openedAt, settings.timezone);
  const help = elsewhere ? t('book_ahead_limits_city', { city: settings.city.name }) : t('book_ahead_limits');
  return (
    <DateTimeField
      label={t('date_and_time')}
      value={value}
      onChange={onChange}
      min={openedAt + BOOK_LATER_LEAD_MS}
      // One hour less than the limit, for a form that stays open for a while.
      max={openedAt + BOOK_LATER_HORIZON_MS - MS_PER_HOUR}
      helperText={issue ?? help}
      {...(issue !== null && { error: true })}
    />
  );
}
