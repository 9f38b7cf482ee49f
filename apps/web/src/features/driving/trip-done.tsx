// Summary after the trip: earnings, payment, distance and duration.
import type { BookingView } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { Money } from '../../ui/money.tsx';

export function TripDone({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  const { distance, duration, money } = useFormat();
  const lines = [
    ...(booking.tip > 0 ? [{ label: t('done_tip'), value: money(booking.tip) }] : []),
    { label: t('done_fare'), value: money(booking.trip_cost) },
    ...(booking.discount_amount > 0
      ? [{ label: t('fare_discount'), value: money(-booking.discount_amount) }]
      : []),
    ...(booking.cashPaymentAmount > 0
      ? [{ label: t('done_cash'), value: money(booking.cashPaymentAmount) }]
      : []),
    ...(booking.distance === null
      ? []
      : [{ label: t('done_distance'), value: distance(booking.distance, booking.distanceUnit) }]),
    ...(booking.total_trip_time === null
      ? []
      : [{ label: t('done_time'), value: duration(booking.total_trip_time) }]),
  ];
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <BigAmount label={t('done_earned')} amount={booking.driver_share}>
        {booking.status === 'PENDING' && (
          <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
            {t('done_pending', { amount: money(booking.payableAmount) })}
          </Typography>
        )}
      </BigAmount>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
        {lines.map(({ label, value }) => (
          <Box key={label} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
            <Typography component="dt" color="text.secondary">
              {label}
            </Typography>
            <Typography component="dd" className="tabular" sx={{ m: 0, whiteSpace: 'nowrap' }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

interface BigAmountProps {
  readonly label: string;
  /** Major units. */
  readonly amount: number;
  readonly children?: ReactNode;
}

/** A large amount that is readable at arm's length. */
export function BigAmount({ label, amount, children }: BigAmountProps) {
  return (
    <Box sx={{ p: 2.5, borderRadius: '18px', bgcolor: 'background.subtle', textAlign: 'center' }}>
      <Typography color="text.secondary">{label}</Typography>
      <Typography variant="h2" component="p">
        <Money amount={amount} strong />
      </Typography>
      {children}
    </Box>
  );
}
