// The driver's trip screen: remaining route with turns, the next step, and at the end cash to collect and earnings.

import type { BookingView, PublicSettings } from '@kerb/contract';
import { driverWaits, missingPhoto } from '@kerb/domain/booking';
import { fetchBookings } from '@kerb/sdk/store';
import { isolated } from '@kerb/texts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ChatButton } from '../../features/chat/chat-button.tsx';
import { CancelAsDriver } from '../../features/driving/cancel-as-driver.tsx';
import { DemoPanel } from '../../features/driving/demo-panel.tsx';
import { DriveHeadline } from '../../features/driving/drive-headline.tsx';
import { OpenInMaps } from '../../features/driving/open-in-maps.tsx';
import { ParcelCard } from '../../features/driving/parcel-card.tsx';
import { PhotoStep, queuedPhoto } from '../../features/driving/photo-step.tsx';
import { PositionNote } from '../../features/driving/position-note.tsx';
import { RateRider } from '../../features/driving/rate-rider.tsx';
import { RiderRow } from '../../features/driving/rider-row.tsx';
import { BigAmount, TripDone } from '../../features/driving/trip-done.tsx';
import { TripStep } from '../../features/driving/trip-step.tsx';
import { TurnBanner } from '../../features/driving/turn-banner.tsx';
import { TurnList } from '../../features/driving/turn-list.tsx';
import { type Remaining, useRemainingRoute } from '../../features/driving/use-remaining-route.ts';
import { type ReportedPosition, useReportPosition } from '../../features/driving/use-report-position.ts';
import { useTakeStep } from '../../features/driving/use-take-step.ts';
import { useWakeLock } from '../../features/driving/use-wake-lock.ts';
import { LostNote, WaitingNote } from '../../features/driving/waiting-note.tsx';
import { FareReviewNote } from '../../features/fare-review/fare-review-note.tsx';
import { MeterNote } from '../../features/fare-review/meter-note.tsx';
import { ReceiptSection } from '../../features/receipt/receipt-section.tsx';
import { SafetyRow } from '../../features/safety/safety-row.tsx';
import type { Trip } from '../../features/trip/use-trip.ts';
import { useTripAction } from '../../features/trip/use-trip-action.ts';
import { paths } from '../../lib/paths.ts';
import { refreshUser, useKerbDispatch } from '../../lib/store.ts';
import type { ShownTrip } from '../../lib/trip-queue/shown-trip.ts';
import { type StepsOfTrip, useTripQueue } from '../../lib/trip-queue/use-trip-queue.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useReasonText } from '../../lib/use-reason-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { KerbMap } from '../../map/kerb-map.tsx';
import { LineLegend } from '../../map/line-legend.tsx';
import { AppShell } from '../../ui/app-shell.tsx';
import { Link } from '../../ui/link.tsx';
import { NetworkBanner } from '../../ui/network-banner.tsx';
import { ErrorState } from '../../ui/page-states.tsx';
import { Stations } from '../../ui/stations.tsx';
import { TripLines } from '../../ui/trip-skeleton.tsx';
import { NextOffers } from './next-offers.tsx';
import { useDrivenTrip } from './use-driven-trip.ts';
import { useOwnTrip } from './use-own-trip.ts';
import { WaitingTrips } from './waiting-trips.tsx';

export function DriverTripScreen() {
  const { bookingId = '' } = useParams();
  return <DriveView key={bookingId} bookingId={bookingId} />;
}

const underway: readonly BookingView['status'][] = ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'];

function DriveView({ bookingId }: { bookingId: string }) {
  const { t } = useTranslation();
  const { trip, shown, confirmed, steps, isLost } = useDrivenTrip(bookingId);
  const reported = useReportPosition();
  const booking = shown?.booking ?? null;
  const { position, demo, own } = reported;
  const isWaiting = booking !== null && driverWaits(booking);
  // No remaining route before the driver has set out: a follow-on trip starts at the end of the current trip.
  const remaining = useRemainingRoute(isWaiting ? null : booking, position);
  const { route } = remaining;
  const turn = route?.turns[0];
  const isUnderway = booking !== null && !isWaiting && underway.includes(booking.status);
  useWakeLock(isUnderway);

  // The demonstration mode drives each route as soon as it is known, and stops at its end.
  const points = route?.points;
  const secs = route?.secs ?? 0;
  useEffect(() => {
    if (demo && points) own.drive(points, secs);
  }, [demo, points, secs, own]);

  return (
    <AppShell
      title={booking ? t('drive_title', { reference: booking.reference }) : t('drive_loading_title')}
      back={paths.driverTrips}
      shownState={booking?.status}
      corner={route && turn && <TurnBanner turn={turn} progress={route.progress} />}
      map={(padding) => (
        <KerbMap
          pickup={booking?.pickup}
          drop={booking?.drop}
          waypoints={booking?.waypoints}
          route={booking?.polyline}
          ahead={route?.polyline}
          driven={booking?.drivenLine}
          cars={
            position && isUnderway
              ? [{ id: 'own', lat: position.lat, lng: position.lng, heading: position.heading ?? null }]
              : []
          }
          padding={padding}
          follow={isUnderway}
          description={
            booking
              ? t('task_map', {
                  pickup: isolated(booking.pickupAddress),
                  drop: isolated(booking.dropAddress),
                })
              : t('map')
          }
        />
      )}
    >
      <NetworkBanner offline={t('network_driver_trip')} />
      {shown && confirmed ? (
        <DriveSheet
          shown={shown}
          confirmed={confirmed}
          steps={steps}
          trip={trip}
          reported={reported}
          remaining={remaining}
          isUnderway={isUnderway}
        />
      ) : (
        <NotYet trip={trip} isLost={isLost} />
      )}
    </AppShell>
  );
}

function NotYet({ trip, isLost }: { trip: Trip; isLost: boolean }) {
  if (isLost) return <LostTrip />;
  if (trip.problem !== null)
    return (
      <>
        <LostNote />
        <ErrorState problem={trip.problem} onRetry={trip.retry} />
      </>
    );
  return <TripLines />;
}

/** Shown instead of a trip that was reassigned or returned while the driver had it open. */
function LostTrip() {
  const { t } = useTranslation();
  const { lost, queue } = useTripQueue();
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {lost?.why === 'cancelled' && <LostNote />}
      <Typography role="alert">{t('lost_gone')}</Typography>
      <Button
        component={Link}
        to={paths.driverTrips}
        // The same text would be shown again on the tasks.
        onClick={() => lost?.why === 'gone' && queue?.seen()}
        variant="contained"
        color="secondary"
        size="large"
        fullWidth
      >
        {t('back_to_tasks')}
      </Button>
    </Box>
  );
}

interface DriveSheetProps {
  readonly shown: ShownTrip;
  /** As the server last returned it, without queued steps. */
  readonly confirmed: BookingView;
  readonly steps: StepsOfTrip;
  readonly trip: Trip;
  readonly reported: ReportedPosition;
  readonly remaining: Remaining;
  readonly isUnderway: boolean;
}

function DriveSheet({ shown, confirmed, steps, trip, reported, remaining, isUnderway }: DriveSheetProps) {
  const { booking } = shown;
  const { route, stops } = remaining;
  const isWaiting = driverWaits(booking);
  const { t } = useTranslation();
  const dispatch = useKerbDispatch();
  const [cancelling, setCancelling] = useState(false);
  const update = (next: BookingView) => {
    trip.update(next);
    void dispatch(fetchBookings());
    void refreshUser();
  };
  const action = useTripAction({ update, retry: trip.retry });
  const { take, locating, problem } = useTakeStep(booking.id, reported.own);
  const photo = photoOf(booking, steps, useSettings());
  const errorText = useErrorText();
  const paid = booking.status === 'PAID' || booking.status === 'COMPLETE' || booking.status === 'PENDING';
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      {isWaiting ? <WaitingTrips only={booking.id} /> : <DriveHeadline shown={shown} route={route} />}
      {paid && <TripDone booking={booking} />}
      <LostNote />
      <WaitingNote shown={shown} steps={steps} />
      {isUnderway && <PositionNote reported={reported} />}
      {booking.actions.includes('collect') && !shown.awaitsFare && (
        <BigAmount label={t('cash_to_collect')} amount={booking.payableAmount} />
      )}
      {isUnderway && !photo?.isMissing && (
        <TripStep
          booking={booking}
          position={reported.position}
          leftKm={route?.progress.leftKm ?? null}
          steps={steps}
          onTake={take}
          locating={locating}
        />
      )}
      {problem !== null && (
        <Typography role="alert" color="error">
          {problem === 'step_not_kept' ? t('step_not_kept') : errorText(problem)}
        </Typography>
      )}
      {photo && (
        <PhotoStep key={photo.name} booking={booking} name={photo.name} steps={steps} onTake={take} />
      )}
      {/* Directly below the action, so that it is seen without scrolling. */}
      {isUnderway && (
        <DemoPanel reported={reported} hint={reported.driving ? t('demo_driving') : t('demo_standing')} />
      )}
      {isUnderway && <WaitingTrips />}
      {isUnderway && <NextOffers position={reported.position} />}
      {(isUnderway || isWaiting) && <RiderRow booking={booking} />}
      <SafetyRow booking={booking} />
      <ChatButton booking={booking} name={booking.customer_name} to={paths.driverChat(booking.id)} />
      {isUnderway && <ParcelCard booking={booking} />}
      <MeterNote booking={booking} />
      <FareReviewNote booking={booking} viewer="driver" />
      {paid && <RateRider booking={booking} onRated={trip.update} />}
      <ReceiptSection booking={booking} />
      {booking.status === 'CANCELLED' && <WhyCancelled booking={booking} />}
      {!isUnderway && <OnFrom booking={booking.id} />}
      <Stations
        stations={[
          { kind: 'pickup', address: booking.pickupAddress },
          ...booking.waypoints.map(({ add }) => ({ kind: 'stop' as const, address: add })),
          { kind: 'drop', address: booking.dropAddress },
        ]}
      />
      <LineLegend route={booking.polyline} driven={booking.drivenLine} />
      {route && <TurnList turns={route.turns} progress={route.progress} />}
      <Box sx={{ display: 'grid', gap: 1 }}>
        <OpenInMaps booking={booking} stops={stops} />
        {booking.actions.includes('cancel') && (
          <Button color="error" variant="outlined" size="large" onClick={() => setCancelling(true)}>
            {booking.status === 'ARRIVED' ? t('drive_no_show') : t('drive_cancel')}
          </Button>
        )}
      </Box>
      <CancelAsDriver
        booking={confirmed}
        open={cancelling}
        action={action}
        onClose={() => setCancelling(false)}
      />
    </Box>
  );
}

/** Button after a trip: opens the next trip if the driver has accepted one, else the tasks. */
function OnFrom({ booking }: { booking: string }) {
  const { t } = useTranslation();
  const current = useOwnTrip();
  const next = current !== null && current.id !== booking ? current : null;
  return (
    <Button
      component={Link}
      to={next === null ? paths.driverTrips : paths.driverTrip(next.id)}
      variant="contained"
      color="secondary"
      size="large"
      fullWidth
    >
      {t(next === null ? 'back_to_tasks' : 'next_trip_open')}
    </Button>
  );
}

/** The photo that the next step requires, with whether it is still missing; a photo already taken can be replaced. */
function photoOf(booking: BookingView, steps: StepsOfTrip, settings: PublicSettings | null) {
  const step = photoSteps.find((one) => booking.actions.includes(one));
  if (step === undefined || settings === null) return null;
  const name = missingPhoto(step, { ...booking, pickup_image: null, deliver_image: null }, settings);
  if (name === null) return null;
  const queued = queuedPhoto(steps, name);
  return { name, isMissing: booking[name] === null && (queued === null || queued === steps.refused) };
}

const photoSteps = ['start', 'reach'] as const;

function WhyCancelled({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  const by = booking.cancelledBy ?? 'system';
  const reason = useReasonText(booking.reason);
  return (
    <Box sx={{ p: 2, borderRadius: '16px', bgcolor: 'background.subtle' }}>
      {t(`drive_cancelled_by_${by}`, { reason })}
    </Box>
  );
}
