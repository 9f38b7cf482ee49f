// Paying what is still owed: cash to the driver, or the wallet when it covers the amount.
import type { BookingView } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-settings.ts';
import { useTripAction } from './use-trip-action.ts';

interface PayTripProps {
  readonly booking: BookingView;
  readonly trip: { update: (booking: BookingView) => void; retry: () => void };
}

export function PayTrip({ booking, trip }: PayTripProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const errorText = useErrorText();
  const action = useTripAction(trip);
  const owed = money(booking.trip_cost - booking.discount_amount);
  const pay = (payment_mode: 'wallet' | 'cash') =>
    void action.run(() => client.payBooking({ params: { id: booking.id }, body: { payment_mode } }));
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography sx={{ fontWeight: 620 }}>
        {booking.payment_mode === 'cash'
          ? t('pay_driver_cash', { amount: owed })
          : t('amount_due', { amount: owed })}
      </Typography>
      {booking.actions.includes('pay') && (
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
          <Button variant="outlined" loading={action.busy} onClick={() => pay('wallet')}>
            {t('pay_with_wallet')}
          </Button>
          <Button variant="outlined" loading={action.busy} onClick={() => pay('cash')}>
            {t('pay_with_cash')}
          </Button>
        </Box>
      )}
      {action.problem !== null && (
        <Typography role="alert" color="error">
          {errorText(action.problem)}
        </Typography>
      )}
    </Box>
  );
}
