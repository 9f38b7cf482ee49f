// /bookings/:id: the operator's page of one booking, with map, timeline, money, people, delivery, chat and dispatch
// receipt.

import type { BookingView } from '@kerb/contract';
import { occupiesDriver } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';
import { ApiError } from '@kerb/sdk/client';
import { isolated } from '@kerb/texts';
import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { ActionButtons } from '../../features/booking-actions/action-buttons.tsx';
import { useBookingActions } from '../../features/booking-actions/use-booking-actions.tsx';
import { BookingMoney } from '../../features/booking-money/booking-money.tsx';
import { useBookingMoney } from '../../features/booking-money/use-booking-money.ts';
import { BookingAmounts } from '../../features/booking-page/booking-amounts.tsx';
import { BookingDelivery, hasDelivery } from '../../features/booking-page/booking-delivery.tsx';
import { BookingHeader } from '../../features/booking-page/booking-header.tsx';
import { BookingPeople } from '../../features/booking-page/booking-people.tsx';
import { BookingTimeline } from '../../features/booking-page/booking-timeline.tsx';
import { DispatchReceipt } from '../../features/booking-page/dispatch-receipt.tsx';
import { PageCard } from '../../features/booking-page/page-card.tsx';
import { timelineOf } from '../../features/booking-page/timeline.ts';
import { type BookingPageState, useBookingPage } from '../../features/booking-page/use-booking-page.ts';
import { ChatPanel } from '../../features/chat/chat-panel.tsx';
import { useConversations } from '../../features/chat/use-conversations.ts';
import { DecideReview } from '../../features/fare-review/decide-review.tsx';
import { FareReviewNote } from '../../features/fare-review/fare-review-note.tsx';
import { MeterNote } from '../../features/fare-review/meter-note.tsx';
import { PaymentDialog } from '../../features/payment/payment-dialog.tsx';
import { ReceiptSection } from '../../features/receipt/receipt-section.tsx';
import { bookingLink } from '../../lib/booking-link.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { paths } from '../../lib/paths.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { KerbMap } from '../../map/kerb-map.tsx';
import { LineLegend } from '../../map/line-legend.tsx';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { Link } from '../../ui/link.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { Stations } from '../../ui/stations.tsx';

export function BookingScreen() {
  const { id = '' } = useParams();
  const { user } = useAuth();
  if (user === null) return null;
  // Riders and drivers have their own screens for a booking.
  if (user.usertype === 'rider' || user.usertype === 'driver')
    return <Navigate to={bookingLink({ id }, user.usertype)} replace />;
  return <BookingPage key={id} id={id} isAdmin={user.usertype === 'admin'} />;
}

/** An invalid id in the address also counts as a missing booking. */
const isMissingBooking = (problem: unknown) =>
  problem instanceof ApiError && (problem.code === 'not_found' || problem.code === 'invalid_input');

function BookingPage({ id, isAdmin }: { id: string; isAdmin: boolean }) {
  const { t } = useTranslation();
  const state = useBookingPage(id);
  const { booking, problem } = state;
  return (
    <ConsoleShell title={t('bp_title')}>
      <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 1360, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <BackToList />
        {booking && !isMissingBooking(problem) ? (
          <Full booking={booking} state={state} isAdmin={isAdmin} />
        ) : problem === null ? (
          <PageSkeleton />
        ) : isMissingBooking(problem) ? (
          <EmptyState
            title={t('bp_none')}
            text={t('bp_none_text')}
            action={
              <Button component={Link} to={paths.bookings} variant="outlined">
                {t('nav_bookings')}
              </Button>
            }
          />
        ) : (
          <ErrorState problem={problem} onRetry={state.reload} />
        )}
      </Box>
    </ConsoleShell>
  );
}

function BackToList() {
  const { t } = useTranslation();
  const { direction } = useLanguage();
  return (
    <Box sx={{ marginInlineStart: -1.5 }}>
      <Button
        component={Link}
        to={paths.bookings}
        size="small"
        startIcon={<ArrowBackOutlined sx={{ transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' }} />}
      >
        {t('nav_bookings')}
      </Button>
    </Box>
  );
}

interface PartProps {
  readonly booking: BookingView;
  readonly state: BookingPageState;
  readonly isAdmin: boolean;
}

const column = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
} as const;

function Full(props: PartProps) {
  const { booking, isAdmin } = props;
  const actions = useBookingActions({
    usertype: isAdmin ? 'admin' : 'fleetadmin',
    renderPayment: (slot) => <PaymentDialog loadForm={slot.loadForm} onClose={slot.onClose} />,
  });
  return (
    <>
      <BookingHeader
        booking={booking}
        actions={
          <ActionButtons
            booking={booking}
            usertype={isAdmin ? 'admin' : 'fleetadmin'}
            onAction={actions.start}
          />
        }
      />
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
        }}
      >
        <WayAndWords {...props} />
        <PeopleAndMoney booking={booking} isAdmin={isAdmin} />
      </Box>
      {actions.dialogs}
    </>
  );
}

function WayAndWords({ booking, state, isAdmin }: PartProps) {
  const { t } = useTranslation();
  const [focus, setFocus] = useState<LatLng | null>(null);
  const { track } = state;
  const steps = useMemo(() => timelineOf(booking, track?.entries ?? []), [booking, track?.entries]);
  const isMoving = occupiesDriver(booking.status);
  const car = track?.driver && booking.driver && isMoving ? [{ id: booking.driver, ...track.driver }] : [];
  const conversations = useConversations(booking.id, isAdmin);
  const driver =
    booking.driver !== null && booking.driver_accept_time !== null
      ? { uid: booking.driver, name: booking.driver_name ?? '' }
      : null;
  return (
    <Box sx={column}>
      <Box
        sx={{
          position: 'relative',
          height: { xs: 280, md: 400 },
          overflow: 'hidden',
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: '16px',
          bgcolor: 'background.subtle',
        }}
      >
        <KerbMap
          pickup={booking.pickup}
          drop={booking.drop}
          waypoints={booking.waypoints}
          route={booking.polyline}
          ahead={isMoving ? (track?.ahead?.polyline ?? null) : null}
          trail={track?.trail ?? null}
          driven={booking.drivenLine}
          cars={car}
          focus={focus}
          description={t('bp_map', {
            pickup: isolated(booking.pickupAddress),
            drop: isolated(booking.dropAddress),
          })}
        />
      </Box>
      <LineLegend route={booking.polyline} driven={booking.drivenLine} />
      <PageCard title={t('bp_way')}>
        <Stations
          stations={[
            { kind: 'pickup', address: booking.pickupAddress },
            ...booking.waypoints.map(({ add }) => ({ kind: 'stop' as const, address: add })),
            { kind: 'drop', address: booking.dropAddress },
          ]}
        />
      </PageCard>
      <PageCard title={t('bp_timeline')}>
        <BookingTimeline booking={booking} steps={steps} onPlace={setFocus} />
      </PageCard>
      {isAdmin && (driver !== null || conversations.length > 0) && (
        <PageCard title={t('bp_chat')}>
          <ChatPanel
            booking={booking.id}
            rider={booking.customer_name}
            driver={driver}
            conversations={conversations}
          />
        </PageCard>
      )}
      {isAdmin && (
        <PageCard title={t('bp_dispatch')}>
          <DispatchReceipt
            booking={booking.id}
            pickup={booking.pickup}
            isPlanned={booking.bookLater && booking.status === 'NEW'}
          />
        </PageCard>
      )}
    </Box>
  );
}

function PeopleAndMoney({ booking, isAdmin }: Omit<PartProps, 'state'>) {
  const { t } = useTranslation();
  const money = useBookingMoney(isAdmin ? booking.id : null);
  return (
    <Box sx={column}>
      <FareReviewNote
        booking={booking}
        viewer={isAdmin ? 'admin' : 'fleetadmin'}
        actions={isAdmin && <DecideReview booking={booking} />}
      />
      <PageCard title={t('bp_people')}>
        <BookingPeople booking={booking} seesRider={isAdmin} seesDriver />
      </PageCard>
      <PageCard title={t('bp_amounts')}>
        <BookingAmounts booking={booking} />
        <MeterNote booking={booking} />
        {isAdmin && <BookingMoney booking={booking.id} state={money} mayRefund />}
        <ReceiptSection booking={booking} />
      </PageCard>
      {hasDelivery(booking) && (
        <PageCard title={t('bp_delivery')}>
          <BookingDelivery booking={booking} />
        </PageCard>
      )}
    </Box>
  );
}

function PageSkeleton() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <Placeholder width="40%" height={44} />
        <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', md: '3fr 2fr' } }}>
          <Placeholder height={400} />
          <Placeholder height={400} />
        </Box>
      </Box>
    </Loading>
  );
}
