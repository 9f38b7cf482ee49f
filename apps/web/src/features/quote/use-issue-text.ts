// What to say beside each field after a press of Book, until that field is changed.
import type { BookingField, FieldIssues } from '@kerb/domain/booking';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';

/** What the form holds, by field: compared by identity. */
export type FieldValues = Partial<Record<BookingField, unknown>>;

/** Fields that can be empty. */
const needed = ['pickup', 'drop', 'carType', 'rider'] as const;

/** Null for a field that is right, or has been changed since. The texts come with the dialogs of the first press. */
export function useIssueText(
  issues: FieldIssues,
  values: FieldValues,
): (field: BookingField) => string | null {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [judged, setJudged] = useState({ issues, values });
  if (judged.issues !== issues) setJudged({ issues, values });
  return (field) => {
    const issue = issues[field];
    if (issue === undefined || judged.values[field] !== values[field]) return null;
    const missing = needed.find((one) => one === field);
    return issue === 'select_proper' && missing ? t(`need_${missing}`) : errorText(issue);
  };
}
