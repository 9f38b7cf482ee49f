// Dialog with which the driver cancels a trip or reports a no-show: asks for a reason and shows the consequences.
import type { BookingView } from '@kerb/contract';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { CancelDialog } from '../../ui/cancel-dialog.tsx';

/** Sends the cancellation, and holds the error of the last attempt. */
interface CancelAction {
  readonly busy: boolean;
  readonly problem: unknown;
  readonly clear: () => void;
  readonly run: (call: () => Promise<BookingView>) => Promise<boolean>;
}

interface CancelAsDriverProps {
  readonly booking: BookingView;
  readonly open: boolean;
  readonly action: CancelAction;
  readonly onClose: () => void;
}

export function CancelAsDriver({ booking, open, action, onClose }: CancelAsDriverProps) {
  const { t } = useTranslation();
  return (
    <CancelDialog
      open={open}
      title={t('drive_cancel_title')}
      text={t('drive_cancel_text')}
      confirmText={t('drive_cancel')}
      cancelText={t('drive_keep')}
      action={action}
      onCancel={(reason) =>
        action.run(() => client.cancelBooking({ params: { id: booking.id }, body: { reason } }))
      }
      onClose={onClose}
    />
  );
}
