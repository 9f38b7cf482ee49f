// The signed-in person's bookings, page by page, filtered on the server and kept current by live events.
import type { BookingSummary } from '@kerb/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLiveTopic } from '../../lib/live.ts';
import { client } from '../../lib/store.ts';

export interface BookingFilter {
  readonly scope: 'all' | 'active';
  /** Searched in references, people and addresses. */
  readonly text: string;
}

export interface BookingList {
  /** Null until the first page of the current filter is here. */
  readonly items: readonly BookingSummary[] | null;
  readonly problem: unknown;
  readonly more: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

const pageSize = 25;

function queryOf(filter: BookingFilter) {
  return {
    ...(filter.scope === 'active' ? { active: 'true' } : {}),
    ...(filter.text === '' ? {} : { q: filter.text }),
  };
}

export function useBookingList(filter: BookingFilter): BookingList {
  const { scope, text } = filter;
  const [items, setItems] = useState<readonly BookingSummary[] | null>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [loadingMore, setLoadingMore] = useState(false);
  // Answers to an older filter or an older reload are dropped.
  const newest = useRef(0);
  const shown = useRef(pageSize);

  const reload = useCallback(async () => {
    newest.current += 1;
    const mine = newest.current;
    try {
      const limit = Math.min(200, Math.max(pageSize, shown.current));
      const page = await client.listBookings({ query: { ...queryOf({ scope, text }), limit } });
      if (mine !== newest.current) return;
      setItems(page.items);
      setCursor(page.nextCursor);
      setProblem(null);
    } catch (error) {
      if (mine === newest.current) setProblem(error);
    }
  }, [scope, text]);

  useEffect(() => {
    shown.current = pageSize;
    setItems(null);
    void reload();
    return () => {
      newest.current += 1;
    };
  }, [reload]);

  useLiveTopic('bookings', (message) => {
    if (message.type === 'event') void reload();
  });

  const loadMore = useCallback(async () => {
    if (cursor === null) return;
    const mine = newest.current;
    setLoadingMore(true);
    try {
      const page = await client.listBookings({
        query: { ...queryOf({ scope, text }), limit: pageSize, cursor },
      });
      if (mine !== newest.current) return;
      shown.current += page.items.length;
      setItems((before) => [...(before ?? []), ...page.items]);
      setCursor(page.nextCursor);
      setProblem(null);
    } catch (error) {
      if (mine === newest.current) setProblem(error);
    } finally {
      setLoadingMore(false);
    }
  }, [cursor, scope, text]);

  return {
    items,
    problem,
    more: cursor !== null,
    loadingMore,
    loadMore: () => void loadMore(),
    retry: () => void reload(),
  };
}
