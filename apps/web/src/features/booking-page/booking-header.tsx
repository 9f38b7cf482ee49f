// Header of a booking's page: reference, status, amount, pickup time, car type, origin of the booking, and actions.

import type { BookingView } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCarName } from '../../lib/use-car-types.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Money } from '../../ui/money.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';

interface BookingHeaderProps {
  readonly booking: BookingView;
  readonly actions: ReactNode;
}

export function BookingHeader({ booking, actions }: BookingHeaderProps) {
  const { t } = useTranslation();
  const carName = useCarName();
  const { dateTime } = useFormat();
  const { status, cancellationFee, trip_cost, discount_amount } = booking;
  const amount = status === 'CANCELLED' ? cancellationFee : trip_cost - discount_amount;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
      <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
          <Typography variant="h3" component="p" className="tabular" dir="ltr">
            {booking.reference}
          </Typography>
          <StatusChip booking={booking} />
          <Typography variant="h4" component="p">
            <Money amount={amount} />
          </Typography>
        </Box>
        <Typography color="text.secondary" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
          {[
            t(booking.bookLater ? 'bp_for' : 'bp_now', { when: dateTime(booking.tripdate) }),
            carName(booking),
            t(booking.booking_type_admin ? 'bp_by_operator' : 'bp_by_rider'),
          ].join(' · ')}
        </Typography>
      </Box>
      {actions}
    </Box>
  );
}
