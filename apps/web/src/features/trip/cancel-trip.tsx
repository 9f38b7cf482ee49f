// Dialog to cancel a trip with one of the operator's reasons; states first whether a fee may apply.
import type { BookingView } from '@kerb/contract';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { useClockOffset } from '../../lib/trip-queue/server-clock.ts';
import { useNow } from '../../lib/use-now.ts';
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
  const now = useNow(open) + useClockOffset();
  const underway = booking.cancelFeeFrom !== null && booking.cancelFeeFrom <= now;
  return (
    <CancelDialog
      open={open}
      title={t('cancel_title')}
      text={underway ? t('cancel_may_cost') : t('cancel_is_free')}
      confirmText={t('cancel_ride')}
      cancelText={t('keep_ride')}
      action={action}
      onCancel={(reason) =>
        action.run(() =>
          client.cancelBooking({
            params: { id: booking.id },
            body: underway ? { reason } : { reason, maxFee: 0 },
          }),
        )
      }
      onClose={onClose}
    />
  );
}
