// React hook that cancels an unpaid booking after a delay during which the user can undo it (specification §4).
import { INCOMPLETE_BOOKING_REASON } from '@kerb/domain/booking';
import { useRef, useState } from 'react';
import { answers } from '../../lib/answers.ts';
import type { ActionBooking } from './action-rules.ts';

const momentMs = 1500;

export interface CancelIncomplete {
  /** The booking that will be cancelled after the delay, or null. */
  readonly waiting: ActionBooking | null;
  readonly start: (booking: ActionBooking) => void;
  readonly undo: () => void;
}

/** A started cancellation is sent even after the screen unmounts or another one starts; only `undo` stops it. */
export function useCancelIncomplete(onProblem: (problem: unknown) => void): CancelIncomplete {
  const [waiting, setWaiting] = useState<ActionBooking | null>(null);
  const [cancelBooking] = answers.cancelBooking.useMutation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const cancel = async ({ id }: ActionBooking) => {
    // The question before it said that cancelling is free.
    const body = { reason: INCOMPLETE_BOOKING_REASON, maxFee: 0 };
    const { error } = await cancelBooking({ params: { id }, body });
    if (error) onProblem(error);
    setWaiting((shown) => (shown?.id === id ? null : shown));
  };
  return {
    waiting,
    start: (booking) => {
      if (waiting?.id === booking.id) return;
      setWaiting(booking);
      timer.current = setTimeout(() => void cancel(booking), momentMs);
    },
    undo: () => {
      clearTimeout(timer.current);
      setWaiting(null);
    },
  };
}
