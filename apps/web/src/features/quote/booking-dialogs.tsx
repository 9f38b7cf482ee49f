// All dialogs that follow Book; loaded with their texts when the form is first focused.
import type { FieldIssues } from '@kerb/domain/booking';
import { textIn } from '@kerb/domain/kernel';
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { paths } from '../../lib/paths.ts';
import { useKerbSelector } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { dialogCode, LazyDialog } from '../../ui/lazy-dialog.tsx';
import { BookingAlert } from './booking-alert.tsx';
import { EstimateDialog } from './estimate-dialog.tsx';
import { OptionsDialog } from './options-dialog.tsx';
import { SuccessDialog } from './success-dialog.tsx';
import { UnpaidAlert } from './unpaid-alert.tsx';
import { type FlowInput, type PlaceName, useBookingFlow } from './use-booking-flow.ts';
import { usePrepayment } from './use-prepayment.ts';
import type { Entries, PlaceKey } from './use-trip-draft.ts';

/** Props of the payment dialog for deliveries. The screen provides it, because features must not import each other. */
export interface PrepaymentProps {
  /** Id of the booking that awaits payment; null closes the dialog. */
  readonly booking: string | null;
  /** Called when the booking is paid from the wallet, or set to cash. */
  readonly onPaid: () => void;
  /** Called just before the browser leaves the page for a card provider. */
  readonly onLeave: () => void;
  readonly onClose: () => void;
}
export type LoadPrepayment = () => Promise<ComponentType<PrepaymentProps>>;

export interface BookingDialogsProps extends Omit<FlowInput, 'unresolved'> {
  /** Incremented with each press of Book; 0 before the first. */
  readonly attempt: number;
  /** True until the session and the car types are known, which Book waits for. */
  readonly isLoading: boolean;
  /** The fields whose text is not their place; Book waits for the lookups among them. */
  readonly entries: Entries;
  readonly onBusy: (busy: boolean) => void;
  readonly onIssues: (issues: FieldIssues) => void;
  /** Omit it where bookings are not prepaid, as in the console. */
  readonly loadPrepayment?: LoadPrepayment | undefined;
}

const prepaymentCode = (load: LoadPrepayment) =>
  dialogCode<PrepaymentProps>({
    load,
    isOpen: ({ booking }) => booking !== null,
    close: ({ onClose }) => onClose(),
    onlyWhenOpened: true,
  });

const fieldOf = (key: PlaceKey): PlaceName => (key === 'pickup' || key === 'drop' ? key : 'waypoints');

export function BookingDialogs({
  attempt,
  isLoading,
  entries,
  onBusy,
  onIssues,
  loadPrepayment,
  ...input
}: BookingDialogsProps) {
  const { cars, bookedFor } = input;
  const { bookLater, tripdate: chosen } = useKerbSelector((state) => state.tripdata);
  const { locale } = useLanguage();
  const navigate = useNavigate();
  const { user } = useAuth();
  const appcat = useSettings()?.appcat ?? 'taxi';
  const unresolved = Object.keys(entries)
    .filter((key) => entries[key] === 'unresolved')
    .map(fieldOf);
  const flow = useBookingFlow({ ...input, unresolved });
  const isLookingUp = Object.values(entries).includes('pending');
  const payment = usePrepayment(flow.booked, flow.forget);
  const [prepayment] = useState(() => loadPrepayment && prepaymentCode(loadPrepayment));
  const handled = useRef(0);
  const waited = useRef(false);
  useEffect(() => {
    if (attempt === handled.current) return;
    if (isLookingUp) waited.current = true;
    if (isLookingUp || isLoading) return;
    handled.current = attempt;
    const isInterrupted = waited.current && unresolved.length > 0;
    waited.current = false;
    // The user types another place, or the field shows why the lookup failed.
    if (isInterrupted) return onBusy(false);
    void flow.book().then((issues) => {
      onBusy(false);
      onIssues(issues);
    });
  });
  const [isClosed, setClosed] = useState(false);
  const onClosed = useEffectEvent(() => input.parts?.onClosed?.());
  // After the dialog has returned the focus, so that the next form can take it.
  useEffect(() => {
    if (!isClosed) return;
    setClosed(false);
    onClosed();
  }, [isClosed]);
  if (attempt === 0) return null;
  const { estimate } = flow.quote;
  const rider = flow.quotedFor?.rider ?? null;
  const quoted = cars?.find(({ id }) => id === estimate?.carType);
  const tripdate = bookLater ? chosen : null;
  const leave = (to: string) => {
    flow.finish();
    void navigate(to);
  };
  const enterNext = () => {
    flow.finish();
    setClosed(true);
  };
  return (
    <>
      <OptionsDialog
        car={flow.instructedCar}
        delivery={appcat === 'delivery'}
        instructions={flow.instructions}
        issues={flow.detailIssues}
        busy={flow.busy}
        onChange={flow.typeInstructions}
        onBack={flow.closeOptions}
        onContinue={flow.proceed}
      />
      <EstimateDialog
        flow={flow}
        carName={quoted ? textIn(quoted, 'name', locale) : ''}
        tripdate={tripdate}
        walletBalance={(bookedFor ? rider?.walletBalance : user?.walletBalance) ?? 0}
        prepaid={appcat === 'delivery' && bookedFor === undefined}
        rider={rider}
        more={(shown) => input.parts?.quoted?.(shown, flow.instructions)}
      />
      {prepayment && (
        <LazyDialog
          code={prepayment}
          props={{
            booking: payment.owed?.booking_id ?? null,
            onPaid: payment.onPaid,
            onLeave: flow.clearTrip,
            onClose: payment.onClose,
          }}
        />
      )}
      <SuccessDialog
        booked={payment.ready}
        tripdate={tripdate}
        delivery={appcat === 'delivery'}
        forOther={bookedFor !== undefined}
        more={input.parts?.booked}
        busy={input.parts?.isBooking ?? false}
        onTrack={({ booking_id }) => leave(bookedFor ? paths.booking(booking_id) : paths.trip(booking_id))}
        onClose={() => (bookedFor ? enterNext() : leave(paths.bookings))}
      />
      <UnpaidAlert reference={payment.waiting?.reference ?? null} onClose={payment.dismiss} />
      <BookingAlert issue={flow.alert} onClose={flow.closeAlert} />
    </>
  );
}
