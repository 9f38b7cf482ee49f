// Alert after an unpaid delivery: the booking stays in the list, where it can be paid or cancelled.
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { AlertDialogView } from '../../ui/alert-dialog-view.tsx';
import { Link } from '../../ui/link.tsx';

interface UnpaidAlertProps {
  /** Reference of the unpaid booking; null closes the alert. */
  readonly reference: string | null;
  readonly onClose: () => void;
}

export function UnpaidAlert({ reference, onClose }: UnpaidAlertProps) {
  const { t } = useTranslation();
  return (
    <AlertDialogView
      message={reference === null ? null : t('unpaid_text', { reference })}
      onClose={onClose}
      action={
        <Button variant="contained" autoFocus component={Link} to={paths.bookings}>
          {t('unpaid_bookings')}
        </Button>
      }
    />
  );
}
