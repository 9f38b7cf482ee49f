// React hook that returns the error text of each field after a press of Book, until that field changes.
import type { BookingField, FieldIssues } from '@kerb/domain/booking';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';

/** The form's values by field; compared by identity. */
export type FieldValues = Partial<Record<BookingField, unknown>>;

/** Fields that can be empty or without a chosen place, each with its own message. */
const needed = ['pickup', 'drop', 'waypoints', 'carType', 'rider'] as const;

/**
 * Null for a valid field, and for one that has changed since. The texts are loaded with the dialogs on the first press.
 */
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
