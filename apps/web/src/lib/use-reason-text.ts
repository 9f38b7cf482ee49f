// React hook that returns the reason of a cancellation in the current language.
import type { CancelReason } from '@kerb/contract';
import { systemReasonOf } from '@kerb/domain/booking';
import { textIn } from '@kerb/domain/kernel';
import { useTranslation } from 'react-i18next';
import { answers } from './answers.ts';
import { useLanguage } from './i18n/use-language.ts';

const none: readonly CancelReason[] = [];

/**
 * A booking stores the default text of the operator's or the server's reason. A reason that the operator has since
 * removed is shown as it was stored.
 */
export function useReasonText(reason: string | null): string {
  const { data } = answers.getCancelReasons.useQuery(undefined, { skip: !reason });
  const { t } = useTranslation();
  const { locale } = useLanguage();
  if (!reason) return '';
  const chosen = (data?.items ?? none).find(({ label }) => label === reason);
  if (chosen) return textIn(chosen, 'label', locale);
  const written = systemReasonOf(reason);
  return written === null ? reason : t(`reason_${written}`);
}
