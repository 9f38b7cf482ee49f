// Notice that an unpaid booking is being cancelled, with an undo button until the cancellation is sent.
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useTranslation } from 'react-i18next';
import { useLastShown } from '../../ui/use-last-shown.ts';
import type { WaitingCancellation } from './use-cancel-incomplete.ts';

interface CancellingNoticeProps {
  readonly waiting: WaitingCancellation | null;
  readonly onUndo: () => void;
}

export function CancellingNotice({ waiting, onUndo }: CancellingNoticeProps) {
  const { t } = useTranslation();
  const shown = useLastShown(waiting);
  return (
    <Snackbar
      open={waiting !== null}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      message={t('booking_cancelling', { reference: shown?.booking.reference ?? '' })}
      action={
        shown !== null &&
        !shown.isSent && (
          <Button color="inherit" size="small" onClick={onUndo} sx={{ fontWeight: 700 }}>
            {t('booking_cancel_undo')}
          </Button>
        )
      }
    />
  );
}
