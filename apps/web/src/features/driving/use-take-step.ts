// Takes a step of the trip: it is queued on the phone first, with its time and place.
import type { LatLng } from '@kerb/domain/geo';
import { useState } from 'react';
import { appQueue } from '../../lib/trip-queue/app-queue.ts';
import type { StepFile, StepKind } from '../../lib/trip-queue/queued-step.ts';
import { serverClock } from '../../lib/trip-queue/server-clock.ts';

export interface TakeStep {
  readonly take: (kind: StepKind, details?: { otp?: string; file?: StepFile }) => Promise<void>;
  /** The phone could not even keep it; null while nothing is wrong. */
  readonly problem: unknown;
}

export function useTakeStep(booking: string, position: LatLng | null): TakeStep {
  const [problem, setProblem] = useState<unknown>(null);
  const take: TakeStep['take'] = async (kind, details = {}) => {
    const location = position && { lat: position.lat, lng: position.lng };
    try {
      const at = Date.now() + serverClock.offset();
      await appQueue.queue()?.take({ booking, kind, at, location, ...details });
      setProblem(null);
    } catch {
      // A full phone: nothing was taken, and nothing is shown as if it were.
      setProblem('step_not_kept');
    }
  };
  return { take, problem };
}
