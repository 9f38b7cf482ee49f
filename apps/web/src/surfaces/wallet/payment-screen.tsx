// /payment/:id: the page to which a payment provider returns the browser; shows the result of the payment.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { PaymentResult } from '../../features/payment/payment-result.tsx';
import { usePayment } from '../../features/payment/use-payment.ts';
import { paths } from '../../lib/paths.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { Link } from '../../ui/link.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

export function PaymentScreen() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const problem = query.get('problem');
  return (
    <ConsoleShell title={t('payment_title')}>
      <Box sx={{ maxWidth: 560, mx: 'auto' }}>
        {problem === null ? (
          <Outcome key={id} id={id} />
        ) : (
          <NotOpened problem={problem} order={query.get('booking')} />
        )}
      </Box>
    </ConsoleShell>
  );
}

function Outcome({ id }: { id: string }) {
  const { answer: payment, problem, reload } = usePayment(id);
  if (payment) return <PaymentResult payment={payment} />;
  if (problem !== null) return <ErrorState problem={problem} onRetry={reload} />;
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 3, justifyItems: 'center', py: 4 }}>
        <Placeholder width={72} height={72} />
        <Placeholder width="60%" height={32} />
        <Placeholder width="80%" height={52} />
      </Box>
    </Loading>
  );
}

/** Shown when the provider could not be reached and nothing was charged. */
function NotOpened({ problem, order }: { problem: string; order: string | null }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const back = order === null ? paths.wallet : paths.trip(order);
  return (
    <EmptyState
      title={t('payment_not_opened')}
      text={errorText(problem)}
      action={
        <Button component={Link} to={back} variant="contained" size="large">
          {order === null ? t('payment_to_wallet') : t('payment_to_ride')}
        </Button>
      }
    />
  );
}
