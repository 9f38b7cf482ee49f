// The drivers a booking may be assigned to, nearest first, as the server finds them.
import type { DriverCandidate } from '@kerb/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../lib/store.ts';

const searchPauseMs = 250;

export interface Candidates {
  /** Null until they are read, and where they could not be. */
  readonly items: readonly DriverCandidate[] | null;
  readonly problem: unknown;
  readonly loading: boolean;
  readonly retry: () => void;
}

/** Drivers stay on show while others are looked for; of the answers, the one asked for last counts. */
export function useCandidates(booking: string, words: string): Candidates {
  const [items, setItems] = useState<readonly DriverCandidate[] | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [loading, setLoading] = useState(true);
  const newest = useRef(0);
  const read = useCallback(
    async (q: string) => {
      newest.current += 1;
      const mine = newest.current;
      setLoading(true);
      try {
        const found = await client.listCandidates({ params: { id: booking }, query: q === '' ? {} : { q } });
        if (mine !== newest.current) return;
        setItems(found.items);
        setProblem(null);
      } catch (error) {
        if (mine !== newest.current) return;
        setItems(null);
        setProblem(error);
      }
      setLoading(false);
    },
    [booking],
  );
  const q = words.trim();
  useEffect(() => {
    const timer = setTimeout(() => void read(q), q === '' ? 0 : searchPauseMs);
    return () => {
      clearTimeout(timer);
      newest.current += 1;
    };
  }, [read, q]);
  return { items, problem, loading, retry: () => void read(q) };
}
