// React hook that quotes the return trip while the fare of the first trip is shown.
import type { EstimateView } from '@kerb/contract';
import type { InstructionData } from '@kerb/domain/booking';
import { useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';

export interface ReturnFare {
  /** Major units; null while loading, and after a failed request. */
  readonly amount: number | null;
  readonly problem: unknown;
}

const unknown: ReturnFare = { amount: null, problem: null };

/** `onKnown` is called with every result; it must be a stable function. */
export function useReturnFare(
  { pickup, drop, waypoints, carType }: EstimateView,
  instructionData: InstructionData,
  returnAt: number | null,
  onKnown: (amount: number | null) => void,
): ReturnFare {
  const [fare, setFare] = useState(unknown);
  useEffect(() => {
    setFare(unknown);
    onKnown(null);
    if (returnAt === null) return;
    const controller = new AbortController();
    const back = { pickup: drop, drop: pickup, waypoints: [...waypoints].reverse(), carType };
    const body = { ...back, instructionData, tripdate: returnAt };
    client.createEstimate({ body }, { signal: controller.signal }).then(
      ({ payableAmount }) => {
        if (controller.signal.aborted) return;
        setFare({ amount: payableAmount, problem: null });
        onKnown(payableAmount);
      },
      (problem: unknown) => !controller.signal.aborted && setFare({ amount: null, problem }),
    );
    return () => controller.abort();
  }, [pickup, drop, waypoints, carType, instructionData, returnAt, onKnown]);
  return fare;
}
