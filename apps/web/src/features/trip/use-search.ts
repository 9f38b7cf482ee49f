// The state of the search for a driver: read with each change of the booking, and when the current round is over.
import type { BookingView, RouteAnswer, Routes } from '@kerb/contract';
import { useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';
import { useClockOffset } from '../../lib/trip-queue/server-clock.ts';

export type Search = RouteAnswer<Routes['getSearch']>;

/** The next round starts a moment after the last one is over. */
const SLACK_MS = 1_500;
/** A state that is overdue is read again at this interval. */
const SHORTEST_WAIT_MS = 5_000;
/** The longest that a browser's timer waits. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Null while it is unknown, and for a booking that is not searched for. `shown`: the viewer may read it. */
export function useSearch(booking: BookingView, shown: boolean): Search | null {
  const offset = useClockOffset();
  const [search, setSearch] = useState<Search | null>(null);
  const [reads, setReads] = useState(0);
  const active = shown && booking.status === 'NEW';

  // Each live event of the booking loads it again; so does a reconnection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `booking` and `reads` say when to read again
  useEffect(() => {
    if (!active) return setSearch(null);
    const gone = new AbortController();
    client
      .getSearch({ params: { id: booking.id } }, { signal: gone.signal })
      .then(setSearch)
      .catch(() => {
        // The number of open offers in the booking is shown in its place.
        if (!gone.signal.aborted) setSearch(null);
      });
    return () => gone.abort();
  }, [active, booking, reads]);

  const nextLookAt = search?.next_look_at ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts its own wait
  useEffect(() => {
    if (nextLookAt === null) return;
    const left = nextLookAt - (Date.now() + offset) + SLACK_MS;
    const wait = Math.min(Math.max(left, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
    const timer = setTimeout(() => setReads((before) => before + 1), wait);
    return () => clearTimeout(timer);
  }, [search, nextLookAt, offset]);

  return search;
}
