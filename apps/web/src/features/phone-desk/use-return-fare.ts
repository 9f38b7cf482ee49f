// React hook that quotes the return trip while the fare of the first trip is shown.
import type { EstimateView } from '@kerb/contract';
import type { InstructionData } from '@kerb/domain/booking';
import { useEffect } from 'react';
import { answers } from '../../lib/answers.ts';

export interface ReturnFare {
  /** Major units; null while loading, and after a failed request. */
  readonly amount: number | null;
  readonly problem: unknown;
}

/** `onKnown` is called with every result; it must be a stable function. */
export function useReturnFare(
  { pickup, drop, waypoints, carType }: EstimateView,
  instructionData: InstructionData,
  returnAt: number | null,
  onKnown: (amount: number | null) => void,
): ReturnFare {
  const [quote, { data, error }] = answers.createEstimate.useMutation();
  useEffect(() => {
    if (returnAt === null) return;
    const back = { pickup: drop, drop: pickup, waypoints: [...waypoints].reverse(), carType };
    const quoting = quote({ body: { ...back, instructionData, tripdate: returnAt } });
    return () => {
      quoting.abort();
      quoting.reset();
    };
  }, [pickup, drop, waypoints, carType, instructionData, returnAt, quote]);
  const amount = data?.payableAmount ?? null;
  useEffect(() => onKnown(amount), [amount, onKnown]);
  return { amount, problem: error ?? null };
}
