// The dispatch board: read again with every change of a booking, and in any case every ten seconds.
import type { DispatchBoard } from '@kerb/contract';
import { useMemo, useRef } from 'react';
import { answers } from '../../lib/answers.ts';
import { type ShownAnswer, shownAnswer } from '../../lib/shown-answer.ts';

/** Cars move, and what is late becomes later, without an event. */
const READ_AGAIN_MS = 10_000;

export interface Board extends ShownAnswer<DispatchBoard> {
  /** What the server's clock is ahead of this device's, ms. */
  readonly clockAheadMs: number;
}

export function useBoard(): Board {
  const shown = shownAnswer(
    answers.getDispatchBoard.useQuery(undefined, {
      pollingInterval: READ_AGAIN_MS,
      skipPollingIfUnfocused: true,
    }),
  );
  const at = shown.answer?.at;
  const clockAheadMs = useMemo(() => (at === undefined ? 0 : at - Date.now()), [at]);
  const { answer, problem, loading } = shown;
  const reload = useRef(shown.reload);
  reload.current = shown.reload;
  return useMemo(
    () => ({ answer, problem, loading, clockAheadMs, reload: () => reload.current() }),
    [answer, problem, loading, clockAheadMs],
  );
}
