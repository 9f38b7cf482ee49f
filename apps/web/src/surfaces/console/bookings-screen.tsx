// /bookings: cards of a rider's own rides, a list for a driver, and a table for the operator.
import type { Me } from '@kerb/contract';
import LocalTaxiOutlined from '@mui/icons-material/LocalTaxiOutlined';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { BookingList } from '../../features/booking-list/booking-list.tsx';
import { paths } from '../../lib/paths.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { CompactButton } from '../../ui/compact-button.tsx';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { ScreenSkeleton } from '../../ui/page-states.tsx';
import { NoBookings } from './no-bookings.tsx';
import { OwnRides } from './own-rides.tsx';

// Loaded lazily: riders and drivers do not need the table.
const OperatorBookings = lazy(async () => ({
  default: (await import('./operator-bookings.tsx')).OperatorBookings,
}));

export function BookingsScreen() {
  const { t } = useTranslation();
  const { user } = useAuth();
  if (!user) return null;
  const action =
    user.usertype === 'driver' ? (
      <CompactButton
        to={paths.driverTrips}
        variant="contained"
        color="secondary"
        icon={<LocalTaxiOutlined />}
        text={t('open_driver_trips')}
      />
    ) : undefined;
  return (
    <ConsoleShell title={t('bookings_title')} actions={action}>
      <Bookings user={user} />
    </ConsoleShell>
  );
}

function Bookings({ user }: { user: Me }) {
  const empty = <NoBookings usertype={user.usertype} />;
  switch (user.usertype) {
    case 'rider':
      return <OwnRides rider={user} empty={empty} />;
    case 'driver':
      return <BookingList viewer={user} empty={empty} />;
    case 'admin':
    case 'fleetadmin':
      return (
        <Suspense fallback={<ScreenSkeleton />}>
          <OperatorBookings usertype={user.usertype} />
        </Suspense>
      );
  }
}
