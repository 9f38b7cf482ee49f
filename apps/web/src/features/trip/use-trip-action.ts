// React hook that runs one action on a booking at a time, shows its result at once, and stores its error.
import type { BookingView } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { useSubmission } from '../../lib/use-submission.ts';

export interface TripAction {
  readonly busy: boolean;
  /** The key of the action under way; null without one. */
  readonly busyKey: string | null;
  readonly problem: unknown;
  readonly clear: () => void;
  /** Resolves to true after a success. */
  readonly run: (call: () => Promise<BookingView>, key?: string) => Promise<boolean>;
}

export function useTripAction(trip: {
  update: (booking: BookingView) => void;
  retry: () => void;
}): TripAction {
  const { busy, busyKey, problem, clearProblem, run: submit } = useSubmission();
  const run: TripAction['run'] = async (call, key) => {
    const done = await submit(async () => {
      try {
        trip.update(await call());
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) trip.retry();
        throw error;
      }
    }, key);
    return done !== null;
  };
  return { busy, busyKey, problem, clear: clearProblem, run };
}
