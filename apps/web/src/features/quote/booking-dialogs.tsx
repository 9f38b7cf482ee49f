// Everything that follows the press of Book, dialog after dialog; loaded with its texts when the form is touched.
import type { FieldIssues } from '@kerb/domain/booking';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { BookingAlert } from './booking-alert.tsx';
import { EstimateDialog } from './estimate-dialog.tsx';
import { SuccessDialog } from './success-dialog.tsx';
import { type FlowInput, useBookingFlow } from './use-booking-flow.ts';

export interface BookingDialogsProps extends FlowInput {
  /** Counts the presses of Book; 0 before the first. */
  readonly attempt: number;
  readonly onBusy: (busy: boolean) => void;
  readonly onIssues: (issues: FieldIssues) => void;
}

export function BookingDialogs({ attempt, onBusy, onIssues, ...input }: BookingDialogsProps) {
  const navigate = useNavigate();
  const { user } = useAuth();
  const flow = useBookingFlow(input);
  const handled = useRef(0);
  useEffect(() => {
    if (attempt === handled.current) return;
    handled.current = attempt;
    void flow.book().then((issues) => {
      onBusy(false);
      onIssues(issues);
    });
  });
  if (attempt === 0) return null;
  const { booked, estimate } = flow;
  const leave = (to: string) => {
    flow.finish();
    void navigate(to);
  };
  return (
    <>
      <EstimateDialog
        estimate={estimate}
        carName={input.cars?.find(({ id }) => id === estimate?.carType)?.name ?? ''}
        tripdate={input.when.bookLater ? input.when.tripdate : null}
        walletBalance={(input.bookedFor ? input.bookedFor.rider?.walletBalance : user?.walletBalance) ?? 0}
        busy={flow.busy}
        onConfirm={flow.confirm}
        onCancel={flow.cancelEstimate}
      />
      <SuccessDialog
        booked={booked}
        onTrack={() => leave(booked ? paths.trip(booked.booking_id) : paths.bookings)}
        onClose={() => leave(paths.bookings)}
      />
      <BookingAlert issue={flow.alert} onClose={flow.closeAlert} />
    </>
  );
}
