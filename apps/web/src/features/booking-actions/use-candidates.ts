// React hook that loads the drivers a booking can be assigned to, nearest first.
import type { DriverCandidate } from '@kerb/contract';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useSettled } from '../../lib/use-settled.ts';

const searchPauseMs = 250;

export interface Candidates {
  /** Null while loading, and after a failed request. */
  readonly items: readonly DriverCandidate[] | null;
  readonly problem: unknown;
  readonly loading: boolean;
  readonly retry: () => void;
}

/** The previous drivers stay visible while a new search is loading. */
export function useCandidates(booking: string, words: string): Candidates {
  const q = useSettled(words.trim(), searchPauseMs);
  const { answer, problem, loading, reload } = shownResponse(
    answers.listCandidates.useQuery({ params: { id: booking }, query: { q: q || undefined } }),
  );
  return { items: problem === null ? (answer?.items ?? null) : null, problem, loading, retry: reload };
}
