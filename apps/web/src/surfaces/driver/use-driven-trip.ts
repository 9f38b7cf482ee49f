// A trip as its driver sees it: what the server told last, and on top the steps that wait on this phone.
import type { BookingView } from '@kerb/contract';
import { useEffect, useMemo } from 'react';
import { type Trip, useTrip } from '../../features/trip/use-trip.ts';
import { appQueue } from '../../lib/trip-queue/app-queue.ts';
import { type ShownTrip, shownTrip } from '../../lib/trip-queue/shown-trip.ts';
import { type StepsOfTrip, stepsOfTrip, useTripQueue } from '../../lib/trip-queue/use-trip-queue.ts';

export interface DrivenTrip {
  readonly trip: Trip;
  /** Null until known, here or from the server. */
  readonly shown: ShownTrip | null;
  /** As the server told it, without what waits. */
  readonly told: BookingView | null;
  readonly steps: StepsOfTrip;
}

export function useDrivenTrip(bookingId: string): DrivenTrip {
  const trip = useTrip(bookingId);
  const kept = useTripQueue();
  const { queue, known } = kept;
  const { booking, update } = trip;

  useEffect(
    () => appQueue.onBooking((answer) => answer.id === bookingId && update(answer)),
    [bookingId, update],
  );
  useEffect(() => {
    if (booking) void queue?.keepBooking(booking);
  }, [booking, queue]);

  const steps = useMemo(() => stepsOfTrip(kept, bookingId), [kept, bookingId]);
  const told = booking ?? (known?.id === bookingId ? known : null);
  const isRead = kept.steps !== null;
  const shown = useMemo(
    // Not before it is known what waits: the screen would jump.
    () => (told && isRead ? shownTrip(told, steps.waiting) : null),
    [told, isRead, steps],
  );
  return { trip, shown, told, steps };
}
