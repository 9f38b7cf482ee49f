// React hook for the Book button of a form: loads the dialogs that follow it, and starts them on each press.
import type { FieldIssues } from '@kerb/domain/booking';
import { type ComponentType, useCallback, useState } from 'react';
import { loadTexts } from '../../lib/i18n/index.ts';
import { loadScreen, reloadPage } from '../../lib/load-screen.ts';
import type { BookingDialogsProps } from './booking-dialogs.tsx';

export interface BookingStart {
  /** True while validating or loading the estimate: the button shows a spinner. */
  readonly busy: boolean;
  /** Error key when the dialogs could not be loaded; null otherwise. */
  readonly problem: string | null;
  /** Errors of the last press by field; empty before the first. */
  readonly issues: FieldIssues;
  /** Call it from the form's `onSubmit`. */
  readonly start: () => void;
  /** Preloads the dialogs; call it when the form is first focused. */
  readonly prepare: () => void;
  /** Null until loaded. */
  readonly Dialogs: ComponentType<BookingDialogsProps> | null;
  /** Props that connect the dialogs: `<Dialogs {...link} cars=… />`. */
  readonly link: Pick<BookingDialogsProps, 'attempt' | 'onBusy' | 'onIssues'>;
}

const load = async (): Promise<ComponentType<BookingDialogsProps>> => {
  const [{ BookingDialogs }] = await Promise.all([import('./booking-dialogs.tsx'), loadTexts('quote')]);
  return BookingDialogs;
};

/**
 * The booking flow begins here, on the landing page and in the console alike. The trip (points, stops, car type, time) is
 * read from `tripdata` of the store; the form hands over the rest:
 *
 *     const booking = useBookingStart();
 *     <form onSubmit={(event) => { event.preventDefault(); booking.start(); }} onFocus={booking.prepare}>
 *       … fields, marked by booking.issues …
 *       <PrimaryAction type="submit" loading={booking.busy}>…</PrimaryAction>
 *       {booking.Dialogs && (
 *         <booking.Dialogs {...booking.link} isLoading={isLoading} cars={cars} driversNearby={nearby} … />
 *       )}
 *     </form>
 *
 * In the console `bookedFor={{ rider, driver }}` is handed over too: the booking is then made for that rider with
 * booking_type_admin true, its promos and its wallet are the rider's, and it starts NEW in every app category.
 */
export function useBookingStart(): BookingStart {
  const [Dialogs, setDialogs] = useState<ComponentType<BookingDialogsProps> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [issues, setIssues] = useState<FieldIssues>({});

  const prepare = useCallback(() => {
    load().then(
      (Loaded) => setDialogs(() => Loaded),
      () => undefined,
    );
  }, []);
  const start = () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    loadScreen(load).then(
      (Loaded) => {
        setDialogs(() => Loaded);
        setAttempt((before) => before + 1);
      },
      () => {
        setBusy(false);
        setProblem(navigator.onLine ? 'something_failed' : 'network_error');
        // A release may have replaced the file. `loadScreen` does not reload while places are entered; they survive it.
        if (problem === 'something_failed' && navigator.onLine) reloadPage();
      },
    );
  };
  return {
    busy,
    problem,
    issues,
    start,
    prepare,
    Dialogs,
    link: { attempt, onBusy: setBusy, onIssues: setIssues },
  };
}
