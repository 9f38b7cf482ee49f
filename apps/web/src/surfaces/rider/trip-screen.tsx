// BookedCab: the rider's screen of one ride over the map, from the search for a driver to the rating.

import type { BookingView, PaymentForm } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { BookingMoney } from '../../features/booking-money/booking-money.tsx';
import { useBookingMoney } from '../../features/booking-money/use-booking-money.ts';
import { ChatButton } from '../../features/chat/chat-button.tsx';
import { FareReviewNote } from '../../features/fare-review/fare-review-note.tsx';
import { MeterNote } from '../../features/fare-review/meter-note.tsx';
import { PushPrompt } from '../../features/notices/push-prompt.tsx';
import { PaymentDialog } from '../../features/payment/payment-dialog.tsx';
import { useRebook } from '../../features/quote/use-rebook.ts';
import { ReceiptSection } from '../../features/receipt/receipt-section.tsx';
import { SafetyRow } from '../../features/safety/safety-row.tsx';
import { etaFor, staleAfterMs } from '../../features/trip/arrival.ts';
import { CancelTrip } from '../../features/trip/cancel-trip.tsx';
import { CancelledNote } from '../../features/trip/cancelled-note.tsx';
import { DriverCard } from '../../features/trip/driver-card.tsx';
import { FareSummary } from '../../features/trip/fare-summary.tsx';
import { linesOfRide } from '../../features/trip/live-route.ts';
import { endedWithoutDriver, NoDriver } from '../../features/trip/no-driver.tsx';
import { ParcelDetails } from '../../features/trip/parcel-details.tsx';
import { PayTrip } from '../../features/trip/pay-trip.tsx';
import { RateTrip } from '../../features/trip/rate-trip.tsx';
import { TipDriver } from '../../features/trip/tip-driver.tsx';
import { TripHeadline } from '../../features/trip/trip-headline.tsx';
import { useSearch } from '../../features/trip/use-search.ts';
import { type Trip, useTrip } from '../../features/trip/use-trip.ts';
import { paths } from '../../lib/paths.ts';
import { client } from '../../lib/store.ts';
import { useClockOffset } from '../../lib/trip-queue/server-clock.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useCarName } from '../../lib/use-car-types.ts';
import { useHasPassed } from '../../lib/use-has-passed.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { KerbMap } from '../../map/kerb-map.tsx';
import { LineLegend } from '../../map/line-legend.tsx';
import { AppShell } from '../../ui/app-shell.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { NetworkBanner } from '../../ui/network-banner.tsx';
import { ErrorState } from '../../ui/page-states.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Stations } from '../../ui/stations.tsx';
import { TripLines } from '../../ui/trip-skeleton.tsx';

export function TripScreen() {
  const { bookingId = '' } = useParams();
  const { user } = useAuth();
  // Operators and drivers have their own pages for each booking.
  if (user?.usertype === 'admin' || user?.usertype === 'fleetadmin')
    return <Navigate to={paths.booking(bookingId)} replace />;
  if (user?.usertype === 'driver') return <Navigate to={paths.driverTrip(bookingId)} replace />;
  return <TripView key={bookingId} bookingId={bookingId} />;
}

function TripView({ bookingId }: { bookingId: string }) {
  const { t } = useTranslation();
  const trip = useTrip(bookingId);
  const { booking, car } = trip;
  const eta = booking && etaFor(booking.status, trip.eta);
  const moving =
    booking?.status === 'ACCEPTED' || booking?.status === 'ARRIVED' || booking?.status === 'STARTED';
  const settings = useSettings();
  const lines = linesOfRide(booking, eta?.polyline ?? null, settings);
  const clockOffset = useClockOffset();
  const isFaded = useHasPassed((car?.at ?? 0) - clockOffset + staleAfterMs);
  const id = booking?.driver;
  const cars = useMemo(
    () => (car && moving && id ? [{ ...car, id, isFaded }] : []),
    [car, moving, id, isFaded],
  );
  return (
    <AppShell
      title={booking ? t('trip_title', { reference: booking.reference }) : t('trip_loading_title')}
      back={paths.bookings}
      shownState={booking?.status}
      map={(padding) => (
        <KerbMap
          pickup={booking?.pickup}
          drop={booking?.drop}
          waypoints={booking?.waypoints}
          route={lines.route}
          ahead={lines.ahead}
          driven={lines.driven}
          cars={cars}
          padding={padding}
          follow={moving && car !== null}
          description={
            booking
              ? t('trip_map', {
                  pickup: isolated(booking.pickupAddress),
                  drop: isolated(booking.dropAddress),
                })
              : t('map')
          }
        />
      )}
    >
      <NetworkBanner offline={t('network_rider')} />
      {booking ? <TripSheet booking={booking} trip={trip} /> : <NotYet trip={trip} />}
    </AppShell>
  );
}

function NotYet({ trip }: { trip: Trip }) {
  if (trip.problem !== null) return <ErrorState problem={trip.problem} onRetry={trip.retry} />;
  return <TripLines />;
}

interface TripPartProps {
  readonly booking: BookingView;
  readonly trip: Trip;
}

function TripSheet({ booking, trip }: TripPartProps) {
  const { t } = useTranslation();
  const carName = useCarName();
  const { user } = useAuth();
  const isCustomer = user?.id === booking.customer;
  const search = useSearch(booking, isCustomer);
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <TripHeadline
        booking={booking}
        eta={trip.eta}
        seenAt={trip.car?.at ?? null}
        isCarUnknown={trip.isCarUnknown}
        search={search}
      />
      <TripPayment booking={booking} trip={trip} />
      <DriverCard booking={booking} />
      <SafetyRow booking={booking} />
      {isCustomer && (
        <ChatButton booking={booking} name={booking.driver_name ?? ''} to={paths.tripChat(booking.id)} />
      )}
      {isCustomer && hasFurtherNotices(booking) && <PushPrompt uid={booking.customer} about="ride" />}
      <Stations
        stations={[
          { kind: 'pickup', address: booking.pickupAddress },
          ...booking.waypoints.map(({ add }) => ({ kind: 'stop' as const, address: add })),
          { kind: 'drop', address: booking.dropAddress },
        ]}
      />
      <LineLegend route={booking.polyline} driven={booking.drivenLine} />
      <ParcelDetails booking={booking} />
      {endedWithoutDriver(booking) && isCustomer && <NoDriver booking={booking} />}
      <TripFare booking={booking} />
      <ReceiptSection booking={booking} />
      <Typography variant="body2" color="text.secondary" className="tabular">
        {t('reference_and_type', { reference: booking.reference, car: carName(booking) })}
      </Typography>
      <TripEnd booking={booking} trip={trip} />
    </Box>
  );
}

/** The payments and refunds, which only riders see here. */
function useOwnMoney({ id }: BookingView) {
  const { user } = useAuth();
  const isShown = user?.usertype === 'rider';
  return { isShown, state: useBookingMoney(isShown ? id : null) };
}

/** Paying the trip, then rating it or tipping the driver; with the dialogs for payments by card. */
function TripPayment({ booking, trip }: TripPartProps) {
  const { user } = useAuth();
  const [query, setQuery] = useSearchParams();
  /** Loads the payment form of a tip by card; null while none is paid. */
  const [tipForm, setTipForm] = useState<(() => Promise<PaymentForm>) | null>(null);
  const { id, payment_mode: mode, actions } = booking;
  const { money } = useOwnMoney(booking).state;
  const checking = money?.payments.some(({ status }) => status === 'pending') ?? false;
  const owing = actions.includes('pay') || booking.status === 'REACHED';
  // Reopens the choice of payment providers after the rider returns from one without having paid.
  const wantsCard = query.get('pay') === 'card' && actions.includes('pay') && mode === 'card';
  const loadForm = useCallback(() => client.getPaymentForm({ params: { id } }), [id]);
  const isRated = !actions.includes('rate');
  return (
    <>
      {owing && (
        <PayTrip
          booking={booking}
          trip={trip}
          checking={checking}
          onCard={() => setQuery({ pay: 'card' }, { replace: true })}
        />
      )}
      {!isRated && <RateTrip booking={booking} trip={trip} />}
      {isRated && user?.id === booking.customer && (
        <TipDriver
          booking={booking}
          trip={trip}
          failedTip={Number(query.get('tip')) || null}
          onCard={(load) => setTipForm(() => load)}
        />
      )}
      <PaymentDialog loadForm={wantsCard ? loadForm : null} onClose={() => setQuery({}, { replace: true })} />
      <PaymentDialog loadForm={tipForm} onClose={() => setTipForm(null)} />
    </>
  );
}

function TripFare({ booking }: { readonly booking: BookingView }) {
  const money = useOwnMoney(booking);
  return (
    <>
      {booking.status === 'CANCELLED' ? (
        <CancelledNote booking={booking} />
      ) : (
        <>
          <FareSummary booking={booking} />
          <MeterNote booking={booking} />
          <FareReviewNote booking={booking} viewer="rider" />
        </>
      )}
      {money.isShown && <BookingMoney booking={booking.id} state={money.state} mayRefund={false} />}
    </>
  );
}

/** Buttons to cancel the trip, and to book it again once it has ended. */
function TripEnd({ booking, trip }: TripPartProps) {
  const { t } = useTranslation();
  const [cancelling, setCancelling] = useState(false);
  const hasEnded = booking.status === 'COMPLETE' || booking.status === 'CANCELLED';
  return (
    <>
      {booking.actions.includes('cancel') && (
        <Button color="error" variant="outlined" size="large" onClick={() => setCancelling(true)}>
          {t('cancel_ride')}
        </Button>
      )}
      {hasEnded && !endedWithoutDriver(booking) && <BookAgain booking={booking.id} />}
      <CancelTrip booking={booking} open={cancelling} onClose={() => setCancelling(false)} trip={trip} />
    </>
  );
}

/** Button that fills the booking form with the same trip. */
function BookAgain({ booking }: { readonly booking: string }) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<unknown>(null);
  const { busy, rebook } = useRebook(setProblem);
  return (
    <>
      <LoadingButton variant="contained" size="large" loading={busy !== null} onClick={() => rebook(booking)}>
        {t('book_again')}
      </LoadingButton>
      <ProblemText problem={problem} />
    </>
  );
}

/** Further notices about this trip are possible. */
const hasFurtherNotices = ({ status }: BookingView): boolean =>
  status === 'NEW' || status === 'ACCEPTED' || status === 'ARRIVED' || status === 'STARTED';
