// Why a booking was cancelled, in the language on the screen.
import type { CancelReason } from '@kerb/contract';
import { textIn } from '@kerb/domain/kernel';
import { answers } from './answers.ts';
import { useLanguage } from './i18n/use-language.ts';

const none: readonly CancelReason[] = [];

/** A booking stores the default words; those that are no reason of the operator's any more stay as they were stored. */
export function useReasonText(reason: string | null): string {
  const { data } = answers.getCancelReasons.useQuery(undefined, { skip: !reason });
  const { locale } = useLanguage();
  if (!reason) return '';
  const chosen = (data?.items ?? none).find(({ label }) => label === reason);
  return chosen ? textIn(chosen, 'label', locale) : reason;
}
