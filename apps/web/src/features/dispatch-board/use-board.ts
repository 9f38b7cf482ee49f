// React hook that loads the dispatch board after every change of a booking, and at least every ten seconds.
import type { DispatchBoard } from '@kerb/contract';
import { useMemo } from 'react';
import { answers } from '../../lib/answers.ts';
import { type ShownResponse, shownResponse } from '../../lib/shown-response.ts';

/** Polled, because cars move and requests become late without an event. */
const READ_AGAIN_MS = 10_000;

export interface Board extends ShownResponse<DispatchBoard> {
  /** Offset of the server's clock to this device's clock, in ms; positive when the server is ahead. */
  readonly clockAheadMs: number;
}

/** Returns the same object until the board is loaded again. */
export function useBoard(): Board {
  const result = answers.getDispatchBoard.useQuery(undefined, {
    pollingInterval: READ_AGAIN_MS,
    skipPollingIfUnfocused: true,
  });
  const at = result.data?.at;
  const clockAheadMs = useMemo(() => (at === undefined ? 0 : at - Date.now()), [at]);
  return useMemo(() => ({ ...shownResponse(result), clockAheadMs }), [result, clockAheadMs]);
}
