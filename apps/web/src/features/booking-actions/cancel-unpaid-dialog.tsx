// Confirmation dialog before a booking that awaits payment is cancelled.
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import type { ActionBooking } from './action-rules.ts';

interface CancelUnpaidDialogProps {
  /** Null closes the dialog. */
  readonly booking: ActionBooking | null;
  readonly onConfirm: (booking: ActionBooking) => void;
  readonly onClose: () => void;
}

export function CancelUnpaidDialog({ booking, onConfirm, onClose }: CancelUnpaidDialogProps) {
  const { t } = useTranslation();
  const shown = useLastShown(booking);
  return (
    <ConfirmDialog
      open={booking !== null}
      title={t('booking_cancel_title', { reference: shown?.reference ?? '' })}
      confirmText={t('booking_action_cancel')}
      cancelText={t('booking_keep')}
      destructive
      onConfirm={() => booking && onConfirm(booking)}
      onClose={onClose}
    >
      <Typography>{t('booking_cancel_unpaid')}</Typography>
    </ConfirmDialog>
  );
}
