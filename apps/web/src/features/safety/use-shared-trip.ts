// React hook that polls the trip of a shared link while the page is visible.
import type { SharedTrip } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { useCallback, useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';
import { pauseAfter } from './poll-pause.ts';

export interface SharedTripRead {
  /** The last successful response; null before the first. */
  readonly trip: SharedTrip | null;
  /** Time of that response, ms since the epoch on this device. */
  readonly receivedAt: number;
  /** Error of the last request; null after a success. */
  readonly problem: unknown;
  /** Set when the link has expired or is unknown; polling stops. */
  readonly isOver: 'expired' | 'unknown' | null;
  readonly retry: () => void;
}

const nothing = { trip: null, receivedAt: 0, problem: null, isOver: null } as const;

function endOf(problem: unknown): SharedTripRead['isOver'] {
  if (!(problem instanceof ApiError)) return null;
  if (problem.code === 'link_expired') return 'expired';
  return problem.code === 'not_found' || problem.code === 'invalid_input' ? 'unknown' : null;
}

export function useSharedTrip(token: string): SharedTripRead {
  const [read, setRead] = useState<Omit<SharedTripRead, 'retry'>>(nothing);
  const [round, setRound] = useState(0);
  const retry = useCallback(() => setRound((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round starts over
  useEffect(() => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let running = false;
    let isOver = false;
    const load = async () => {
      clearTimeout(timer);
      if (running || isOver || document.visibilityState !== 'visible') return;
      running = true;
      try {
        const trip = await client.getSharedTrip({ params: { token } }, { signal: gone.signal });
        failures = 0;
        setRead({ trip, receivedAt: Date.now(), problem: null, isOver: null });
      } catch (problem) {
        if (gone.signal.aborted) return;
        failures += 1;
        const end = endOf(problem);
        isOver = end !== null;
        setRead((before) => ({ ...before, problem, isOver: end }));
      } finally {
        running = false;
        if (!gone.signal.aborted && !isOver) timer = setTimeout(() => void load(), pauseAfter(failures));
      }
    };
    const look = () => void load();
    look();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    return () => {
      gone.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
    };
  }, [token, round]);

  return { ...read, retry };
}
