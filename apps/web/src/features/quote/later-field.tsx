// When a trip booked ahead begins, between the shortest and the longest notice; loaded when Later is chosen.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTimeField } from '../../ui/date-time-field.tsx';

const leadMs = 15 * 60_000;
/** As far ahead as the API takes a booking, less an hour for a form left open. */
const farthestMs = (90 * 24 - 1) * 3_600_000;

interface LaterFieldProps {
  /** ms since the epoch; null until chosen. */
  readonly value: number | null;
  readonly onChange: (tripdate: number | null) => void;
}

export function LaterField({ value, onChange }: LaterFieldProps) {
  const { t } = useTranslation();
  // Read when the field opens: a limit that moved with the clock would redraw the picker under the fingers.
  const [openedAt] = useState(() => Date.now());
  return (
    <DateTimeField
      label={t('date_and_time')}
      value={value}
      onChange={onChange}
      min={openedAt + leadMs}
      max={openedAt + farthestMs}
      helperText={t('book_ahead_limits')}
    />
  );
}
