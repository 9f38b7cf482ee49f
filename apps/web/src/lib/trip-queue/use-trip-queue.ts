// React hook for the trip queue, and a function that groups the queued steps of one trip.
import { useMemo, useSyncExternalStore } from 'react';
import { appQueue } from './app-queue.ts';
import type { QueuedStep } from './queued-step.ts';
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
  /** Queued on this phone and shown as done, oldest first. */
  readonly waiting: readonly QueuedStep[];
  /** The step that the server rejected; later steps wait for it. */
  readonly refused: QueuedStep | null;
  /** Number of steps after the rejected one. */
  readonly behind: number;
  /** The step whose first attempt started moments ago. */
  readonly fresh: QueuedStep | null;
  /** The network failed: the waiting steps are not being sent now. */
  readonly networkFailed: boolean;
}

/** The steps queued for a booking, grouped by what the driver needs to know. */
export function stepsOfTrip({ steps, fresh, networkFailed }: QueueState, booking: string): StepsOfTrip {
  const mine = (steps ?? []).filter((step) => step.booking === booking);
  const stop = mine.findIndex(({ refusal }) => refusal !== null);
  const before = stop === -1 ? mine : mine.slice(0, stop);
  return {
    waiting: before.filter(({ id }) => id !== fresh),
    refused: mine[stop] ?? null,
    behind: stop === -1 ? 0 : mine.length - stop - 1,
    fresh: before.find(({ id }) => id === fresh) ?? null,
    networkFailed,
  };
}
