// List of the user's bookings with filter, search, and states for loading, empty, no match, error and loaded.
import type { BookingSummary, Me } from '@kerb/contract';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bookingLink } from '../../lib/booking-link.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import type { PagedEntries } from '../../ui/paged-entries.ts';
import { cardGrid, PagedList } from '../../ui/paged-list.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { BookingRow } from './booking-row.tsx';
import { type BookingFilter, useBookingList, useUpcoming } from './use-booking-list.ts';

const searchPauseMs = 250;

interface BookingListProps {
  readonly viewer: Me;
  /** Rendered when the user has no bookings. */
  readonly empty: ReactNode;
  /** Renders a booking as a card; without it, bookings are rendered as rows. */
  readonly renderCard?: ((booking: BookingSummary) => ReactNode) | undefined;
}

export function BookingList({ viewer, empty, renderCard }: BookingListProps) {
  const { t } = useTranslation();
  const [scope, setScope] = useState<BookingFilter['scope']>('all');
  const [typed, setTyped] = useState('');
  const text = useSettled(typed.trim(), searchPauseMs);
  const list = useBookingList({ scope, text });
  const upcoming = useUpcoming();
  const filtered = scope !== 'all' || text !== '';
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
      {filtered ? (
        <ListBody
          list={list}
          viewer={viewer}
          label={t('bookings_title')}
          empty={<NothingMatches />}
          renderCard={renderCard}
        />
      ) : (
        <Sections upcoming={upcoming} others={list} viewer={viewer} empty={empty} renderCard={renderCard} />
      )}
    </Box>
  );
}

type List = PagedEntries<BookingSummary>;

interface SectionsProps extends BookingListProps {
  readonly upcoming: List;
  readonly others: List;
}

/** Shows upcoming rides first, under their own heading; without upcoming rides it shows one list and no headings. */
function Sections({ upcoming, others, viewer, empty, renderCard }: SectionsProps) {
  const { t } = useTranslation();
  const ahead = upcoming.items ?? [];
  // Whether headings are needed depends on the upcoming rides, so render the skeleton until they are loaded.
  if (upcoming.items === null && upcoming.problem === null) return <ListSkeleton asCards={!!renderCard} />;
  const isEmpty = ahead.length === 0 && upcoming.problem === null;
  const common = { viewer, renderCard };
  if (isEmpty) return <ListBody {...common} list={others} label={t('bookings_title')} empty={empty} />;
  return (
    <>
      <Section title={t('bookings_upcoming')}>
        <ListBody {...common} list={upcoming} label={t('bookings_upcoming')} empty={null} />
      </Section>
      {others.items?.length !== 0 && (
        <Section title={t('bookings_earlier')}>
          <ListBody {...common} list={others} label={t('bookings_earlier')} empty={null} />
        </Section>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Typography variant="h4" component="h2">
        {title}
      </Typography>
      {children}
    </Box>
  );
}

interface ListBodyProps extends BookingListProps {
  readonly list: List;
  readonly label: string;
}

function ListBody({ list, viewer, label, empty, renderCard }: ListBodyProps) {
  if (list.problem !== null && list.items === null)
    return <ErrorState problem={list.problem} onRetry={list.retry} />;
  if (list.items === null) return <ListSkeleton asCards={!!renderCard} />;
  if (list.items.length === 0) return empty;
  return (
    <PagedList
      label={label}
      list={list}
      keyOf={(booking) => booking.id}
      asCards={!!renderCard}
      render={(booking) =>
        renderCard?.(booking) ?? (
          <BookingRow
            booking={booking}
            to={bookingLink(booking, viewer.usertype)}
            with={booking.customer === viewer.id ? booking.driver_name : booking.customer_name}
          />
        )
      }
    />
  );
}

function ListSkeleton({ asCards }: { asCards: boolean }) {
  return (
    <Loading>
      <Box sx={asCards ? cardGrid : { display: 'grid', gap: '1px' }}>
        {['a', 'b', 'c', 'd', 'e'].map((row) => (
          <Placeholder key={row} height={asCards ? 320 : { xs: 132, md: 84 }} />
        ))}
      </Box>
    </Loading>
  );
}

function NothingMatches() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<ReceiptLongOutlined />}
      title={t('no_bookings_match')}
      text={t('no_bookings_match_text')}
    />
  );
}
