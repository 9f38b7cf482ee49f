// Shows the rider who cancelled the booking, or that it was not paid in time, and the cancellation fee.
import type { BookingView } from '@kerb/contract';
import { INCOMPLETE_BOOKING_REASON } from '@kerb/domain/booking';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { AmountRow } from './amount-row.tsx';
import { endedWithoutDriver } from './no-driver.tsx';

/** Renders nothing for a search that ended without a driver, which NoDriver explains. */
export function CancelledNote({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  const by = booking.cancelledBy ?? 'system';
  const isUnpaid = by === 'system' && booking.reason === INCOMPLETE_BOOKING_REASON;
  if (endedWithoutDriver(booking)) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography color="text.secondary">
        {t(isUnpaid ? 'cancelled_unpaid' : `cancelled_by_${by}`)}
      </Typography>
      {booking.cancellationFee > 0 && (
        <AmountRow text={t('cancelled_fee')} amount={booking.cancellationFee} isMain />
      )}
    </Box>
  );
}
