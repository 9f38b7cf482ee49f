// Dialog that refunds a paid ride in full or in part, with a reason that is shown to the rider.
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-format.ts';
import { type CallWithKey, useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AmountDialog, DialogForm, type Sending, useSending } from '../../ui/amount-dialog.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { numberText, parseAmount } from '../../ui/parse-amount.ts';

interface RefundDialogProps {
  readonly open: boolean;
  readonly booking: string;
  /** The largest amount that can still be refunded, in major units. */
  readonly refundable: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function RefundDialog(props: RefundDialogProps) {
  const { t } = useTranslation();
  const once = useIdempotencyKey();
  const sending = useSending(props.onDone);
  return (
    <AmountDialog open={props.open} title={t('refund_title')} busy={sending.busy} onClose={props.onClose}>
      <RefundForm {...props} once={once} sending={sending} />
    </AmountDialog>
  );
}

function RefundForm({
  booking,
  refundable,
  onClose,
  once,
  sending,
}: RefundDialogProps & { once: CallWithKey; sending: Sending }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { locale } = useLanguage();
  const decimals = useSettings()?.decimal ?? 2;
  const [text, setText] = useState(() => numberText(refundable, locale));
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState({ amount: '', reason: '' });
  const [refund] = answers.refundBooking.useMutation();

  const submit = () => {
    const amount = parseAmount(text, decimals, locale);
    const isTooMuch = amount !== null && amount > refundable;
    const found = {
      amount:
        amount === null ? t('amount_wrong', { count: decimals }) : isTooMuch ? t('refund_too_large') : '',
      reason: reason.trim() === '' ? t('refund_reason_missing') : '',
    };
    setWrong(found);
    if (amount === null || found.amount !== '' || found.reason !== '') return;
    const body = { amount, reason: reason.trim() };
    void sending.send(() =>
      once(body, (idempotencyKey) => refund({ params: { id: booking }, body, idempotencyKey }).unwrap()),
    );
  };

  return (
    <DialogForm
      note={t('refund_note')}
      sending={sending}
      onSubmit={submit}
      onClose={onClose}
      action={
        <LoadingButton type="submit" variant="contained" color="error" loading={sending.busy}>
          {t('refund_do')}
        </LoadingButton>
      }
    >
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
    </DialogForm>
  );
}
