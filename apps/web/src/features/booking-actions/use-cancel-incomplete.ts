// React hook that cancels an unpaid booking after a delay during which the user can undo it (specification §4).
import { INCOMPLETE_BOOKING_REASON } from '@kerb/domain/booking';
import { useRef, useState } from 'react';
import { answers } from '../../lib/answers.ts';
import type { ActionBooking } from './action-rules.ts';

const momentMs = 1500;

/** A cancellation that was started; `isSent` when it can no longer be undone. */
export interface WaitingCancellation {
  readonly booking: ActionBooking;
  readonly isSent: boolean;
}

export interface CancelIncomplete {
  /** Null while no booking is being cancelled. */
  readonly waiting: WaitingCancellation | null;
  readonly start: (booking: ActionBooking) => void;
  readonly undo: () => void;
}

/** A started cancellation is sent even after the screen unmounts or another one starts; only `undo` stops it. */
export function useCancelIncomplete(onProblem: (problem: unknown) => void): CancelIncomplete {
  const [waiting, setWaiting] = useState<WaitingCancellation | null>(null);
  const [cancelBooking] = answers.cancelBooking.useMutation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const cancel = async (booking: ActionBooking) => {
    setWaiting((shown) => (shown?.booking.id === booking.id ? { booking, isSent: true } : shown));
    // The question before it said that cancelling is free.
    const body = { reason: INCOMPLETE_BOOKING_REASON, maxFee: 0 };
    const { error } = await cancelBooking({ params: { id: booking.id }, body });
    if (error) onProblem(error);
    setWaiting((shown) => (shown?.booking.id === booking.id ? null : shown));
  };
  return {
    waiting,
    start: (booking) => {
      if (waiting?.booking.id === booking.id) return;
      setWaiting({ booking, isSent: false });
      timer.current = setTimeout(() => void cancel(booking), momentMs);
    },
    undo: () => {
      clearTimeout(timer.current);
      setWaiting(null);
    },
  };
}
