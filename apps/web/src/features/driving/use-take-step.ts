// React hook that takes a step of the trip: queues it on the phone first, with its time and place.
import { OUTDATED_AFTER_MS } from '@kerb/domain/geo';
import { useState } from 'react';
import { appQueue } from '../../lib/trip-queue/app-queue.ts';
import type { StepFile, StepKind } from '../../lib/trip-queue/queued-step.ts';
import { serverClock } from '../../lib/trip-queue/server-clock.ts';
import type { OwnPosition } from './own-position.ts';

export interface TakeStep {
  readonly take: (kind: StepKind, details?: { otp?: string; file?: StepFile }) => Promise<void>;
  /** The step that waits for a fix before it is queued; null otherwise. */
  readonly locating: StepKind | null;
  /** Set when the phone could not store the step; null otherwise. */
  readonly problem: unknown;
}

/** How long a step waits for a fix when the last position is old, in ms. Without one it is sent without a location. */
const locateWithinMs = 4_000;

export function useTakeStep(booking: string, own: Pick<OwnPosition, 'fresh'>): TakeStep {
  const [problem, setProblem] = useState<unknown>(null);
  const [locating, setLocating] = useState<StepKind | null>(null);
  /** After a navigation app was used, the last position is from before that, perhaps from the pickup. */
  const locate = async (kind: StepKind) => {
    setLocating(kind);
    const position = await own.fresh(OUTDATED_AFTER_MS, locateWithinMs);
    return position && { lat: position.lat, lng: position.lng };
  };
  const take: TakeStep['take'] = async (kind, details = {}) => {
    const at = Date.now() + serverClock.offset();
    try {
      // A photo is sent without a location.
      const location = details.file === undefined ? await locate(kind) : null;
      await appQueue.queue()?.take({ booking, kind, at, location, ...details });
      setProblem(null);
    } catch {
      // The phone's storage is full: the step was not queued, so the screen must not show it as taken.
      setProblem('step_not_kept');
    } finally {
      setLocating(null);
    }
  };
  return { take, locating, problem };
}
