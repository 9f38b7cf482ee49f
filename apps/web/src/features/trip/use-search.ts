// React hook for the state of the search for a driver: loaded with each change of the booking, and after each offer
// round.
import type { BookingView, RouteAnswer, Routes } from '@kerb/contract';
import { useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';
import { useClockOffset } from '../../lib/trip-queue/server-clock.ts';

export type Search = RouteAnswer<Routes['getSearch']>;

/** Added to the end of a round, because the next one starts a moment later. */
const SLACK_MS = 1_500;
/** Shortest interval between two requests, used when the end of the round is overdue. */
const MIN_WAIT_MS = 5_000;
/** The longest delay that a browser's timer supports. */
const MAX_WAIT_MS = 2 ** 31 - 1;

/** Null while unknown, and for a booking without a search. `shown`: whether the viewer may see the search. */
export function useSearch(booking: BookingView, shown: boolean): Search | null {
  const offset = useClockOffset();
  const [search, setSearch] = useState<Search | null>(null);
  const [reads, setReads] = useState(0);
  const active = shown && booking.status === 'NEW';

  // Each live event of the booking replaces `booking`, which loads the search again; so does a reconnection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `booking` and `reads` say when to read again
  useEffect(() => {
    if (!active) return setSearch(null);
    const gone = new AbortController();
    client
      .getSearch({ params: { id: booking.id } }, { signal: gone.signal })
      .then(setSearch)
      .catch(() => {
        // Ignored: the number of open offers from the booking is shown instead.
        if (!gone.signal.aborted) setSearch(null);
      });
    return () => gone.abort();
  }, [active, booking, reads]);

  const nextLookAt = search?.next_look_at ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts its own wait
  useEffect(() => {
    if (nextLookAt === null) return;
    const left = nextLookAt - (Date.now() + offset) + SLACK_MS;
    const wait = Math.min(Math.max(left, MIN_WAIT_MS), MAX_WAIT_MS);
    const timer = setTimeout(() => setReads((before) => before + 1), wait);
    return () => clearTimeout(timer);
  }, [search, nextLookAt, offset]);

  return search;
}
