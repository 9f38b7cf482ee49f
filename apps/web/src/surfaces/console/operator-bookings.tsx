// The operator's table of bookings, with saved views, the details panel of a row, and actions on rows.
import type { BookingSummary } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../features/booking-actions/action-menu.tsx';
import { BulkBookings } from '../../features/booking-actions/bulk-bookings.tsx';
import { useBookingActions } from '../../features/booking-actions/use-booking-actions.tsx';
import { BookingsTable } from '../../features/bookings-table/bookings-table.tsx';
import { BookingViewCount } from '../../features/bookings-table/view-count.tsx';
import { MessagePeople } from '../../features/messages/message-people.tsx';
import { PaymentDialog } from '../../features/payment/payment-dialog.tsx';
import { SavedViews } from '../../features/saved-views/saved-views.tsx';
import type { RowSelection } from '../../ui/data-table/row-selection.ts';
import { BookingPeek } from './booking-peek.tsx';
import { NoBookings } from './no-bookings.tsx';

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

/** `usertype`: admin or fleetadmin. */
export function OperatorBookings({ usertype }: { usertype: Usertype }) {
  const actions = useBookingActions({
    usertype,
    renderPayment: (payment) => <PaymentDialog {...payment} />,
  });
  // A ref, so that the columns stay referentially stable while the dialogs change `actions`.
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
