// Result of a payment: a picture, two sentences, and a link to continue.

import type { PaymentView } from '@kerb/contract';
import { providerTitles } from '@kerb/domain/payment';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import HourglassTopOutlined from '@mui/icons-material/HourglassTopOutlined';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';

const icons = {
  waiting: HourglassTopOutlined,
  done: CheckCircleOutlined,
  failed: ErrorOutlineOutlined,
  declined: ErrorOutlineOutlined,
  back: ReplayOutlined,
} as const;
type Mood = keyof typeof icons;

const moodByStatus: Record<PaymentView['status'], Mood> = {
  open: 'waiting',
  pending: 'waiting',
  captured: 'done',
  failed: 'failed',
  held: 'waiting',
  refunding: 'back',
  refunded: 'back',
};

const colours: Record<Mood, string> = {
  waiting: 'text.secondary',
  done: 'success.main',
  failed: 'error.main',
  declined: 'error.main',
  back: 'info.main',
};

/** Where the payer chooses again how to pay: on the trip, where its tip is given, or in the wallet. */
const retryPathOf = ({ booking, purpose, amount }: PaymentView): string => {
  if (booking === null) return `${paths.wallet}?pay=card`;
  return `${paths.trip(booking)}?${purpose === 'tip' ? `tip=${amount}` : 'pay=card'}`;
};

/** The provider's error is not shown: it is a code, or text in the provider's language, for the operator only. */
export function PaymentResult({ payment }: { readonly payment: PaymentView }) {
  const { t } = useTranslation();
  // The provider took back what it had confirmed: the payer gets no money back.
  const isDeclined = payment.status === 'refunded' && payment.declined === true;
  const mood = isDeclined ? 'declined' : moodByStatus[payment.status];
  const said = isDeclined ? 'declined' : payment.status;
  const Icon = icons[mood];
  const back = payment.booking === null ? paths.wallet : paths.trip(payment.booking);
  const backText = payment.booking === null ? t('payment_to_wallet') : t('payment_to_ride');
  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'center', textAlign: 'center', py: 4 }}>
      <Icon aria-hidden="true" sx={{ fontSize: 72, color: colours[mood] }} />
      <Box role="status" sx={{ display: 'grid', gap: 1, justifyItems: 'center' }}>
        <Typography variant="h3" component="h2">
          {t(`payment_${said}`)}
        </Typography>
        <Typography variant="h2" component="p">
          <Money amount={payment.amount} strong />
        </Typography>
        <Typography color="text.secondary" sx={{ maxWidth: 420 }}>
          {t(`payment_${said}_text`, { provider: providerTitles[payment.provider] })}
        </Typography>
      </Box>
      <Box sx={{ display: 'grid', gap: 1, width: '100%', maxWidth: 360 }}>
        {mood === 'failed' ? (
          <>
            <Button
              component={Link}
              to={retryPathOf(payment)}
              variant="contained"
              color="secondary"
              size="large"
            >
              {t('payment_again')}
            </Button>
            <Button component={Link} to={back} size="large">
              {backText}
            </Button>
          </>
        ) : (
          <Button component={Link} to={back} variant="contained" color="secondary" size="large">
            {backText}
          </Button>
        )}
      </Box>
    </Box>
  );
}
