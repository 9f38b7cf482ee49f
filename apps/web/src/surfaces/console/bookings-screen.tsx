// /bookings: the history of everybody's bookings as far as the role sees them, and what is running now.
import LocalTaxiOutlined from '@mui/icons-material/LocalTaxiOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BookingList } from '../../features/booking-list/booking-list.tsx';
import { paths } from '../../lib/paths.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';

export function BookingsScreen() {
  const { t } = useTranslation();
  const { user } = useAuth();
  if (!user) return null;
  const action =
    user.usertype === 'driver' ? (
      <Button
        component={Link}
        to={paths.driverTrips}
        variant="contained"
        color="secondary"
        startIcon={<LocalTaxiOutlined />}
      >
        {t('open_driver_trips')}
      </Button>
    ) : undefined;
  return (
    <ConsoleShell title={t('bookings_title')} actions={action}>
      <BookingList viewer={user} />
    </ConsoleShell>
  );
}
