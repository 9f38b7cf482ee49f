// React hook with the number of missing texts of each language, as the server counts them.
import type { LanguageChoice } from '@kerb/contract';
import { useCallback } from 'react';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';

/** The result gives undefined for a language whose texts are not counted yet, null when counting failed. */
export function useMissingCounts(): (language: LanguageChoice) => number | null | undefined {
  const { answer, problem } = shownResponse(answers.countMissingTexts.useQuery());
  const isFailed = answer === null && problem !== null;
  return useCallback(
    ({ id }) => (isFailed ? null : answer?.items.find((one) => one.id === id)?.missing),
    [answer, isFailed],
  );
}
