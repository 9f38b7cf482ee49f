// React hook that takes a step of the trip: queues it on the phone first, with its time and place.
import type { LatLng } from '@kerb/domain/geo';
import { useState } from 'react';
import { appQueue } from '../../lib/trip-queue/app-queue.ts';
import type { StepFile, StepKind } from '../../lib/trip-queue/queued-step.ts';
import { serverClock } from '../../lib/trip-queue/server-clock.ts';

export interface TakeStep {
  readonly take: (kind: StepKind, details?: { otp?: string; file?: StepFile }) => Promise<void>;
  /** Set when the phone could not store the step; null otherwise. */
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
      // The phone's storage is full: the step was not queued, so the screen must not show it as taken.
      setProblem('step_not_kept');
    }
  };
  return { take, problem };
}
