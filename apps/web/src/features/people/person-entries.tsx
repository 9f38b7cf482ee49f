// A user's bookings, wallet transactions and ratings, newest first.
import type { User } from '@kerb/contract';
import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import StarBorderRounded from '@mui/icons-material/StarBorderRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { entryText } from '../../lib/entry-text.ts';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { pagedEntries, pageLength } from '../../ui/paged-entries.ts';
import { RatingText } from '../../ui/rating-stars.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { EntryList } from './entry-list.tsx';
import { useMoment } from './use-moment.ts';

interface EntriesOf {
  readonly id: string;
}

const limit = pageLength;

/** A row of two lines with an amount or a state at its end. */
export function Line({
  title,
  text,
  end,
  to,
}: {
  title: ReactNode;
  text: ReactNode;
  end: ReactNode;
  to?: string;
}) {
  const look = {
    display: 'flex',
    flexDirection: { xs: 'column', sm: 'row' },
    gap: { xs: 1, sm: 2 },
    alignItems: { xs: 'stretch', sm: 'center' },
    px: 2,
    py: 1.75,
    minHeight: 72,
  } as const;
  const inside = (
    <>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="div" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <Typography component="div" variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'row-reverse', sm: 'column' },
          justifyContent: { xs: 'space-between', sm: 'center' },
          alignItems: { xs: 'center', sm: 'flex-end' },
          gap: 0.75,
          flexShrink: 0,
        }}
      >
        {end}
      </Box>
    </>
  );
  if (!to) return <Box sx={look}>{inside}</Box>;
  return (
    <Box
      component={Link}
      to={to}
      sx={{
        ...look,
        color: 'inherit',
        textDecoration: 'none',
        '&:hover': { bgcolor: 'background.subtle' },
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      {inside}
    </Box>
  );
}

export function PersonBookings({ id }: EntriesOf) {
  const { t } = useTranslation();
  const moment = useMoment();
  const entries = pagedEntries(answers.listBookingsPages.useInfiniteQuery({ query: { person: id, limit } }));
  return (
    <EntryList
      label={t('person_tab_bookings')}
      entries={entries}
      keyOf={(booking) => booking.id}
      icon={<ReceiptLongOutlined />}
      emptyTitle={t('person_no_bookings')}
      emptyText={t('person_no_bookings_text')}
      render={(booking) => (
        <Line
          to={paths.booking(booking.id)}
          title={t('person_booking', { reference: booking.reference, when: moment(booking.tripdate) })}
          text={t('person_booking_way', { pickup: booking.pickupAddress, drop: booking.dropAddress })}
          end={
            <>
              <Money
                strong
                amount={
                  booking.status === 'CANCELLED'
                    ? booking.cancellationFee
                    : booking.trip_cost - booking.discount_amount
                }
              />
              <StatusChip booking={booking} />
            </>
          }
        />
      )}
    />
  );
}

export function PersonWallet({ id, usertype }: EntriesOf & Pick<User, 'usertype'>) {
  const { t } = useTranslation();
  const moment = useMoment();
  const entries = pagedEntries(
    answers.getUserWalletPages.useInfiniteQuery({ params: { id }, query: { limit } }),
  );
  return (
    <EntryList
      label={t('person_tab_wallet')}
      entries={entries}
      keyOf={(entry) => entry.id}
      icon={<AccountBalanceWalletOutlined />}
      emptyTitle={t('person_no_wallet')}
      emptyText={t('person_no_wallet_text')}
      render={(entry) => (
        <Line
          {...(entry.booking !== null && { to: paths.booking(entry.booking) })}
          title={t(entryText(entry, usertype))}
          text={
            <>
              {moment(entry.date)}
              {entry.reason !== null && (
                <>
                  {' · '}
                  <bdi>{entry.reason}</bdi>
                </>
              )}
            </>
          }
          end={
            <>
              <Money strong amount={entry.type === 'Credit' ? entry.amount : -entry.amount} />
              <Typography variant="caption" color="text.secondary">
                {t('wallet_balance_then')} <Money amount={entry.balance} />
              </Typography>
            </>
          }
        />
      )}
    />
  );
}

export function PersonRatings({ id }: EntriesOf) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const moment = useMoment();
  const entries = pagedEntries(
    answers.getUserRatingsPages.useInfiniteQuery({ params: { id }, query: { limit } }),
  );
  return (
    <EntryList
      label={t('person_tab_ratings')}
      entries={entries}
      keyOf={(entry) => entry.booking}
      icon={<StarBorderRounded />}
      emptyTitle={t('person_no_ratings')}
      emptyText={t('person_no_ratings_text')}
      render={(entry) => (
        <Line
          to={paths.booking(entry.booking)}
          title={
            entry.comment === '' ? (
              <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                {t('rating_without_words')}
              </Box>
            ) : (
              <bdi>{entry.comment}</bdi>
            )
          }
          text={t('rating_entry', { user: entry.user, when: moment(entry.at), reference: entry.reference })}
          end={
            <span aria-label={t('rating_of_five', { rating: number(entry.rate) })} role="img">
              <RatingText value={String(entry.rate)} />
            </span>
          }
        />
      )}
    />
  );
}
