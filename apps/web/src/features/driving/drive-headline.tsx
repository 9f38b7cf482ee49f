// Headline of the driver's trip: the current step, its address, and the remaining time; each step is announced
// politely.
import type { BookingView } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { serverClock } from '../../lib/trip-queue/server-clock.ts';
import type { ShownTrip } from '../../lib/trip-queue/shown-trip.ts';
import { useNow } from '../../lib/use-now.ts';
import { useShortDistance } from '../../lib/use-short-distance.ts';
import { ArrivalPill } from '../../ui/arrival-pill.tsx';
import { firstNameOf } from '../../ui/first-name.ts';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import type { RemainingRoute } from './use-remaining-route.ts';

interface DriveHeadlineProps {
  readonly shown: ShownTrip;
  readonly route: RemainingRoute | null;
}

export function DriveHeadline({ shown, route }: DriveHeadlineProps) {
  const { booking } = shown;
  const { t } = useTranslation();
  const shortDistance = useShortDistance();
  const name = firstNameOf(booking.customer_name);
  // "Collected" and "complete" are shown only after the server has confirmed them.
  const title = isEndQueued(shown) ? t('drive_title_kept') : t(`drive_title_${booking.status}`, { name });
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, alignItems: 'start' }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="h2">
          {title}
        </Typography>
        <Box role="status" sx={visuallyHidden}>
          {title}
        </Box>
        <Typography color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          <Subline booking={booking} />
        </Typography>
      </Box>
      {route && (
        <ArrivalPill seconds={route.progress.leftSecs} below={shortDistance(route.progress.leftKm)} />
      )}
    </Box>
  );
}

/** True when the end of the trip, or its cash payment, is still queued on this phone: there is nothing to collect. */
const isEndQueued = ({ booking, awaitsFare, awaitsPayment }: ShownTrip): boolean =>
  booking.status === 'REACHED' && (awaitsFare || awaitsPayment || !booking.actions.includes('collect'));

function Subline({ booking }: { booking: BookingView }) {
  switch (booking.status) {
    case 'ACCEPTED':
      return <>{booking.pickupAddress}</>;
    case 'ARRIVED':
      return booking.driver_arrive_time === null ? null : <Waited since={booking.driver_arrive_time} />;
    case 'PAYMENT_PENDING':
    case 'NEW':
    case 'STARTED':
    case 'REACHED':
    case 'PENDING':
    case 'PAID':
    case 'COMPLETE':
    case 'CANCELLED':
      return <>{booking.dropAddress}</>;
  }
}

/** Waiting time at the pickup, in minutes and seconds. */
function Waited({ since }: { since: number }) {
  const { t } = useTranslation();
  const seconds = Math.max(0, Math.floor((useNow(true) + serverClock.offset() - since) / 1000));
  const rest = String(seconds % 60).padStart(2, '0');
  return (
    <Box component="span" role="timer" className="tabular">
      {t('waited', { time: `${Math.floor(seconds / 60)}:${rest}` })}
    </Box>
  );
}
