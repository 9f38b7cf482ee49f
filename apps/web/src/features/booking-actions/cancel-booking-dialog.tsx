// "Cancel" dialog: asks for a reason, and shows riders the cancellation fee.
import type { Usertype } from '@kerb/domain/identity';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useCancelFee } from '../../lib/use-cancel-fee.ts';
import { CancelDialog } from '../../ui/cancel-dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import type { ActionBooking } from './action-rules.ts';

interface CancelBookingDialogProps {
  /** Null closes the dialog. */
  readonly booking: ActionBooking | null;
  readonly usertype: Usertype;
  readonly onClose: () => void;
}

export function CancelBookingDialog({ booking, usertype, onClose }: CancelBookingDialogProps) {
  const { t } = useTranslation();
  const [cancelBooking, { isLoading, error, reset }] = answers.cancelBooking.useMutation();
  const shown = useLastShown(booking);
  const fee = useCancelFee(shown, booking !== null);
  // Only riders pay a fee.
  const paysFee = usertype === 'rider';
  const text = paysFee ? fee.text : t('booking_cancel_by_operator', { name: shown?.customer_name ?? '' });
  const cancel = async (reason: string) => {
    if (!booking) return false;
    const cancelled = await cancelBooking({
      params: { id: booking.id },
      body: paysFee ? { reason, maxFee: fee.maxFee } : { reason },
    });
    return cancelled.error === undefined;
  };
  return (
    <CancelDialog
      // Resets the chosen reason when the dialog opens for another booking.
      key={shown?.id}
      open={booking !== null}
      title={t('booking_cancel_title', { reference: shown?.reference ?? '' })}
      text={text}
      confirmText={t('booking_action_cancel')}
      cancelText={t('booking_keep')}
      action={{ busy: isLoading, problem: error ?? null, clear: reset }}
      onCancel={cancel}
      onClose={onClose}
    />
  );
}
