// Chip with a booking's status as text, in a muted colour.

import type { BookingStatus } from '@kerb/domain/booking';
import { LOOK_AHEAD_MS } from '@kerb/domain/dispatch';
import { useTranslation } from 'react-i18next';
import { useHasPassed } from '../lib/use-has-passed.ts';
import { type Tone, ToneChip } from './tone-chip.tsx';

const tones: Record<BookingStatus, Tone> = {
  PAYMENT_PENDING: 'due',
  NEW: 'waiting',
  ACCEPTED: 'moving',
  ARRIVED: 'moving',
  STARTED: 'moving',
  REACHED: 'moving',
  PENDING: 'due',
  PAID: 'done',
  COMPLETE: 'done',
  CANCELLED: 'stopped',
};

interface StatusChipProps {
  readonly booking: {
    readonly status: BookingStatus;
    readonly bookLater: boolean;
    readonly tripdate: number;
    readonly acceptedAhead?: boolean;
    readonly followOn?: object | null;
  };
}

/**
 * A later trip before its search is shown as planned. A driver who accepted it ahead, or who finishes another trip first,
 * is shown as booked, because they are not on the way.
 */
export function StatusChip({ booking }: StatusChipProps) {
  const { status, bookLater, tripdate, acceptedAhead = false, followOn = null } = booking;
  const { t } = useTranslation();
  const isSought = useHasPassed(tripdate - LOOK_AHEAD_MS);
  const isPlanned = status === 'NEW' && bookLater && !isSought;
  if (acceptedAhead || followOn !== null)
    return <ToneChip tone="waiting">{t('status_accepted_ahead')}</ToneChip>;
  return <ToneChip tone={tones[status]}>{isPlanned ? t('status_planned') : t(`status_${status}`)}</ToneChip>;
}
