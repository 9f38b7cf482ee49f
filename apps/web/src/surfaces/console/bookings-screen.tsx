// /bookings: the bookings a role may see, as a table; riders and drivers on a phone read them as a list.
import type { BookingSummary, Me } from '@kerb/contract';
import LocalTaxiOutlined from '@mui/icons-material/LocalTaxiOutlined';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../features/booking-actions/action-menu.tsx';
import { useBookingActions } from '../../features/booking-actions/use-booking-actions.tsx';
import { BookingList } from '../../features/booking-list/booking-list.tsx';
import { BookingsTable } from '../../features/bookings-table/bookings-table.tsx';
import { PaymentDialog } from '../../features/payment/payment-dialog.tsx';
import { paths } from '../../lib/paths.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { CompactButton } from '../../ui/compact-button.tsx';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { NoBookings } from './no-bookings.tsx';

export function BookingsScreen() {
  const { t } = useTranslation();
  const { user } = useAuth();
  const isPhone = useMediaQuery((theme: { breakpoints: { down: (key: 'md') => string } }) =>
    theme.breakpoints.down('md'),
  );
  if (!user) return null;
  const readsList = isPhone && (user.usertype === 'rider' || user.usertype === 'driver');
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
      {readsList ? (
        <BookingList viewer={user} empty={<NoBookings usertype={user.usertype} />} />
      ) : (
        <TableWithActions user={user} />
      )}
    </ConsoleShell>
  );
}

function TableWithActions({ user }: { user: Me }) {
  const { usertype } = user;
  const actions = useBookingActions({
    usertype,
    renderPayment: (payment) => <PaymentDialog {...payment} />,
  });
  // The columns keep their identity while the actions go through their dialogs.
  const start = useRef(actions.start);
  useEffect(() => {
    start.current = actions.start;
  });
  const renderActions = useCallback(
    (booking: BookingSummary) => (
      <ActionMenu
        booking={booking}
        usertype={usertype}
        onAction={(action, on) => start.current(action, on)}
      />
    ),
    [usertype],
  );
  const hasActions = usertype === 'admin' || usertype === 'rider';
  return (
    <>
      <BookingsTable
        viewer={usertype}
        renderActions={hasActions ? renderActions : undefined}
        empty={<NoBookings usertype={usertype} />}
      />
      {actions.dialogs}
    </>
  );
}
