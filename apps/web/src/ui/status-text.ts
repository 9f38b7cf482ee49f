// Maps a booking's status to its text.
import type { BookingStatus } from '@kerb/domain/booking';
import { useTranslation } from 'react-i18next';

export function useStatusText(): (status: BookingStatus) => string {
  const { t } = useTranslation();
  return (status) => t(`status_${status}`);
}
