// End of a search without a driver, or of a booking whose time had passed, which the headline states: offers to book the
// same trip again now or later, or to do nothing.
import type { BookingView } from '@kerb/contract';
import { INCOMPLETE_BOOKING_REASON, TRIP_TIME_PASSED_REASON } from '@kerb/domain/booking';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { fillBookingForm } from '../../lib/fill-booking-form.ts';
import { paths } from '../../lib/paths.ts';
import { useKerbDispatch } from '../../lib/store.ts';
import { Link } from '../../ui/link.tsx';

/**
 * True when the search ended by its deadline, or because the last eligible driver declined, and when the time of the trip
 * had passed before a driver could be sought.
 */
export const endedWithoutDriver = ({
  status,
  driver,
  cancelledBy,
  reason,
}: Pick<BookingView, 'status' | 'driver' | 'cancelledBy' | 'reason'>): boolean =>
  status === 'CANCELLED' &&
  driver === null &&
  (cancelledBy === 'system' || cancelledBy === 'driver') &&
  reason !== INCOMPLETE_BOOKING_REASON;

const hasTimePassed = ({ reason }: Pick<BookingView, 'reason'>): boolean =>
  reason === TRIP_TIME_PASSED_REASON;

/** Key of the text that says why the booking ended; for bookings that `endedWithoutDriver`. */
export const endTextOf = (booking: Pick<BookingView, 'reason'>) =>
  hasTimePassed(booking) ? 'reason_time_passed' : 'reason_no_driver';

export function NoDriver({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  const dispatch = useKerbDispatch();
  const navigate = useNavigate();

  /** Fills the booking form with the trip; the price may have changed, and the rider confirms it there. */
  const bookAgain = async (bookLater: boolean) => {
    fillBookingForm(dispatch, booking, bookLater);
    await navigate(paths.home);
  };

  return (
    <Box component="section" aria-label={t(endTextOf(booking))} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography color="text.secondary">
        {t(hasTimePassed(booking) ? 'time_passed_text' : 'no_driver_text')}
      </Typography>
      <Button variant="contained" size="large" onClick={() => void bookAgain(false)}>
        {t('no_driver_again')}
      </Button>
      <Button variant="outlined" color="inherit" size="large" onClick={() => void bookAgain(true)}>
        {t('no_driver_later')}
      </Button>
      <Button component={Link} to={paths.bookings} color="inherit" size="large">
        {t('no_driver_leave')}
      </Button>
    </Box>
  );
}
