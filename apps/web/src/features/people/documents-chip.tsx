// Chip with the state of a driver's documents, for lists and pages.
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

interface DocumentsChipProps {
  readonly driver: Pick<Driver, 'documents' | 'documentsValidUntil'>;
  /** Whether the text names the documents, for chips that are not below a heading of their own. */
  readonly isNamed?: boolean;
}

export function DocumentsChip({ driver, isNamed = false }: DocumentsChipProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const now = useNow(false);
  const state = documentsState(driver.documents, driver.documentsValidUntil, now);
  // `documentsValidUntil` is the first moment after the last valid day.
  const lastDay = driver.documentsValidUntil === null ? null : driver.documentsValidUntil - 1;
  const text = () => {
    if (state === 'expiring' && lastDay !== null)
      return t(isNamed ? 'papers_named_until' : 'papers_until', { date: date(lastDay) });
    return isNamed && (state === 'valid' || state === 'expired')
      ? t(`papers_named_${state}`)
      : t(`papers_${state}`);
  };
  return <ToneChip tone={tones[state]}>{text()}</ToneChip>;
}
