// Receipt of a completed trip: number and tax, a PDF download, and sending it by e-mail.
import type { BookingView, Receipt } from '@kerb/contract';
import MailOutlined from '@mui/icons-material/MailOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { paths } from '../../lib/paths.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { DownloadReceipt } from './download-receipt.tsx';
import { hasReceipt } from './has-receipt.ts';

/** Renders nothing while nothing was paid, and for fleet admins, who may not see receipts. */
export function ReceiptSection({ booking }: { readonly booking: BookingView }) {
  const { user } = useAuth();
  if (!hasReceipt(booking) || user?.usertype === 'fleetadmin') return null;
  return <LoadedSection key={booking.id} booking={booking} own={booking.customer === user?.id} />;
}

function LoadedSection({ booking, own }: { readonly booking: BookingView; readonly own: boolean }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { answer: receipt } = shownResponse(answers.getReceipt.useQuery({ params: { id: booking.id } }));
  const [alert, setAlert] = useState<string | null>(null);
  const onProblem = (problem: unknown) => setAlert(errorText(problem));
  return (
    <Box component="section" aria-label={t('receipt')} sx={{ display: 'grid', gap: 1.5 }}>
      <Box>
        <Typography variant="h4" component="h2">
          {t('receipt')}
        </Typography>
        <Facts receipt={receipt} />
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          '& > *': { flex: '1 1 auto', minHeight: 48, whiteSpace: 'nowrap' },
        }}
      >
        <DownloadReceipt booking={booking.id} text={t('receipt_download')} onProblem={onProblem} />
        {receipt?.mail === 'ready' && <Send id={booking.id} onProblem={onProblem} onSent={setAlert} />}
      </Box>
      {receipt?.mail === 'no_address' && <NoAddress own={own} />}
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </Box>
  );
}

function Facts({ receipt }: { readonly receipt: Receipt | null }) {
  const { t } = useTranslation();
  const { money, number, dateTime } = useFormat();
  // A placeholder reserves the line's height while loading, so that the buttons do not move.
  const first = receipt ? <bdi>{receipt.number}</bdi> : '\u00a0';
  const { tax } = receipt ?? { tax: null };
  return (
    <Typography variant="body2" color="text.secondary" className="tabular">
      {first}
      {tax !== null && (
        <Box component="span" sx={{ display: 'block' }}>
          {t('receipt_tax', { name: tax.name, rate: number(tax.rate, 2), amount: money(tax.amount) })}
        </Box>
      )}
      {receipt?.payments.map(
        ({ amount, at }) =>
          at !== undefined && (
            <Box key={at} component="span" sx={{ display: 'block' }}>
              {t('receipt_added', { amount: money(amount), date: dateTime(at) })}
            </Box>
          ),
      )}
    </Typography>
  );
}

interface SendProps {
  readonly id: string;
  readonly onProblem: (problem: unknown) => void;
  readonly onSent: (text: string) => void;
}

function Send({ id, onProblem, onSent }: SendProps) {
  const { t } = useTranslation();
  const [sendReceipt, { isLoading }] = answers.sendReceipt.useMutation();
  const send = () =>
    sendReceipt({ params: { id }, body: {} })
      .unwrap()
      .then(() => onSent(t('receipt_sent')), onProblem);
  return (
    <LoadingButton
      variant="outlined"
      color="inherit"
      startIcon={<MailOutlined />}
      loading={isLoading}
      loadingPosition="start"
      onClick={() => void send()}
    >
      {t('receipt_send')}
    </LoadingButton>
  );
}

function NoAddress({ own }: { readonly own: boolean }) {
  const { t } = useTranslation();
  return (
    <Typography variant="body2" color="text.secondary">
      {own ? t('receipt_no_address') : t('receipt_no_address_other')}{' '}
      {own && <Link to={paths.profile}>{t('receipt_profile')}</Link>}
    </Typography>
  );
}
