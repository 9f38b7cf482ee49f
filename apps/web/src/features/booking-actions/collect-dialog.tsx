// Confirmation dialog before an admin confirms that a trip was paid in cash, for a driver who does not; it names the amount.
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useFormat } from '../../lib/use-settings.ts';
import { useLastShown } from '../../ui/use-last-shown.ts';
import type { ActionBooking } from './action-rules.ts';
import { ConfirmStepDialog } from './confirm-step-dialog.tsx';

interface CollectDialogProps {
  /** Null closes the dialog. */
  readonly booking: ActionBooking | null;
  readonly onClose: () => void;
}

export function CollectDialog({ booking, onClose }: CollectDialogProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const [collect, sending] = answers.collectBooking.useMutation();
  const shown = useLastShown(booking);
  const amount = money(shown?.payableAmount ?? 0);
  return (
    <ConfirmStepDialog
      open={booking !== null}
      title={t('booking_collect_title', { amount })}
      text={t('booking_collect_text', { reference: shown?.reference ?? '' })}
      confirmText={t('booking_action_collect')}
      sending={sending}
      send={() => collect({ params: { id: booking?.id ?? '' }, body: {} })}
      onClose={onClose}
    />
  );
}
