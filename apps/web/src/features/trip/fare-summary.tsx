// Fare of the trip: the estimate before its end, the itemised fare after it, and why it differs from the estimate.
import type { BookingView } from '@kerb/contract';
import { paymentShown } from '@kerb/domain/booking';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { FareBreakdownLines } from '../../ui/fare-breakdown-lines.tsx';
import { Money } from '../../ui/money.tsx';

const final: readonly BookingView['status'][] = ['REACHED', 'PENDING', 'PAID', 'COMPLETE'];

export function isFinal(booking: BookingView): boolean {
  return final.includes(booking.status);
}

export function FareSummary({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const mode = paymentShown(booking);
  const paidBy = mode === null ? t('fare_total') : t(`paid_by_${mode}`);
  const isPaid = booking.status === 'PAID' || booking.status === 'COMPLETE';
  if (!isFinal(booking)) {
    return (
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 2 }}>
        <Typography color="text.secondary">{paidBy}</Typography>
        <Typography variant="h4" component="p">
          <Money amount={booking.trip_cost - booking.discount_amount} strong />
        </Typography>
      </Box>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <FareBreakdownLines
        lines={booking.breakdown.lines}
        unit={booking.distanceUnit}
        total={booking.trip_cost - booking.discount_amount}
        totalText={isPaid ? paidBy : t('fare_total')}
      />
      {booking.fare_change_reason && !booking.fareReview && (
        <Typography variant="body2" color="text.secondary">
          {t(`fare_changed_${booking.fare_change_reason}`, { estimate: money(booking.estimate) })}
        </Typography>
      )}
    </Box>
  );
}
