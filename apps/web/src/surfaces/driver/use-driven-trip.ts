// React hook that returns a trip as its driver sees it: the server's last response with the queued steps applied to it.
import type { BookingView } from '@kerb/contract';
import { useEffect, useMemo, useState } from 'react';
import { type Trip, useTrip } from '../../features/trip/use-trip.ts';
import { codeOf } from '../../lib/error-code.ts';
import { appQueue } from '../../lib/trip-queue/app-queue.ts';
import { type ShownTrip, shownTrip } from '../../lib/trip-queue/shown-trip.ts';
import { type StepsOfTrip, stepsOfTrip, useTripQueue } from '../../lib/trip-queue/use-trip-queue.ts';

export interface DrivenTrip {
  readonly trip: Trip;
  /** Null until the trip has been read from the phone's storage or the server. */
  readonly shown: ShownTrip | null;
  /** As the server last returned it, without queued steps. */
  readonly confirmed: BookingView | null;
  readonly steps: StepsOfTrip;
  /** The trip had been shown, and the server no longer shows it to this driver, for instance after a reassignment. */
  readonly isLost: boolean;
}

export function useDrivenTrip(bookingId: string): DrivenTrip {
  const trip = useTrip(bookingId);
  const queueState = useTripQueue();
  const { queue, known } = queueState;
  const { booking, update } = trip;

  useEffect(
    () => appQueue.onBooking((answer) => answer.id === bookingId && update(answer)),
    [bookingId, update],
  );
  useEffect(() => {
    if (booking) void queue?.storeBooking(booking);
  }, [booking, queue]);
  const isGone = codeOf(trip.problem) === 'not_found';
  useEffect(() => {
    if (isGone) void queue?.lose(bookingId);
  }, [isGone, queue, bookingId]);

  const steps = useMemo(() => stepsOfTrip(queueState, bookingId), [queueState, bookingId]);
  const confirmed = booking ?? (known?.id === bookingId ? known : null);
  const isRead = queueState.steps !== null;
  const shown = useMemo(
    // Null until the queue has been read, because applying queued steps later would make the screen jump.
    () => (confirmed && isRead ? shownTrip(confirmed, steps.waiting) : null),
    [confirmed, isRead, steps],
  );
  const [seen, setSeen] = useState<string | null>(null);
  const shownId = shown?.booking.id ?? null;
  useEffect(() => {
    if (shownId !== null) setSeen(shownId);
  }, [shownId]);
  return { trip, shown, confirmed, steps, isLost: isGone && seen === bookingId };
}
