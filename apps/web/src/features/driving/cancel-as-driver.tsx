// The driver gives a trip up, or nobody came: with a reason, and what follows from it said before.
import type { BookingView } from '@kerb/contract';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { CancelDialog } from '../../ui/cancel-dialog.tsx';

/** Runs the cancelling, and keeps what it was refused for. */
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
