// Empty state of /bookings, with a link to the next step for each role.
import type { Usertype } from '@kerb/domain/identity';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { EmptyState } from '../../ui/page-states.tsx';

const texts = {
  rider: 'no_bookings_rider',
  driver: 'no_bookings_driver',
  admin: 'no_bookings_operator',
  fleetadmin: 'no_bookings_operator',
} as const satisfies Record<Usertype, string>;

function Next({ usertype }: { usertype: Usertype }) {
  const { t } = useTranslation();
  switch (usertype) {
    case 'rider':
      return (
        <Button component={Link} to={paths.home} variant="contained">
          {t('book_first_ride')}
        </Button>
      );
    case 'driver':
      return (
        <Button component={Link} to={paths.driverTrips} variant="contained">
          {t('open_driver_trips')}
        </Button>
      );
    case 'admin':
      return (
        <Button component={Link} to={paths.addbookings} variant="contained">
          {t('bookings_add')}
        </Button>
      );
    case 'fleetadmin':
      return null;
  }
}

export function NoBookings({ usertype }: { usertype: Usertype }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<ReceiptLongOutlined />}
      title={t('no_bookings')}
      text={t(texts[usertype])}
      action={<Next usertype={usertype} />}
    />
  );
}
