// Runs one action on a booking at a time, shows its result at once, and keeps what went wrong to say it.
import type { BookingView } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { useState } from 'react';

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
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const run = async (call: () => Promise<BookingView>) => {
    if (busy) return false;
    setBusy(true);
    setProblem(null);
    try {
      trip.update(await call());
      return true;
    } catch (error) {
      setProblem(error);
      if (error instanceof ApiError && error.status === 409) trip.retry();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, clear: () => setProblem(null), run };
}
