// Confirmation dialog before an admin ends a trip at the last known position of its car; it names the highest price.
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useFormat } from '../../lib/use-settings.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import type { ActionBooking } from './action-rules.ts';

interface EndTripDialogProps {
  /** Null closes the dialog. */
  readonly booking: ActionBooking | null;
  readonly onClose: () => void;
}

export function EndTripDialog({ booking, onClose }: EndTripDialogProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const [reach, { isLoading, error, reset }] = answers.reachBooking.useMutation();
  const shown = useLastShown(booking);
  const close = () => {
    reset();
    onClose();
  };
  const confirm = async () => {
    if (!booking) return;
    const ended = await reach({ params: { id: booking.id }, body: {} });
    if (ended.error === undefined) close();
  };
  const amount = money(shown ? shown.trip_cost - shown.discount_amount : 0);
  return (
    <ConfirmDialog
      open={booking !== null}
      title={t('booking_end_title', { reference: shown?.reference ?? '' })}
      confirmText={t('booking_action_end')}
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <Typography>{t('booking_end_text', { amount })}</Typography>
      <ProblemText problem={error} />
    </ConfirmDialog>
  );
}
