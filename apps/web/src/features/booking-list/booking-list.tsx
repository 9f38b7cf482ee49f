// The list of bookings with its filter, search and five states.
import type { Me } from '@kerb/contract';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { bookingLink } from './booking-link.ts';
import { BookingRow } from './booking-row.tsx';
import { type BookingFilter, useBookingList } from './use-booking-list.ts';

const searchPauseMs = 250;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), searchPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

export function BookingList({ viewer }: { viewer: Me }) {
  const { t } = useTranslation();
  const [scope, setScope] = useState<BookingFilter['scope']>('all');
  const [typed, setTyped] = useState('');
  const text = useSettled(typed);
  const list = useBookingList({ scope, text });
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 1120 }}>
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <Segmented
          label={t('which_bookings')}
          value={scope}
          options={[
            { value: 'all', text: t('bookings_all') },
            { value: 'active', text: t('bookings_active') },
          ]}
          onChange={setScope}
        />
        <TextField
          size="small"
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={t('search_bookings')}
          sx={{ flex: '1 1 220px', maxWidth: 360 }}
          slotProps={{
            htmlInput: { 'aria-label': t('search_bookings'), maxLength: 100 },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchOutlined fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
      </Box>
      <ListBody list={list} viewer={viewer} filtered={scope !== 'all' || text !== ''} />
    </Box>
  );
}

interface ListBodyProps {
  readonly list: ReturnType<typeof useBookingList>;
  readonly viewer: Me;
  readonly filtered: boolean;
}

function ListBody({ list, viewer, filtered }: ListBodyProps) {
  const { t } = useTranslation();
  if (list.problem !== null && list.items === null)
    return <ErrorState problem={list.problem} onRetry={list.retry} />;
  if (list.items === null) return <ListSkeleton />;
  if (list.items.length === 0) return <NoBookings viewer={viewer} filtered={filtered} />;
  return (
    <PagedList
      label={t('bookings_title')}
      list={list}
      keyOf={(booking) => booking.id}
      render={(booking) => (
        <BookingRow
          booking={booking}
          to={bookingLink(booking, viewer.id)}
          with={booking.customer === viewer.id ? booking.driver_name : booking.customer_name}
        />
      )}
    />
  );
}

function ListSkeleton() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: '1px' }}>
        {['a', 'b', 'c', 'd', 'e'].map((row) => (
          <Placeholder key={row} height={{ xs: 132, md: 84 }} />
        ))}
      </Box>
    </Loading>
  );
}

function NoBookings({ viewer, filtered }: { viewer: Me; filtered: boolean }) {
  const { t } = useTranslation();
  const icon = <ReceiptLongOutlined />;
  if (filtered)
    return <EmptyState icon={icon} title={t('no_bookings_match')} text={t('no_bookings_match_text')} />;
  switch (viewer.usertype) {
    case 'rider':
      return (
        <EmptyState
          icon={icon}
          title={t('no_bookings')}
          text={t('no_bookings_rider')}
          action={
            <Button component={Link} to={paths.home} variant="contained">
              {t('book_first_ride')}
            </Button>
          }
        />
      );
    case 'driver':
      return (
        <EmptyState
          icon={icon}
          title={t('no_bookings')}
          text={t('no_bookings_driver')}
          action={
            <Button component={Link} to={paths.driverTrips} variant="contained">
              {t('open_driver_trips')}
            </Button>
          }
        />
      );
    case 'admin':
    case 'fleetadmin':
      return <EmptyState icon={icon} title={t('no_bookings')} text={t('no_bookings_operator')} />;
  }
}
