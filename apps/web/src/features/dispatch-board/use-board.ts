// The dispatch board: read again with every change of a booking, and in any case every ten seconds.
import type { DispatchBoard } from '@kerb/contract';
import { useMemo } from 'react';
import { answers } from '../../lib/answers.ts';
import { type ShownAnswer, shownAnswer } from '../../lib/shown-answer.ts';

/** Cars move, and what is late becomes later, without an event. */
const READ_AGAIN_MS = 10_000;

export interface Board extends ShownAnswer<DispatchBoard> {
  /** What the server's clock is ahead of this device's, ms. */
  readonly clockAheadMs: number;
}

/** The same object until it is read again. */
export function useBoard(): Board {
  const result = answers.getDispatchBoard.useQuery(undefined, {
    pollingInterval: READ_AGAIN_MS,
    skipPollingIfUnfocused: true,
  });
  const at = result.data?.at;
  const clockAheadMs = useMemo(() => (at === undefined ? 0 : at - Date.now()), [at]);
  return useMemo(() => ({ ...shownAnswer(result), clockAheadMs }), [result, clockAheadMs]);
}
