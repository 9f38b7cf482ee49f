// React hook that loads a record from the server on mount, after a reconnection and on request; a response older than
// the one shown is discarded.
import { useCallback, useEffect, useRef, useState } from 'react';
import { createAnswerOrder } from './answer-order.ts';
import { useLiveState } from './live.ts';

export interface LiveLoad {
  /** The error of the last load, or null. */
  readonly problem: unknown;
  readonly load: () => void;
}

/** `read` and `show` must be referentially stable (useCallback or useState); a new `read` triggers a load. */
export function useLiveLoad<Answer>(read: () => Promise<Answer>, show: (answer: Answer) => void): LiveLoad {
  const [problem, setProblem] = useState<unknown>(null);
  const live = useLiveState();
  const [order] = useState(createAnswerOrder);

  const run = useCallback(async () => {
    const request = order.begin();
    try {
      const answer = await read();
      if (!order.take(request)) return;
      show(answer);
      setProblem(null);
    } catch (error) {
      if (!order.isStale(request)) setProblem(error);
    }
  }, [read, show, order]);

  useEffect(() => {
    void run();
    // Discards pending responses to the previous `read`.
    return order.discardSent;
  }, [run, order]);
  const wasOpen = useRef(live === 'open');
  useEffect(() => {
    const isReconnected = live === 'open' && !wasOpen.current;
    wasOpen.current = live === 'open';
    // Live events sent while the connection was down are lost.
    if (isReconnected) void run();
  }, [live, run]);

  const load = useCallback(() => void run(), [run]);
  return { problem, load };
}
