// The drivers a booking may be assigned to, nearest first, as the server finds them.
import type { DriverCandidate } from '@kerb/contract';
import { answers } from '../../lib/answers.ts';
import { shownAnswer } from '../../lib/shown-answer.ts';
import { useSettled } from '../../lib/use-settled.ts';

const searchPauseMs = 250;

export interface Candidates {
  /** Null until they are read, and where they could not be. */
  readonly items: readonly DriverCandidate[] | null;
  readonly problem: unknown;
  readonly loading: boolean;
  readonly retry: () => void;
}

/** Drivers stay on show while others are looked for. */
export function useCandidates(booking: string, words: string): Candidates {
  const q = useSettled(words.trim(), searchPauseMs);
  const { answer, problem, loading, reload } = shownAnswer(
    answers.listCandidates.useQuery({ params: { id: booking }, query: { q: q || undefined } }),
  );
  return { items: problem === null ? (answer?.items ?? null) : null, problem, loading, retry: reload };
}
