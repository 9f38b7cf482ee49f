// Confirmation dialog before an admin charges an unpaid trip to the wallet of its rider; it names the amount.
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useFormat } from '../../lib/use-settings.ts';
import { useLastShown } from '../../ui/use-last-shown.ts';
import type { ActionBooking } from './action-rules.ts';
import { ConfirmStepDialog } from './confirm-step-dialog.tsx';

interface ChargeDialogProps {
  /** Null closes the dialog. */
  readonly booking: ActionBooking | null;
  readonly onClose: () => void;
}

export function ChargeDialog({ booking, onClose }: ChargeDialogProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const [charge, sending] = answers.chargeBooking.useMutation();
  const shown = useLastShown(booking);
  const amount = money(shown?.payableAmount ?? 0);
  return (
    <ConfirmStepDialog
      open={booking !== null}
      title={t('booking_charge_title', { amount, name: shown?.customer_name ?? '' })}
      text={t('booking_charge_text', { reference: shown?.reference ?? '' })}
      confirmText={t('booking_charge_confirm', { amount })}
      sending={sending}
      send={() => charge({ params: { id: booking?.id ?? '' }, body: {} })}
      onClose={onClose}
    />
  );
}
