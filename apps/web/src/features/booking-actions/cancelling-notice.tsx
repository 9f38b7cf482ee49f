// Notice that an unpaid booking will be cancelled shortly, with an undo button.
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useTranslation } from 'react-i18next';
import { useLastShown } from '../../ui/use-last-shown.ts';
import type { ActionBooking } from './action-rules.ts';

export function CancellingNotice({ booking, onUndo }: { booking: ActionBooking | null; onUndo: () => void }) {
  const { t } = useTranslation();
  const shown = useLastShown(booking);
  return (
    <Snackbar
      open={booking !== null}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      message={t('booking_cancelling', { reference: shown?.reference ?? '' })}
      action={
        <Button color="inherit" size="small" onClick={onUndo} sx={{ fontWeight: 700 }}>
          {t('booking_cancel_undo')}
        </Button>
      }
    />
  );
}
