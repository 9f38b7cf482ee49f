// React hook that loads place suggestions while the user types, at most every 200 ms; a late response never replaces a
// newer one.
import type { Suggestion } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { useEffect, useMemo, useRef, useState } from 'react';
import { client } from '../lib/store.ts';
import { throttle } from '../lib/throttle.ts';

export interface PlaceSearch {
  /** The query that the suggestions or the problem answer; '' before the first response. */
  readonly q: string;
  readonly suggestions: readonly Suggestion[];
  readonly loading: boolean;
  readonly problem: unknown;
}

const nothing: PlaceSearch = { q: '', suggestions: [], loading: false, problem: null };
const intervalMs = 200;
const minQueryLength = 2;

/** Query for a text; suggestions near the point come first. */
export const searchQuery = (text: string, near: LatLng | null) => ({
  q: text.trim(),
  ...(near && { near: `${near.lat},${near.lng}` }),
});

export function usePlaceSearch(text: string, near: LatLng | null, open: boolean): PlaceSearch {
  const [search, setSearch] = useState<PlaceSearch>(nothing);
  const running = useRef<AbortController | null>(null);
  const place = useRef(near);
  place.current = near;

  const ask = useMemo(() => {
    const run = async (q: string) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      setSearch((before) => ({ ...before, loading: true }));
      try {
        const query = searchQuery(q, place.current);
        const { searchResults } = await client.mapsAutocomplete({ query }, { signal });
        if (!signal.aborted) setSearch({ q, suggestions: searchResults, loading: false, problem: null });
      } catch (problem) {
        if (!signal.aborted) setSearch({ q, suggestions: [], loading: false, problem });
      }
    };
    return throttle((q: string) => void run(q), intervalMs);
  }, []);

  const q = text.trim();
  useEffect(() => {
    if (open && q.length >= minQueryLength) return ask(q);
    ask.cancel();
    running.current?.abort();
    setSearch(nothing);
  }, [q, open, ask]);

  useEffect(
    () => () => {
      ask.cancel();
      running.current?.abort();
    },
    [ask],
  );

  return search;
}
