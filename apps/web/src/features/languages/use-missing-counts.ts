// React hook with the number of missing texts of each language, as the server counts them.
import type { LanguageChoice } from '@kerb/contract';
import { useCallback } from 'react';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';

/** The result gives undefined for a language whose texts are not counted yet. */
export function useMissingCounts(): (language: LanguageChoice) => number | undefined {
  const { answer } = shownResponse(answers.countMissingTexts.useQuery());
  return useCallback(({ id }) => answer?.items.find((one) => one.id === id)?.missing, [answer]);
}
