// Payment of an outstanding fare: cash to the driver, the wallet when it covers the amount, or a card at a provider.
import type { BookingView } from '@kerb/contract';
import { paymentShown } from '@kerb/domain/booking';
import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import CreditCardOutlined from '@mui/icons-material/CreditCardOutlined';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useFormat } from '../../lib/use-format.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { useTripAction } from './use-trip-action.ts';

type Choice = 'wallet' | 'cash' | 'card';

interface PayTripProps {
  readonly booking: BookingView;
  readonly trip: { update: (booking: BookingView) => void; retry: () => void };
  /** True while a card payment is pending at the provider. */
  readonly checking: boolean;
  /** Called when the booking was switched to card payment: opens the choice of providers. */
  readonly onCard: () => void;
}

export function PayTrip({ booking, trip, checking, onCard }: PayTripProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const action = useTripAction(trip);
  const total = booking.trip_cost - booking.discount_amount;
  const owed = money(booking.payableAmount);
  const isCash = paymentShown(booking) === 'cash';
  const { user } = useAuth();
  const walletCovers = user?.usertype !== 'rider' || user.walletBalance >= booking.payableAmount;
  const choose = (payment_mode: Choice) =>
    action.run(() => client.payBooking({ params: { id: booking.id }, body: { payment_mode } }), payment_mode);
  const payByCard = async () => {
    if (await choose('card')) onCard();
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box>
        <Typography sx={{ fontWeight: 620 }}>
          {t(isCash ? 'pay_driver_cash' : 'amount_due', { amount: owed })}
        </Typography>
        {booking.customer_paid > 0 && (
          <Typography variant="body2" color="text.secondary">
            {t('amount_due_rest', { paid: money(booking.customer_paid), total: money(total) })}
          </Typography>
        )}
      </Box>
      {checking && <Typography role="status">{t('pay_checking')}</Typography>}
      {booking.actions.includes('pay') && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <LoadingButton
            variant="contained"
            color="secondary"
            size="large"
            startIcon={<CreditCardOutlined />}
            loading={action.busyKey === 'card'}
            disabled={action.busy}
            onClick={() => void payByCard()}
          >
            {t('pay_by_card')}
          </LoadingButton>
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 216px), 1fr))',
              gap: 1,
            }}
          >
            <LoadingButton
              variant="outlined"
              startIcon={<AccountBalanceWalletOutlined />}
              size="large"
              loading={action.busyKey === 'wallet'}
              disabled={action.busy || !walletCovers}
              onClick={() => void choose('wallet')}
            >
              {walletCovers ? t('pay_with_wallet') : t('pay_wallet_lacks')}
            </LoadingButton>
            {!isCash && (
              <LoadingButton
                variant="outlined"
                startIcon={<PaymentsOutlined />}
                size="large"
                loading={action.busyKey === 'cash'}
                disabled={action.busy}
                onClick={() => void choose('cash')}
              >
                {t('pay_with_cash')}
              </LoadingButton>
            )}
          </Box>
        </Box>
      )}
      <ProblemText problem={action.problem} />
    </Box>
  );
}
