// Loads a record of the server: on mount, after a reconnection, and on request; superseded responses are dropped.
import { useCallback, useEffect, useRef, useState } from 'react';
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
  const newest = useRef(0);

  const run = useCallback(async () => {
    newest.current += 1;
    const mine = newest.current;
    try {
      const answer = await read();
      if (mine !== newest.current) return;
      show(answer);
      setProblem(null);
    } catch (error) {
      if (mine === newest.current) setProblem(error);
    }
  }, [read, show]);

  useEffect(() => void run(), [run]);
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
