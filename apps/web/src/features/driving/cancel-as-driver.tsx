// The driver gives a trip up, or nobody came: with a reason, and what follows from it said before.
import type { BookingView } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { CancelReasons } from '../../ui/cancel-reasons.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { StepAction } from './trip-step.tsx';

interface CancelAsDriverProps {
  readonly booking: BookingView;
  readonly open: boolean;
  readonly action: StepAction;
  readonly onClose: () => void;
}

export function CancelAsDriver({ booking, open, action, onClose }: CancelAsDriverProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const close = () => {
    action.clear();
    onClose();
  };
  const cancel = async () => {
    const call = () => client.cancelBooking({ params: { id: booking.id }, body: { reason } });
    if (await action.run(call)) onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      title={t('drive_cancel_title')}
      confirmText={t('drive_cancel')}
      cancelText={t('drive_keep')}
      destructive
      busy={action.busy}
      disabled={reason === ''}
      onConfirm={() => void cancel()}
      onClose={close}
    >
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Typography color="text.secondary">{t('drive_cancel_text')}</Typography>
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
