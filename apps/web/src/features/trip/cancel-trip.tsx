// Dialog to cancel a trip with one of the operator's reasons; states the fee first.
import type { BookingView } from '@kerb/contract';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { useCancelFee } from '../../lib/use-cancel-fee.ts';
import { CancelDialog } from '../../ui/cancel-dialog.tsx';
import { useTripAction } from './use-trip-action.ts';

interface CancelTripProps {
  readonly booking: BookingView;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly trip: { update: (booking: BookingView) => void; retry: () => void };
}

export function CancelTrip({ booking, open, onClose, trip }: CancelTripProps) {
  const { t } = useTranslation();
  const action = useTripAction(trip);
  const { text, maxFee } = useCancelFee(booking, open);
  return (
    <CancelDialog
      open={open}
      title={t('cancel_title')}
      text={text}
      confirmText={t('cancel_ride')}
      cancelText={t('keep_ride')}
      action={action}
      onCancel={(reason) =>
        action.run(() => client.cancelBooking({ params: { id: booking.id }, body: { reason, maxFee } }))
      }
      onClose={onClose}
    />
  );
}
