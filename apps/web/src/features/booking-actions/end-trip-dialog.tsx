// Confirmation dialog before an admin ends a trip at the last known position of its car; it names the highest price.
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useFormat } from '../../lib/use-settings.ts';
import { useLastShown } from '../../ui/use-last-shown.ts';
import type { ActionBooking } from './action-rules.ts';
import { ConfirmStepDialog } from './confirm-step-dialog.tsx';

interface EndTripDialogProps {
  /** Null closes the dialog. */
  readonly booking: ActionBooking | null;
  readonly onClose: () => void;
}

export function EndTripDialog({ booking, onClose }: EndTripDialogProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const [reach, sending] = answers.reachBooking.useMutation();
  const shown = useLastShown(booking);
  const amount = money(shown ? shown.trip_cost - shown.discount_amount : 0);
  return (
    <ConfirmStepDialog
      open={booking !== null}
      title={t('booking_end_title', { reference: shown?.reference ?? '' })}
      text={t('booking_end_text', { amount })}
      confirmText={t('booking_action_end')}
      sending={sending}
      send={() => reach({ params: { id: booking?.id ?? '' }, body: {} })}
      onClose={onClose}
    />
  );
}
