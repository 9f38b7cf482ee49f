// Alert of the booking form: the reason why booking is not possible, with a button to fix it; loaded lazily.
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useKerbSelector } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { AlertDialogView } from '../../ui/alert-dialog-view.tsx';
import { Link } from '../../ui/link.tsx';

interface BookingAlertProps {
  /** An error key; null closes the alert. */
  readonly issue: string | null;
  readonly onClose: () => void;
}

export function BookingAlert({ issue, onClose }: BookingAlertProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  // In this form "conflict" can only mean that the rider has too many open bookings.
  const text = issue === 'conflict' ? t('too_many_rides') : errorText(issue);
  return (
    <AlertDialogView
      message={issue === null ? null : text}
      onClose={onClose}
      action={useAlertAction(issue)}
    />
  );
}

const mainAction = { variant: 'contained', autoFocus: true } as const;

/** Button that resolves the error, where one exists. */
function useAlertAction(issue: string | null): ReactNode {
  const { t } = useTranslation();
  const unpaid = useKerbSelector(({ bookinglistdata }) =>
    bookinglistdata.active.find(({ status }) => status === 'PENDING'),
  );
  switch (issue) {
    case 'must_login':
    case 'not_logged_in':
      return (
        <Button {...mainAction} component={Link} to={paths.login} state={{ from: paths.home }}>
          {t('sign_in')}
        </Button>
      );
    case 'profile_incomplete':
      return (
        <Button {...mainAction} component={Link} to={paths.profile}>
          {t('open_profile')}
        </Button>
      );
    case 'payment_due':
      return (
        <Button {...mainAction} component={Link} to={unpaid ? paths.trip(unpaid.id) : paths.wallet}>
          {t(unpaid ? 'payment_due_trip' : 'payment_due_wallet')}
        </Button>
      );
    default:
      return null;
  }
}
