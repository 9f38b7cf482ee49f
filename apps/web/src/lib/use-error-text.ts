// React hook that returns the text of an error by its code; an unknown code gets a general text.
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from './error-code.ts';

export type ErrorText = (problem: unknown) => string;

/** Takes an ApiError, or the `error.msg` of a slice. */
export function useErrorText(): ErrorText {
  const { t, i18n } = useTranslation();
  return useCallback(
    (problem) => {
      const code = codeOf(problem);
      return i18n.exists(code) ? String(i18n.t(code as 'internal')) : t('internal');
    },
    [t, i18n],
  );
}
