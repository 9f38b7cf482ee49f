// Confirmation dialog before an admin charges an unpaid trip to the wallet of its rider; it names the amount.
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useFormat } from '../../lib/use-settings.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import type { ActionBooking } from './action-rules.ts';

interface ChargeDialogProps {
  /** Null closes the dialog. */
  readonly booking: ActionBooking | null;
  readonly onClose: () => void;
}

export function ChargeDialog({ booking, onClose }: ChargeDialogProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const [charge, { isLoading, error, reset }] = answers.chargeBooking.useMutation();
  const shown = useLastShown(booking);
  const close = () => {
    reset();
    onClose();
  };
  const confirm = async () => {
    if (!booking) return;
    const charged = await charge({ params: { id: booking.id }, body: {} });
    if (charged.error === undefined) close();
  };
  const amount = money(shown?.payableAmount ?? 0);
  return (
    <ConfirmDialog
      open={booking !== null}
      title={t('booking_charge_title', { amount, name: shown?.customer_name ?? '' })}
      confirmText={t('booking_charge_confirm', { amount })}
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <Typography>{t('booking_charge_text', { reference: shown?.reference ?? '' })}</Typography>
      <ProblemText problem={error} />
    </ConfirmDialog>
  );
}
