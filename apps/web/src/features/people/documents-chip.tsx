// Chip with the state of a driver's documents, for lists.
import type { User } from '@kerb/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { useNow } from '../../lib/use-now.ts';
import { type Tone, ToneChip } from '../../ui/tone-chip.tsx';
import { type DocumentsState, documentsState } from './documents-state.ts';

type Driver = NonNullable<User['driver']>;

const tones: Record<DocumentsState, Tone> = {
  none: 'waiting',
  expired: 'stopped',
  expiring: 'due',
  valid: 'done',
};

export function DocumentsChip({ driver }: { driver: Pick<Driver, 'documents' | 'documentsValidUntil'> }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const now = useNow(false);
  const state = documentsState(driver.documents, driver.documentsValidUntil, now);
  // `documentsValidUntil` is the first moment after the last valid day.
  const lastDay = driver.documentsValidUntil === null ? null : driver.documentsValidUntil - 1;
  return (
    <ToneChip tone={tones[state]}>
      {state === 'expiring' && lastDay !== null
        ? t('papers_until', { date: date(lastDay) })
        : t(`papers_${state}`)}
    </ToneChip>
  );
}
