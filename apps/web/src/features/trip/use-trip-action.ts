// Runs one action on a booking at a time, shows its result at once, and keeps what went wrong to say it.
import type { BookingView } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { useSubmission } from '../../lib/use-submission.ts';

export interface TripAction {
  readonly busy: boolean;
  readonly problem: unknown;
  readonly clear: () => void;
  /** True when it was done. */
  readonly run: (call: () => Promise<BookingView>) => Promise<boolean>;
}

export function useTripAction(trip: {
  update: (booking: BookingView) => void;
  retry: () => void;
}): TripAction {
  const submission = useSubmission();
  const run = (call: () => Promise<BookingView>) =>
    submission.run(async () => {
      try {
        trip.update(await call());
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) trip.retry();
        throw error;
      }
    });
  return { busy: submission.busy, problem: submission.problem, clear: submission.clearProblem, run };
}
