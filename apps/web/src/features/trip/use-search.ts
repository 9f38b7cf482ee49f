// React hook for the state of the search for a driver: loaded with each change of the booking, and after each offer
// round.
import type { BookingView, RouteAnswer, Routes } from '@kerb/contract';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect } from 'react';
import { answers } from '../../lib/answers.ts';
import { useClockOffset } from '../../lib/trip-queue/server-clock.ts';

export type Search = RouteAnswer<Routes['getSearch']>;

/** Added to the end of a round, because the next one starts a moment later. */
const SLACK_MS = 1_500;
/** Shortest interval between two requests, used when the end of the round is overdue. */
const MIN_WAIT_MS = 5_000;
/** The longest delay that a browser's timer supports. */
const MAX_WAIT_MS = 2 ** 31 - 1;

/** Null while unknown, and for a booking without a search. `shown`: whether the viewer may see the search. */
export function useSearch({ id, status }: BookingView, shown: boolean): Search | null {
  const offset = useClockOffset();
  const asked = shown && status === 'NEW' ? { params: { id } } : skipToken;
  const { currentData, error, fulfilledTimeStamp, refetch } = answers.getSearch.useQuery(asked);
  // While it cannot be loaded, the number of open offers from the booking is shown instead.
  const search = error === undefined ? (currentData ?? null) : null;

  const nextLookAt = search?.next_look_at ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts its own wait
  useEffect(() => {
    if (nextLookAt === null) return;
    const left = nextLookAt - (Date.now() + offset) + SLACK_MS;
    const wait = Math.min(Math.max(left, MIN_WAIT_MS), MAX_WAIT_MS);
    const timer = setTimeout(() => void refetch(), wait);
    return () => clearTimeout(timer);
  }, [fulfilledTimeStamp, nextLookAt, offset, refetch]);

  return search;
}
