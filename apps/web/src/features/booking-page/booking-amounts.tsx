// Amounts of a booking: the fare line by line, distances, promo, fees, the driver's share, and the payment.
import type { BookingView } from '@kerb/contract';
import { paymentShown } from '@kerb/domain/booking';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { FareBreakdownLines } from '../../ui/fare-breakdown-lines.tsx';
import { Money } from '../../ui/money.tsx';
import { Fact } from './page-card.tsx';

const list = { m: 0, display: 'grid', gap: 0.75 } as const;
const final: readonly BookingView['status'][] = ['REACHED', 'PENDING', 'PAID', 'COMPLETE'];

export function BookingAmounts({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const isFinal = final.includes(booking.status);
  return (
    <>
      <FareBreakdownLines
        lines={booking.breakdown.lines}
        unit={booking.distanceUnit}
        total={booking.trip_cost - booking.discount_amount}
        totalText={isFinal ? t('fare_total') : t('bp_estimate')}
      />
      {booking.fare_change_reason && !booking.fareReview && (
        <Typography variant="body2" color="text.secondary">
          {t(`bp_changed_${booking.fare_change_reason}`, { estimate: money(booking.estimate) })}
        </Typography>
      )}
      <Box component="dl" sx={list}>
        <Distances booking={booking} />
        {booking.promo_details && (
          <Fact label={t('bp_promo')}>
            <bdi>{booking.promo_details.promo_name}</bdi>
          </Fact>
        )}
        <Fact label={t('bp_convenience_fees')}>
          <Money amount={booking.convenience_fees} />
        </Fact>
        <Fact label={t('bp_driver_share')}>
          <Money amount={booking.driver_share} />
        </Fact>
        {booking.cancellationFee > 0 && (
          <Fact label={t('bp_cancellation_fee')}>
            <Money amount={booking.cancellationFee} />
          </Fact>
        )}
      </Box>
      <Paid booking={booking} />
    </>
  );
}

function Distances({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  const { distance, duration } = useFormat();
  return (
    <>
      <Fact label={t('bp_estimated_way')}>
        {distance(booking.estimateDistance, booking.distanceUnit)} · {duration(booking.estimateTime)}
      </Fact>
      {booking.distance !== null && (
        <Fact label={t('bp_driven_way')}>
          {distance(booking.distance, booking.distanceUnit)}
          {booking.total_trip_time !== null && ` · ${duration(booking.total_trip_time)}`}
        </Fact>
      )}
    </>
  );
}

function Paid({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  const { usedWalletMoney, cashPaymentAmount, cardPaymentAmount, customer_paid } = booking;
  const parts = [
    ['wallet', usedWalletMoney],
    ['cash', cashPaymentAmount],
    ['card', cardPaymentAmount],
  ] as const;
  const isPaid = booking.paid_at !== null;
  const mode = paymentShown(booking);
  if (mode === null && booking.status === 'CANCELLED') return null;
  return (
    <Box
      component="dl"
      sx={{ ...list, pt: 1.5, borderTop: '1px solid', borderColor: 'divider' }}
      aria-label={t('bp_payment')}
    >
      <Fact label={t('bp_payment')}>
        {mode === null ? t('bp_payment_open') : t(`booking_mode_${mode}`)}
        {booking.prepaid && ` · ${t('bp_prepaid')}`}
      </Fact>
      {parts
        .filter(([, amount]) => amount > 0)
        .map(([how, amount]) => (
          <Fact key={how} label={t(`bp_part_${how}`)}>
            <Money amount={amount} />
          </Fact>
        ))}
      <Fact label={isPaid ? t('bp_paid') : t('bp_to_pay')}>
        <Money amount={isPaid ? customer_paid : booking.payableAmount} strong />
      </Fact>
    </Box>
  );
}
