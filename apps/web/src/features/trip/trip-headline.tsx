// Headline of a trip: its current state and the remaining time, announced politely to screen readers.

import type { BookingView } from '@kerb/contract';
import { driverWaits, isTrackedForDriver } from '@kerb/domain/booking';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useClockOffset } from '../../lib/trip-queue/server-clock.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useNow } from '../../lib/use-now.ts';
import { useReasonText } from '../../lib/use-reason-text.ts';
import { ArrivalPill } from '../../ui/arrival-pill.tsx';
import { useStatusText } from '../../ui/status-text.ts';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { arrivalOf, type Eta, etaFor, isStale } from './arrival.ts';
import { endedWithoutDriver, endTextOf } from './no-driver.tsx';
import { SearchLine } from './search-line.tsx';
import type { Search } from './use-search.ts';

interface TripHeadlineProps {
  readonly booking: BookingView;
  readonly eta: Eta | null;
  /** Time of the car's last position, ms since the epoch by the server's clock; null before the first. */
  readonly seenAt: number | null;
  /** True while the car's position is unknown. */
  readonly isCarUnknown: boolean;
  /** State of the search for a driver; null while unknown. */
  readonly search: Search | null;
}

export function TripHeadline({ booking, eta, seenAt: sentAt, isCarUnknown, search }: TripHeadlineProps) {
  const { t } = useTranslation();
  const { duration, time } = useFormat();
  const current = etaFor(booking.status, eta);
  const isTracked = isTrackedForDriver(booking.status) && !driverWaits(booking);
  const offset = useClockOffset();
  // By this device's clock, with which the age is computed.
  const seenAt = sentAt === null ? null : sentAt - offset;
  const now = useNow(current !== null || isTracked);
  const arrival = current && arrivalOf(current, seenAt, now);
  const unknown = isCarUnknown && isTracked;
  const title = useTitle(booking);
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, alignItems: 'start' }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h3" component="h2">
            {title}
          </Typography>
          <Typography
            color="text.secondary"
            component="div"
            role={booking.status === 'NEW' ? 'status' : undefined}
          >
            <Subline booking={booking} search={search} />
          </Typography>
        </Box>
        {arrival && (
          <>
            <Box component="span" sx={visuallyHidden}>
              {t(booking.status === 'STARTED' ? 'trip_drop_at' : 'trip_pickup_at', {
                time: time(arrival.from + arrival.seconds * 1000),
              })}
            </Box>
            <ArrivalPill
              seconds={arrival.seconds}
              below={
                arrival.isStale
                  ? t('eta_as_of', { time: time(arrival.from) })
                  : time(now + arrival.seconds * 1000)
              }
            />
          </>
        )}
      </Box>
      {booking.status === 'NEW' && !booking.bookLater && (
        <LinearProgress aria-hidden="true" color="secondary" sx={{ mt: 2, height: 6, borderRadius: 3 }} />
      )}
      {isTracked && seenAt !== null && isStale(seenAt, now) && (
        <Typography variant="body2" sx={{ mt: 1, color: 'warning.main' }} data-testid="last-seen">
          {t('last_seen', { time: duration((now - seenAt) / 1000) })}
        </Typography>
      )}
      {unknown && (
        <Typography variant="body2" role="status" sx={{ mt: 1, color: 'warning.main' }}>
          {t('car_location_fetch_error')}
        </Typography>
      )}
      <Box role="status" sx={visuallyHidden}>
        {title}
      </Box>
    </Box>
  );
}

function useTitle(booking: BookingView): string {
  const { t } = useTranslation();
  const statusText = useStatusText();
  if (booking.followOn) return t('trip_follow_on_title');
  if (booking.acceptedAhead) return t('trip_accepted_ahead');
  if (booking.status === 'NEW' && booking.bookLater) return t('trip_booked_ahead');
  if (booking.status === 'REACHED') return t('trip_reached');
  if (endedWithoutDriver(booking)) return t(endTextOf(booking));
  return statusText(booking.status);
}

/** The destination, or the current activity; the arrival time is shown beside it only. */
function Subline({ booking, search }: Pick<TripHeadlineProps, 'booking' | 'search'>) {
  const { t } = useTranslation();
  const { dateTime, time } = useFormat();
  switch (booking.status) {
    case 'PAYMENT_PENDING':
      return <>{t('trip_payment_pending')}</>;
    case 'NEW':
      return (
        <>
          {booking.bookLater && <Box>{dateTime(booking.tripdate)}</Box>}
          {(!booking.bookLater || search !== null) && (
            <SearchLine search={search} requestedCount={booking.requestedCount} />
          )}
        </>
      );
    case 'ACCEPTED':
      if (booking.followOn)
        return (
          <>
            <Box>{t('trip_pickup_at', { time: time(booking.followOn.pickupAt) })}</Box>
            <Box>{t('trip_follow_on_soon')}</Box>
          </>
        );
      return (
        <>
          {booking.acceptedAhead && <Box>{dateTime(booking.tripdate)}</Box>}
          <Box>{booking.pickupAddress}</Box>
        </>
      );
    case 'ARRIVED':
      return <>{t('trip_arrived')}</>;
    case 'STARTED':
    case 'REACHED':
    case 'PENDING':
      return <>{booking.dropAddress}</>;
    case 'PAID':
    case 'COMPLETE':
      return <>{booking.trip_end_time === null ? booking.dropAddress : dateTime(booking.trip_end_time)}</>;
    case 'CANCELLED':
      // A reason written by the system is for the operator; riders see a translated text elsewhere on the sheet.
      return booking.cancelledBy === 'system' || endedWithoutDriver(booking) ? null : (
        <ReasonText reason={booking.reason} />
      );
  }
}

function ReasonText({ reason }: { reason: string | null }) {
  return <>{useReasonText(reason)}</>;
}
