// Giving back a paid ride, whole or in part, with the reason that the rider is told.
import { ApiError } from '@kerb/sdk/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat, useSettings } from '../../lib/use-settings.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { parseAmount } from '../../ui/parse-amount.ts';

interface RefundDialogProps {
  readonly open: boolean;
  readonly booking: string;
  /** The most that can still go back, major units. */
  readonly refundable: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function RefundDialog(props: RefundDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Dialog open={props.open} onClose={props.onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{t('refund_title')}</DialogTitle>
      {props.open && <RefundForm {...props} />}
    </Dialog>
  );
}

function RefundForm({ booking, refundable, onClose, onDone }: RefundDialogProps) {
  const { t } = useTranslation();
  const { money, number } = useFormat();
  const { locale } = useLanguage();
  const decimals = useSettings()?.decimal ?? 2;
  const errorText = useErrorText();
  const [text, setText] = useState(() => number(refundable, decimals));
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState({ amount: '', reason: '' });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);

  const send = async () => {
    const amount = parseAmount(text, decimals, locale);
    const isTooMuch = amount !== null && amount > refundable;
    const found = {
      amount:
        amount === null ? t('amount_wrong', { count: decimals }) : isTooMuch ? t('refund_too_large') : '',
      reason: reason.trim() === '' ? t('refund_reason_missing') : '',
    };
    setWrong(found);
    if (amount === null || found.amount !== '' || found.reason !== '') return;
    setBusy(true);
    setProblem(null);
    try {
      await client.refundBooking({ params: { id: booking }, body: { amount, reason: reason.trim() } });
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <AmountField
          label={t('amount')}
          value={text}
          onChange={(value) => {
            setText(value);
            setWrong((before) => ({ ...before, amount: '' }));
          }}
          error={wrong.amount}
          help={t('refund_at_most', { amount: money(refundable) })}
        />
        <TextField
          label={t('refund_reason')}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setWrong((before) => ({ ...before, reason: '' }));
          }}
          error={wrong.reason !== ''}
          helperText={wrong.reason || t('refund_reason_help')}
          multiline
          minRows={2}
          slotProps={{ htmlInput: { maxLength: 300 } }}
        />
        <Typography variant="body2" color="text.secondary">
          {t('refund_note')}
        </Typography>
        {problem !== null && (
          <Typography role="alert" color="error">
            {errorText(problem)}
          </Typography>
        )}
      </DialogContent>
      <DialogActions sx={{ p: 2 }}>
        <Button onClick={onClose} disabled={busy}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="contained" color="error" loading={busy}>
          {t('refund_do')}
        </Button>
      </DialogActions>
    </Box>
  );
}
