// The queue for screens: what waits for one trip, and taking its steps.
import { useMemo, useSyncExternalStore } from 'react';
import { appQueue } from './app-queue.ts';
import type { KeptStep } from './kept-step.ts';
import type { QueueState, TripQueue } from './trip-queue.ts';

export interface WaitingSteps extends QueueState {
  readonly queue: TripQueue | null;
}

export function useTripQueue(): WaitingSteps {
  const state = useSyncExternalStore(appQueue.subscribe, appQueue.state);
  const queue = useSyncExternalStore(appQueue.subscribe, appQueue.queue);
  return useMemo(() => ({ ...state, queue }), [state, queue]);
}

export interface StepsOfTrip {
  /** Wait on this phone and are shown as done, oldest first. */
  readonly waiting: readonly KeptStep[];
  /** The server did not take it; those behind it wait. */
  readonly refused: KeptStep | null;
  /** Behind the refused one. */
  readonly behind: number;
  /** On its way for the first time, and not for long. */
  readonly fresh: KeptStep | null;
}

/** What is kept for a booking, told apart by what a driver has to know of it. */
export function stepsOfTrip({ steps, fresh }: QueueState, booking: string): StepsOfTrip {
  const mine = (steps ?? []).filter((step) => step.booking === booking);
  const stop = mine.findIndex(({ refusal }) => refusal !== null);
  const before = stop === -1 ? mine : mine.slice(0, stop);
  return {
    waiting: before.filter(({ id }) => id !== fresh),
    refused: mine[stop] ?? null,
    behind: stop === -1 ? 0 : mine.length - stop - 1,
    fresh: before.find(({ id }) => id === fresh) ?? null,
  };
}
