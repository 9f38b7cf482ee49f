// "Cancel" dialog: asks for a reason, and shows the rider's cancellation fee, updated as the minutes pass.
import type { Usertype } from '@kerb/domain/identity';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useClockOffset } from '../../lib/trip-queue/server-clock.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useNow } from '../../lib/use-now.ts';
import { CancelDialog } from '../../ui/cancel-dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import type { ActionBooking } from './action-rules.ts';
import { cancelFeeAt } from './cancel-fee.ts';

interface CancelBookingDialogProps {
  /** Null closes the dialog. */
  readonly booking: ActionBooking | null;
  readonly usertype: Usertype;
  readonly onClose: () => void;
}

interface FeeNotice {
  /** One or two sentences. */
  readonly text: string;
  /** The fee that the text names, in major units; absent for operators, whose cancellations are free. */
  readonly maxFee?: number;
}

/** Only riders pay a fee. */
function useFeeNotice(booking: ActionBooking | null, usertype: Usertype): FeeNotice {
  const { t } = useTranslation();
  const { money, date, time, dateTime } = useFormat();
  const now = useNow(booking !== null) + useClockOffset();
  if (booking === null) return { text: '' };
  if (usertype !== 'rider') return { text: t('booking_cancel_by_operator', { name: booking.customer_name }) };
  const fee = cancelFeeAt(booking, now);
  const costs = fee.now > 0 ? t('booking_cancel_fee', { amount: money(fee.now) }) : t('booking_cancel_free');
  if (!fee.next) return { text: costs, maxFee: fee.now };
  const { at, amount } = fee.next;
  const isToday = date(at) === date(now);
  const from = isToday ? time(at) : dateTime(at);
  const later = t('booking_cancel_fee_from', { time: from, amount: money(amount) });
  return { text: `${costs} ${later}`, maxFee: fee.now };
}

export function CancelBookingDialog({ booking, usertype, onClose }: CancelBookingDialogProps) {
  const { t } = useTranslation();
  const [cancelBooking, { isLoading, error, reset }] = answers.cancelBooking.useMutation();
  const shown = useLastShown(booking);
  const { text, ...accepted } = useFeeNotice(shown, usertype);
  const cancel = async (reason: string) => {
    if (!booking) return false;
    const cancelled = await cancelBooking({ params: { id: booking.id }, body: { reason, ...accepted } });
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
