// Column definitions of the bookings table: the default columns and the optional ones.

import type { BookingSummary } from '@kerb/contract';
import { paymentShown } from '@kerb/domain/booking';
import type { Usertype } from '@kerb/domain/identity';
import Box from '@mui/material/Box';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { amountOf } from '../../lib/booking-amount.ts';
import { shortAddress, withoutNumber } from '../../lib/short-address.ts';
import { useCarName } from '../../lib/use-car-types.ts';
import { useContactText } from '../../lib/use-contact-text.ts';
import { type Formatters, useFormat } from '../../lib/use-format.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { matchParent } from '../../ui/match-parent.ts';
import { MomentCell } from '../../ui/moment-cell.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';

type Column = TableColumn<BookingSummary>;

const secondary = { color: 'text.secondary', fontSize: '0.8125rem', display: 'block' } as const;
const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
/** Aligns an address with the table's other texts, regardless of the direction of its own script. */
const ownLine = { display: 'block', ...matchParent } as const;

/** A text, or a dash with a label for screen readers. */
function Value({ text, ltr = false }: { text: string | null; ltr?: boolean }) {
  const { t } = useTranslation();
  if (text) return <bdi dir={ltr ? 'ltr' : undefined}>{text}</bdi>;
  return (
    <Box component="span" role="img" aria-label={t('booking_nothing')} sx={{ color: 'text.secondary' }}>
      –
    </Box>
  );
}

function Reference({ booking }: { booking: BookingSummary }) {
  const { t } = useTranslation();
  return (
    <>
      <Box component="span" className="tabular" sx={{ fontWeight: 620, display: 'block' }}>
        {booking.reference}
      </Box>
      {booking.bookLater && (
        <Box component="span" sx={{ ...secondary, '[data-density="dense"] &': { display: 'none' } }}>
          {t('booking_later_note')}
        </Box>
      )}
    </>
  );
}

function Contact({ contact }: { contact: string | null }) {
  const contactText = useContactText();
  return <Value text={contact && contactText(contact)} ltr />;
}

function CarName({ booking }: { booking: BookingSummary }) {
  const carName = useCarName();
  return <Value text={carName(booking)} />;
}

/** An address that is cut when it does not fit, but never within the house number; its title contains all of it. */
function Address({ text, repeated }: { text: string; repeated: ReadonlySet<string> }) {
  const { street, number } = withoutNumber(shortAddress(text, repeated));
  return (
    <Box component="span" title={text} sx={{ display: 'block', overflow: 'hidden' }}>
      <Box component="bdi" sx={{ display: 'inline-flex', maxWidth: '100%', verticalAlign: 'bottom' }}>
        <Box component="span" sx={{ ...cut, minWidth: 0, whiteSpace: 'pre' }}>
          {street}
        </Box>
        <Box component="span" sx={{ flexShrink: 0, whiteSpace: 'pre' }}>
          {number}
        </Box>
      </Box>
    </Box>
  );
}

/** A name that is cut at its end when it does not fit; its title contains all of it. */
function Name({ text }: { text: string | null }) {
  if (!text) return <Value text={null} />;
  return (
    <Box component="bdi" sx={{ ...cut, ...ownLine }} title={text}>
      {text}
    </Box>
  );
}

/** Estimated width of a line in px: 7 for each letter, and 12 of padding. */
const lineOf = (text: string): number => text.length * 7 + 12;

/**
 * Column width in px for the longest date and time of the language, which may end with "p. m."; half a px more for each
 * letter, because digits and "AM" are wider than other letters.
 */
const momentPx = ({ shortDateTime }: Formatters): number => {
  const longest = shortDateTime(Date.UTC(2026, 10, 22, 22, 59));
  return Math.max(116, Math.ceil(lineOf(longest) + longest.length / 2));
};

/** A truncated amount could be misread as another amount, so the column is wide enough for the fare of a long trip. */
const FARE_OF_A_LONG_TRIP = 9_999.99;
const moneyPx = ({ money }: Formatters): number => Math.max(82, lineOf(money(FARE_OF_A_LONG_TRIP)));

function mainColumns(
  t: TFunction,
  format: Formatters,
  viewer: Usertype,
  repeated: ReadonlySet<string>,
): Column[] {
  const customer: Column = {
    field: 'customer',
    header: t('booking_col_customer'),
    sortable: true,
    render: (booking) => <Name text={booking.customer_name} />,
    width: 104,
    grow: 1.8,
    leaves: 5,
  };
  const driver: Column = {
    field: 'driver',
    header: t('booking_col_driver'),
    sortable: true,
    render: (booking) => <Name text={booking.driver_name} />,
    width: 104,
    grow: 1.8,
    leaves: 3,
  };
  const address = (
    field: 'pickup' | 'drop',
    header: string,
    of: (booking: BookingSummary) => string,
  ): Column => ({
    field,
    header,
    render: (booking) => <Address text={of(booking)} repeated={repeated} />,
    width: 126,
    grow: 2.8,
  });
  return [
    {
      field: 'reference',
      header: t('booking_col_reference'),
      render: (booking) => <Reference booking={booking} />,
      // Fits six letters, including the padding at the edge of the table.
      width: 76,
      grow: 0.3,
      card: 'title',
    },
    {
      field: 'tripdate',
      header: t('booking_col_tripdate'),
      render: ({ tripdate }) => <MomentCell at={tripdate} />,
      sortable: true,
      width: momentPx(format),
      grow: 0.2,
    },
    {
      field: 'status',
      header: t('booking_col_status'),
      sortable: true,
      render: (booking) => <StatusChip booking={booking} />,
      width: 156,
      grow: 0.4,
      card: 'badge',
    },
    ...(viewer === 'rider' ? [] : [customer]),
    address('pickup', t('booking_col_pickup'), ({ pickupAddress }) => pickupAddress),
    address('drop', t('booking_col_drop'), ({ dropAddress }) => dropAddress),
    ...(viewer === 'driver' ? [] : [driver]),
    {
      field: 'vehicle_number',
      header: t('booking_col_vehicle_number'),
      sortable: true,
      render: (booking) => <Value text={booking.vehicle_number} />,
      // Fits eight wide letters.
      width: 84,
      grow: 0.4,
      leaves: 2,
    },
    {
      field: 'carType',
      header: t('booking_col_carType'),
      render: (booking) => <CarName booking={booking} />,
      width: 92,
      leaves: 7,
    },
    {
      field: 'bookingDate',
      header: t('booking_col_bookingDate'),
      render: ({ bookingDate }) => <MomentCell at={bookingDate} />,
      sortable: true,
      width: momentPx(format),
      leaves: 8,
    },
    {
      field: 'payment_mode',
      header: t('booking_col_payment_mode'),
      render: (booking) => {
        const mode = paymentShown(booking);
        return mode === null ? <Value text={null} /> : t(`booking_mode_${mode}`);
      },
      width: 80,
      leaves: 6,
    },
    {
      field: 'trip_cost',
      header: t('booking_col_trip_cost'),
      sortable: true,
      render: (booking) => <Money amount={amountOf(booking)} />,
      width: moneyPx(format),
      grow: 0.5,
      align: 'end',
      leaves: 1,
    },
  ];
}

/** Columns that are hidden until the user selects them. */
function moreColumns(t: TFunction, { distance }: Formatters): Column[] {
  const contact = (field: 'customer_contact' | 'customer_email' | 'driver_contact'): Column => ({
    field,
    header: t(`booking_col_${field}`),
    render: (booking) => <Contact contact={booking[field]} />,
    width: 150,
    optional: true,
  });
  const money = (
    field: 'convenience_fees' | 'driver_share' | 'customer_paid' | 'cancellationFee',
  ): Column => ({
    field,
    header: t(`booking_col_${field}`),
    render: (booking) => <Money amount={booking[field]} />,
    width: 112,
    align: 'end',
    optional: true,
  });
  return [
    contact('customer_contact'),
    contact('customer_email'),
    contact('driver_contact'),
    {
      field: 'distance',
      header: t('booking_col_distance'),
      render: (booking) => distance(booking.distance ?? booking.estimateDistance, booking.distanceUnit),
      width: 100,
      align: 'end',
      optional: true,
    },
    {
      field: 'discount',
      header: t('booking_col_discount'),
      render: ({ discount_amount }) => <Money amount={discount_amount} />,
      width: 100,
      align: 'end',
      optional: true,
    },
    money('convenience_fees'),
    money('driver_share'),
    money('customer_paid'),
    money('cancellationFee'),
    {
      field: 'reason',
      header: t('booking_col_reason'),
      render: ({ reason }) => <Value text={reason} />,
      width: 160,
      optional: true,
    },
  ];
}

/** Columns in the order of the table; `renderActions` adds a last column for the actions on a booking. */
export function useBookingColumns(
  viewer: Usertype,
  renderActions: ((booking: BookingSummary) => ReactNode) | undefined,
  /** Parts of addresses that are left out, see short-address.ts; pass a memoised set. */
  repeated: ReadonlySet<string>,
): readonly Column[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const actions: Column[] = renderActions
      ? [
          {
            field: 'actions',
            header: t('booking_col_actions'),
            hasQuietHeader: true,
            render: renderActions,
            width: 38,
            grow: 0.01,
            card: 'aside',
          },
        ]
      : [];
    return [...mainColumns(t, format, viewer, repeated), ...moreColumns(t, format), ...actions];
  }, [t, format, viewer, renderActions, repeated]);
}
