// Loads a record of the server: on mount, after a reconnection, and on request; an answer older than the one shown is dropped.
import { useCallback, useEffect, useRef, useState } from 'react';
import { createAnswerOrder } from './answer-order.ts';
import { useLiveState } from './live.ts';

export interface LiveLoad {
  /** The error of the last load, or null. */
  readonly problem: unknown;
  readonly load: () => void;
}

/** `read` and `show` come from useCallback or useState; a new `read` loads again. */
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
      if (!order.isOvertaken(request)) setProblem(error);
    }
  }, [read, show, order]);

  useEffect(() => {
    void run();
    // An answer under way to another question is not shown as the answer to the next.
    return order.overtake;
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
