// React hook that returns the text of an error of a save or import, with the keys of the texts that the server rejected.
import { ApiError } from '@kerb/sdk/client';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';

const prefix = 'keyValuePairs.';
const maxNamed = 20;

/** The keys of the texts that the server rejected; empty for any other error. */
export const rejectedKeys = (error: unknown): string[] =>
  error instanceof ApiError
    ? error.errors.flatMap(({ path }) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []))
    : [];

/** Takes an error or its code, and the keys of the rejected texts. */
export function useSaveErrorText(): (problem: unknown, keys: readonly string[]) => string {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useCallback(
    (problem, keys) => {
      if (keys.length === 0) return errorText(problem);
      const named = keys.length > maxNamed ? [...keys.slice(0, maxNamed), '…'] : keys;
      // The keys are isolated as left-to-right text in either direction.
      return t('texts_refused', { keys: `\u2066${named.join(' ')}\u2069` });
    },
    [t, errorText],
  );
}
