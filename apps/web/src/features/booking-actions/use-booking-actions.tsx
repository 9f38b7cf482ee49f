// React hook for the console's actions on bookings: starts each action, renders its dialogs, and reports the result.
import type { PaymentForm } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import type { ActionBooking, ConsoleAction } from './action-rules.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { CancelBookingDialog } from './cancel-booking-dialog.tsx';
import { CancelUnpaidDialog } from './cancel-unpaid-dialog.tsx';
import { CancellingNotice } from './cancelling-notice.tsx';
import { ChargeDialog, CollectDialog, EndTripDialog } from './rare-step-dialogs.tsx';
import { useCancelIncomplete } from './use-cancel-incomplete.ts';

/** Props of the payment dialog, which the screen provides through `renderPayment`. */
export interface PaymentSlot {
  readonly loadForm: (() => Promise<PaymentForm>) | null;
  readonly onClose: () => void;
}

interface BookingActionsOptions {
  readonly usertype: Usertype;
  /** Renders the dialog that offers the payment providers. */
  readonly renderPayment: (payment: PaymentSlot) => ReactNode;
}

export interface BookingActions {
  readonly start: (action: ConsoleAction, booking: ActionBooking) => void;
  /** Render this once beside the controls that start the actions. */
  readonly dialogs: ReactNode;
}

/** The dialog that is open. 'cancel_unpaid' cancels a booking that was never paid, so it needs no reason. */
type OpenDialog = {
  readonly action: 'cancel' | 'cancel_unpaid' | 'assign' | 'collect' | 'charge' | 'end';
  readonly booking: ActionBooking;
};

/** "Pay now": switches the booking to payment by card, then opens the payment dialog. */
function usePayNow(onProblem: (problem: unknown) => void) {
  const [paying, setPaying] = useState<string | null>(null);
  const [payBy] = answers.payBooking.useMutation();
  const loadForm = useCallback(() => client.getPaymentForm({ params: { id: paying ?? '' } }), [paying]);
  const pay = async ({ id }: ActionBooking) => {
    const { error } = await payBy({ params: { id }, body: { payment_mode: 'card' } });
    if (error) onProblem(error);
    else setPaying(id);
  };
  const slot: PaymentSlot = {
    loadForm: paying === null ? null : loadForm,
    onClose: () => setPaying(null),
  };
  return { pay, slot };
}

/** The booking as it is now, because a driver may accept it or its price may change while a dialog is open. */
function useCurrent(asked: ActionBooking | null): ActionBooking | null {
  const { currentData } = answers.getBooking.useQuery(asked ? { params: { id: asked.id } } : skipToken);
  return currentData ?? asked;
}

export function useBookingActions({ usertype, renderPayment }: BookingActionsOptions): BookingActions {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const settings = useSettings();
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const [alert, setAlert] = useState<string | null>(null);
  const onProblem = (problem: unknown) => setAlert(errorText(problem));
  const incomplete = useCancelIncomplete(onProblem);
  const { pay, slot } = usePayNow(onProblem);

  const cancel = (booking: ActionBooking) => {
    if (!settings?.AllowCriticalEditsAdmin) return setAlert(errorText('demo_mode'));
    setAsked({ action: booking.status === 'PAYMENT_PENDING' ? 'cancel_unpaid' : 'cancel', booking });
  };
  const start: BookingActions['start'] = (action, booking) => {
    switch (action) {
      case 'cancel':
        return cancel(booking);
      case 'assign':
      case 'collect':
      case 'charge':
      case 'end':
        return setAsked({ action, booking });
      case 'pay':
        return void pay(booking);
    }
  };
  const close = () => setAsked(null);
  const current = useCurrent(asked?.booking ?? null);
  const subject = (action: OpenDialog['action']) => (asked?.action === action ? current : null);
  return {
    start,
    dialogs: (
      <>
        <CancelBookingDialog booking={subject('cancel')} usertype={usertype} onClose={close} />
        <CancelUnpaidDialog
          booking={subject('cancel_unpaid')}
          onConfirm={(booking) => {
            close();
            incomplete.start(booking);
          }}
          onClose={close}
        />
        <AssignDialog
          booking={subject('assign')}
          onAssigned={() => {
            close();
            setAlert(t('assign_done'));
          }}
          onClose={close}
        />
        <CollectDialog booking={subject('collect')} onClose={close} />
        <ChargeDialog booking={subject('charge')} onClose={close} />
        <EndTripDialog booking={subject('end')} onClose={close} />
        <CancellingNotice waiting={incomplete.waiting} onUndo={incomplete.undo} />
        {renderPayment(slot)}
        <AlertDialog message={alert} onClose={() => setAlert(null)} />
      </>
    ),
  };
}
