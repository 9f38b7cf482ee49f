// /addbookings, the phone desk: finds the caller, then shows the landing page's booking form beside the map.
import type { DeskTrip, EstimateView, User } from '@kerb/contract';
import type { InstructionData } from '@kerb/domain/booking';
import { fullNameOf } from '@kerb/domain/identity';
import { textIn } from '@kerb/domain/kernel';
import { clearBooking } from '@kerb/sdk/store';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { discardTrip } from '../../features/phone-desk/discard-trip.ts';
import { DriverChoice } from '../../features/phone-desk/driver-choice.tsx';
import { KnownRider } from '../../features/phone-desk/known-rider.tsx';
import { OrderOptions } from '../../features/phone-desk/order-options.tsx';
import { issueOfPlan, type OrderPlan, singleTrip } from '../../features/phone-desk/order-plan.ts';
import { OrderResults } from '../../features/phone-desk/order-results.tsx';
import { ReadBack } from '../../features/phone-desk/read-back.tsx';
import { RiderPicker } from '../../features/phone-desk/rider-picker.tsx';
import { TakeCalls } from '../../features/phone-desk/take-calls.tsx';
import { type CallerState, useCaller } from '../../features/phone-desk/use-caller.ts';
import { type ChosenRider, riderParam, useChosenRider } from '../../features/phone-desk/use-chosen-rider.ts';
import { useOrder } from '../../features/phone-desk/use-order.ts';
import { useReturnFare } from '../../features/phone-desk/use-return-fare.ts';
import type { BookedFor, DialogParts } from '../../features/quote/booking-choices.ts';
import { BookingForm } from '../../features/quote/booking-form.tsx';
import { useMapNeeded } from '../../features/quote/use-map-needed.ts';
import { useMapPicking } from '../../features/quote/use-map-picking.tsx';
import { useNearby } from '../../features/quote/use-nearby.ts';
import { useRoutePreview } from '../../features/quote/use-route-preview.ts';
import { useTripDraft } from '../../features/quote/use-trip-draft.ts';
import { fillBookingForm } from '../../lib/fill-booking-form.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { serverNow } from '../../lib/trip-queue/server-clock.ts';
import { markUnsaved } from '../../lib/unsaved-input.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { CityPicture } from '../../map/city-picture.tsx';
import { KerbMap } from '../../map/kerb-map.tsx';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

/** The rider of the booking. `mobile` is null when a showcase hides it; the rider still has a number, hence the "*". */
const riderOf = (user: User): BookedFor['rider'] => ({
  id: user.id,
  name: fullNameOf(user),
  mobile: user.mobile ?? '*',
  approved: user.approved,
  walletBalance: user.walletBalance,
});

/** Identifies the call in the address: hidden callers have no number, and some telephone systems send no id. */
function callIn(params: URLSearchParams): string | null {
  const caller = params.get('caller');
  return caller === null ? null : `${params.get('call') ?? ''} ${caller}`;
}

/**
 * Calls `discard` when another call is answered; while the booking for the previous caller is under way or shown, after
 * that. Returns a key of the booking form that changes at the same time.
 */
function useNextCall(call: string | null, discard: () => void): number {
  const isBooking = useKerbSelector(({ bookingdata }) => bookingdata.loading || bookingdata.booking !== null);
  const [form, setForm] = useState({ call, key: 0 });
  useEffect(() => {
    if (isBooking || form.call === call) return;
    setForm({ call, key: call === null ? form.key : form.key + 1 });
    if (call !== null) discard();
  }, [isBooking, call, form, discard]);
  return form.key;
}

/** State of one call: caller, rider, driver and order. It is reset when the result of the booking is closed. */
function useCall() {
  const [params, setParams] = useSearchParams();
  const caller = useCaller(params);
  const chosen = useChosenRider();
  const { rider } = chosen;
  const [driver, setDriver] = useState<string | null>(null);
  const [plan, setPlan] = useState<OrderPlan>(singleTrip);
  const order = useOrder();
  const { forget } = order;
  const dispatch = useKerbDispatch();
  const discard = useCallback(() => {
    discardTrip(dispatch);
    setDriver(null);
    setPlan(singleTrip);
  }, [dispatch]);
  const call = callIn(params);
  const formKey = useNextCall(call, discard);
  // A result that is left by a link or by Back must not count as shown when the screen is opened again.
  useEffect(() => () => void dispatch(clearBooking()), [dispatch]);
  const chooseCaller = useEffectEvent((found: User) => {
    // After a reload the address has the rider who was chosen in place of the caller.
    if (!params.has(riderParam)) chosen.choose(found);
  });
  useEffect(() => {
    if (caller.kind === 'known') chooseCaller(caller.rider);
  }, [caller]);
  // Choices for a caller count as unsaved input, although they were not typed.
  useEffect(() => (rider === null ? undefined : markUnsaved()), [rider]);
  /** The call for which the last booking was made. */
  const bookedCall = useRef<string | null>(null);
  const onBooked = () => {
    bookedCall.current = call;
  };
  const onClosed = () => {
    forget();
    // Another call was answered before the result was closed, so its caller stays. It may not be rendered yet.
    if (bookedCall.current !== callIn(new URLSearchParams(window.location.search))) return;
    setDriver(null);
    setPlan(singleTrip);
    setParams({}, { replace: true });
  };
  const bookedFor = useMemo<BookedFor>(() => ({ rider: rider && riderOf(rider), driver }), [rider, driver]);
  return {
    caller,
    chosen,
    driver,
    setDriver,
    plan,
    setPlan,
    order,
    onBooked,
    onClosed,
    bookedFor,
    formKey,
  };
}

export function AddBookingScreen() {
  const { t } = useTranslation();
  const dispatch = useKerbDispatch();
  const settings = useSettings();
  const home = settings?.city.center ?? null;
  const draft = useTripDraft();
  const preview = useRoutePreview(draft);
  const nearby = useNearby(draft.pickup ?? home);
  const picking = useMapPicking(draft, home);
  const isMapNeeded = useMapNeeded(draft, picking);
  const call = useCall();
  const { chosen, plan } = call;
  const { rider } = chosen;
  const tripdate = draft.when.bookLater ? draft.when.tripdate : null;
  const [language, setLanguage] = useState<string | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const cars = useMemo(
    () => (nearby?.cars ?? []).map((car) => ({ ...car, id: `${car.lat},${car.lng}`, at: 0 })),
    [nearby],
  );
  const repeat = (trip: DeskTrip) => {
    fillBookingForm(dispatch, trip, false);
    // Focuses the submit button, so that Enter books the trip.
    form.current?.querySelector<HTMLElement>('button[type="submit"]')?.focus();
  };
  /** The pickup is the first combobox, because the rider is chosen. */
  const enterPickup = () => form.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
  const issue = issueOfPlan(plan, tripdate, serverNow(), settings?.timezone ?? 'UTC');
  const parts = useDialogParts(call, tripdate, language);
  return (
    <ConsoleShell title={t('nav_addbookings')} actions={<TakeCalls />}>
      <Box sx={columns}>
        <Box ref={form} sx={{ minWidth: 0 }}>
          <BookingForm
            key={call.formKey}
            draft={draft}
            preview={preview}
            nearby={nearby}
            bookedFor={call.bookedFor}
            parts={parts}
            isBlocked={issue !== null}
            onPickOnMap={picking.start}
            before={(problem) => (
              <>
                <Rider caller={call.caller} chosen={chosen} issue={problem} />
                {rider !== null && (
                  <KnownRider
                    rider={rider.id}
                    onRepeat={repeat}
                    onFirstRide={enterPickup}
                    onLanguage={setLanguage}
                  />
                )}
              </>
            )}
            after={
              <>
                <DriverChoice
                  pickup={draft.pickup}
                  carType={draft.carType}
                  value={call.driver}
                  onChange={call.setDriver}
                />
                <OrderOptions plan={plan} onChange={call.setPlan} issue={issue} tripdate={tripdate} />
              </>
            }
          />
        </Box>
        <Box sx={picking.active ? [room, whole] : room}>
          <KerbMap
            pickup={draft.pickup}
            drop={draft.drop}
            waypoints={draft.waypoints}
            route={preview.route?.polylinePoints}
            cars={cars}
            description={t('booking_map')}
            waits={!isMapNeeded}
            still={<CityPicture description={t('booking_map')} />}
            {...picking.map}
          />
          {picking.card}
        </Box>
      </Box>
    </ConsoleShell>
  );
}

/** Content that the phone desk adds to the booking dialogs, and the placing of the order's further bookings. */
function useDialogParts(
  { plan, order, onBooked, onClosed }: ReturnType<typeof useCall>,
  tripdate: number | null,
  language: string | null,
): DialogParts {
  const returnFare = useRef<number | null>(null);
  const noteReturnFare = useCallback((amount: number | null) => {
    returnFare.current = amount;
  }, []);
  return {
    quoted: (estimate, instructions) => (
      <Quoted
        estimate={estimate}
        instructions={instructions}
        plan={plan}
        tripdate={tripdate}
        language={language}
        onReturnFare={noteReturnFare}
      />
    ),
    booked: <OrderResults order={order} />,
    isBooking: order.isRunning,
    onBooked: (made) => {
      onBooked();
      order.place({
        ...made,
        plan,
        returnFare: returnFare.current,
        rider: made.request.userDetails?.uid ?? '',
      });
    },
    onClosed,
  };
}

interface QuotedProps {
  readonly estimate: EstimateView;
  readonly instructions: InstructionData;
  readonly plan: OrderPlan;
  readonly tripdate: number | null;
  readonly language: string | null;
  readonly onReturnFare: (amount: number | null) => void;
}

function Quoted({ estimate, instructions, plan, tripdate, language, onReturnFare }: QuotedProps) {
  const { locale } = useLanguage();
  const errorText = useErrorText();
  const car = useKerbSelector((state) => state.cartypes.cars?.find(({ id }) => id === estimate.carType));
  const fare = useReturnFare(estimate, instructions, plan.returnAt ?? null, onReturnFare);
  return (
    <>
      <ReadBack
        estimate={estimate}
        carName={car ? textIn(car, 'name', language ?? locale) : ''}
        tripdate={tripdate}
        plan={plan}
        returnFare={fare.amount}
        language={language}
      />
      {fare.problem !== null && <Alert severity="warning">{errorText(fare.problem)}</Alert>}
    </>
  );
}

interface RiderProps {
  readonly caller: CallerState;
  readonly chosen: ChosenRider;
  /** Error of the choice; null for a valid one. */
  readonly issue: string | null;
}

function Rider({ caller, chosen, issue }: RiderProps) {
  const errorText = useErrorText();
  if (chosen.isLoading)
    return (
      <Loading>
        <Placeholder height={64} />
      </Loading>
    );
  return (
    <>
      <CallerNote caller={caller} />
      {chosen.problem !== null && <Alert severity="error">{errorText(chosen.problem)}</Alert>}
      <RiderPicker
        value={chosen.rider}
        onChange={chosen.choose}
        issue={issue}
        unknownNumber={caller.kind === 'unknown' ? caller.number : ''}
      />
    </>
  );
}

/** Notice about a caller that was not found as a rider. */
function CallerNote({ caller }: { caller: CallerState }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  switch (caller.kind) {
    case 'hidden':
      return <Alert severity="info">{t('desk_hidden_text')}</Alert>;
    case 'not_a_rider':
      return <Alert severity="warning">{t('desk_not_a_rider', { number: caller.number })}</Alert>;
    case 'failed':
      return <Alert severity="error">{errorText(caller.problem)}</Alert>;
    default:
      return null;
  }
}

const columns = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  minWidth: 0,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 440px) minmax(0, 1fr)' },
} as const;

const room = {
  position: { xs: 'relative', md: 'sticky' },
  top: { md: 88 },
  // On phones the map is below the form, which is more important.
  height: { xs: 320, md: 'calc(100svh - 112px)' },
  minHeight: { md: 420 },
  borderRadius: '20px',
  overflow: 'hidden',
  bgcolor: 'background.subtle',
} as const;

const whole = {
  position: { xs: 'fixed', md: 'sticky' },
  inset: { xs: 0, md: 'auto' },
  height: { xs: '100%', md: 'calc(100svh - 112px)' },
  zIndex: { xs: 'modal', md: 'auto' },
  borderRadius: { xs: 0, md: '20px' },
} as const;
