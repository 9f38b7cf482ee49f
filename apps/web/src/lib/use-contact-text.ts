// React hook that returns the text shown for a contact of a booking.
import { HIDDEN_CONTACT } from '@kerb/domain/booking';
import { useTranslation } from 'react-i18next';

/** Translates the value that the server sends in demonstration mode; other contacts are shown as they are. */
export function useContactText(): (contact: string) => string {
  const { t } = useTranslation();
  return (contact) => (contact === HIDDEN_CONTACT ? t('hidden_for_demo') : contact);
}
