// When the trip begins: now, or at a date and time of the city.
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { WhenChoice } from './use-booking-flow.ts';

const leadMs = 15 * 60_000;
/** As far ahead as the API takes a booking, less an hour for a form left open. */
const farthestMs = (90 * 24 - 1) * 3_600_000;

interface WhenFieldsProps {
  readonly when: WhenChoice;
  readonly onChange: (when: WhenChoice) => void;
}

export function WhenFields({ when, onChange }: WhenFieldsProps) {
  const { t } = useTranslation();
  // Read when the field opens: a limit that moved with the clock would redraw the picker under the fingers.
  const [openedAt, setOpenedAt] = useState(() => Date.now());
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Segmented
        label={t('when')}
        value={when.bookLater ? 'later' : 'now'}
        options={[
          { value: 'now', text: t('when_now') },
          { value: 'later', text: t('when_later') },
        ]}
        onChange={(choice) => {
          setOpenedAt(Date.now());
          onChange({ ...when, bookLater: choice === 'later' });
        }}
      />
      {when.bookLater && (
        <DateTimeField
          label={t('date_and_time')}
          value={when.tripdate}
          onChange={(tripdate) => onChange({ bookLater: true, tripdate })}
          min={openedAt + leadMs}
          max={openedAt + farthestMs}
          helperText={t('book_ahead_limits')}
        />
      )}
    </Box>
  );
}
