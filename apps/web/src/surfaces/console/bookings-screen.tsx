// /bookings: a rider's own rides as cards, a driver's as a list, and the operator's table.
import type { BookingSummary, Me } from '@kerb/contract';
import LocalTaxiOutlined from '@mui/icons-material/LocalTaxiOutlined';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../features/booking-actions/action-menu.tsx';
import { BulkBookings } from '../../features/booking-actions/bulk-bookings.tsx';
import { useBookingActions } from '../../features/booking-actions/use-booking-actions.tsx';
import { BookingList } from '../../features/booking-list/booking-list.tsx';
import { BookingsTable } from '../../features/bookings-table/bookings-table.tsx';
import { BookingViewCount } from '../../features/bookings-table/view-count.tsx';
import { MessagePeople } from '../../features/messages/message-people.tsx';
import { PaymentDialog } from '../../features/payment/payment-dialog.tsx';
import { SavedViews } from '../../features/saved-views/saved-views.tsx';
import { paths } from '../../lib/paths.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { CompactButton } from '../../ui/compact-button.tsx';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import type { RowSelection } from '../../ui/data-table/row-selection.ts';
import { BookingPeek } from './booking-peek.tsx';
import { NoBookings } from './no-bookings.tsx';
import { OwnRides } from './own-rides.tsx';

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
      return <TableWithActions user={user} />;
  }
}

const renderBulk = (selection: RowSelection<BookingSummary>) => <BulkActions selection={selection} />;

function BulkActions({ selection }: { selection: RowSelection<BookingSummary> }) {
  const { t } = useTranslation();
  const rows = [...selection.rows.values()];
  const riders = rows.map(({ customer, customer_name }) => ({ id: customer, name: customer_name }));
  const drivers = rows.flatMap(({ driver, driver_name }) =>
    driver === null ? [] : [{ id: driver, name: driver_name ?? '' }],
  );
  return (
    <>
      <MessagePeople size="small" text={t('message_riders')} recipients={riders} />
      <MessagePeople size="small" text={t('message_drivers')} recipients={drivers} />
      <BulkBookings selection={selection} />
    </>
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
  return (
    <>
      <BookingsTable
        viewer={usertype}
        renderViews={(look) => (
          <SavedViews
            table="bookings"
            look={look}
            renderCount={(query) => <BookingViewCount query={query} />}
          />
        )}
        renderPeek={({ id }) => <BookingPeek key={id} id={id} usertype={usertype} onAction={actions.start} />}
        renderBulk={usertype === 'admin' ? renderBulk : undefined}
        renderActions={usertype === 'admin' ? renderActions : undefined}
        empty={<NoBookings usertype={usertype} />}
      />
      {actions.dialogs}
    </>
  );
}
