// When the trip begins: now, or at a date and time of the city.
import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Placeholder } from '../../ui/placeholder.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { WhenChoice } from './use-trip-draft.ts';

const LaterField = lazy(async () => ({ default: (await import('./later-field.tsx')).LaterField }));

interface WhenFieldsProps {
  readonly when: WhenChoice;
  readonly onChange: (when: WhenChoice) => void;
}

export function WhenFields({ when, onChange }: WhenFieldsProps) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Segmented
        label={t('when')}
        value={when.bookLater ? 'later' : 'now'}
        options={[
          { value: 'now', text: t('when_now') },
          { value: 'later', text: t('when_later') },
        ]}
        onChange={(choice) => onChange({ ...when, bookLater: choice === 'later' })}
      />
      {when.bookLater && (
        <Suspense fallback={<Placeholder height={79} />}>
          <LaterField
            value={when.tripdate}
            onChange={(tripdate) => onChange({ bookLater: true, tripdate })}
          />
        </Suspense>
      )}
    </Box>
  );
}
