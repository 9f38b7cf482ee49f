// A booking's status in words and a quiet colour.

import type { BookingStatus } from '@kerb/domain/booking';
import { useTranslation } from 'react-i18next';
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

export function useStatusText(): (status: BookingStatus) => string {
  const { t } = useTranslation();
  return (status) => t(`status_${status}`);
}

export function StatusChip({ status }: { status: BookingStatus }) {
  const statusText = useStatusText();
  return <ToneChip tone={tones[status]}>{statusText(status)}</ToneChip>;
}
