// Fields for the pickup time: now, or a date and time in the city's time zone.
import Box from '@mui/material/Box';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../lib/i18n/index.ts';
import { Placeholder } from '../../ui/placeholder.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { WhenChoice } from './use-trip-draft.ts';

const LaterField = lazy(async () => {
  const [{ LaterField }] = await Promise.all([import('./later-field.tsx'), loadTexts('quote')]);
  return { default: LaterField };
});

interface WhenFieldsProps {
  readonly when: WhenChoice;
  readonly onChange: (when: WhenChoice) => void;
  /** Error of the time; null for a valid one. */
  readonly issue: string | null;
  /** Rendered in the same row. */
  readonly beside?: ReactNode;
}

export function WhenFields({ when, onChange, issue, beside }: WhenFieldsProps) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Segmented
          label={t('when')}
          value={when.bookLater ? 'later' : 'now'}
          options={[
            { value: 'now', text: t('when_now') },
            { value: 'later', text: t('when_later') },
          ]}
          onChange={(choice) => onChange({ ...when, bookLater: choice === 'later' })}
        />
        {beside}
      </Box>
      {when.bookLater && (
        <Suspense fallback={<Placeholder height={79} />}>
          <LaterField
            value={when.tripdate}
            issue={issue}
            onChange={(tripdate) => onChange({ bookLater: true, tripdate })}
          />
        </Suspense>
      )}
    </Box>
  );
}
