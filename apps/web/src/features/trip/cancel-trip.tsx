// Cancelling with a reason from the operator's list, and what it costs said before.
import type { BookingView } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { CancelReasons } from '../../ui/cancel-reasons.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useTripAction } from './use-trip-action.ts';

interface CancelTripProps {
  readonly booking: BookingView;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly trip: { update: (booking: BookingView) => void; retry: () => void };
}

export function CancelTrip({ booking, open, onClose, trip }: CancelTripProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const action = useTripAction(trip);
  const cancel = async () => {
    const done = await action.run(() =>
      client.cancelBooking({ params: { id: booking.id }, body: { reason } }),
    );
    if (done) onClose();
  };
  const underway = booking.status === 'ACCEPTED' || booking.status === 'ARRIVED';
  return (
    <ConfirmDialog
      open={open}
      title={t('cancel_title')}
      confirmText={t('cancel_ride')}
      cancelText={t('keep_ride')}
      destructive
      busy={action.busy}
      disabled={reason === ''}
      onConfirm={() => void cancel()}
      onClose={() => {
        action.clear();
        onClose();
      }}
    >
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Typography color="text.secondary">
          {underway ? t('cancel_may_cost') : t('cancel_is_free')}
        </Typography>
        {open && <CancelReasons reason={reason} onChange={setReason} />}
        {action.problem !== null && (
          <Typography role="alert" color="error">
            {errorText(action.problem)}
          </Typography>
        )}
      </Box>
    </ConfirmDialog>
  );
}
