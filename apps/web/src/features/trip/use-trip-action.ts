// React hook that runs one action on a booking at a time, shows its result at once, and stores its error.
import type { BookingView } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { useSubmission } from '../../lib/use-submission.ts';

export interface TripAction {
  readonly busy: boolean;
  readonly problem: unknown;
  readonly clear: () => void;
  /** Resolves to true after a success. */
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
