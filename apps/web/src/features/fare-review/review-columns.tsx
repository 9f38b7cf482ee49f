// Column definitions of the queue of fare reviews: people, amounts, distance and time, and waiting time.

import type { FareReviewRow } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { matchParent } from '../../ui/match-parent.ts';
import { MomentCell } from '../../ui/moment-cell.tsx';
import { Money } from '../../ui/money.tsx';
import { FareReviewChip } from './fare-review-note.tsx';

type Column = TableColumn<FareReviewRow>;

const cut = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
const secondary = { ...cut, color: 'text.secondary', fontSize: '0.8125rem' } as const;
/** Names aligned with the table's other texts, regardless of their own direction. */

function People({ row }: { row: FareReviewRow }) {
  const { t } = useTranslation();
  return (
    <>
      <Box component="bdi" sx={{ ...cut, ...matchParent, fontWeight: 600 }}>
        {row.customer_name || t('fare_reviews_unnamed')}
      </Box>
      <Box component="bdi" sx={{ ...secondary, ...matchParent }}>
        {row.driver_name || t('fare_reviews_unnamed')}
      </Box>
    </>
  );
}

interface MeasuredProps {
  readonly driven: string | null;
  readonly quoted: string;
}

/** The measured value, with the quoted one below it. */
function Measured({ driven, quoted }: MeasuredProps) {
  const { t } = useTranslation();
  return (
    <>
      <Box component="span" className="tabular" sx={{ display: 'block' }}>
        <bdi>{driven ?? '–'}</bdi>
      </Box>
      <Box component="span" className="tabular" sx={secondary}>
        {t('fare_reviews_quoted_as', { quoted: isolated(quoted) })}
      </Box>
    </>
  );
}

/** The amount that awaits the decision, with the collected amount below it. */
function Rest({ row }: { row: FareReviewRow }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  return (
    <>
      <Money amount={row.extra} strong />
      <Box component="span" className="tabular" sx={secondary}>
        {t('fare_reviews_collected_as', { collected: money(row.collected) })}
      </Box>
    </>
  );
}

interface WaitingProps {
  readonly row: FareReviewRow;
  /** ms since the epoch */
  readonly now: number;
}

function Waiting({ row, now }: WaitingProps) {
  const { duration } = useFormat();
  if (row.decidedAt !== null) return <MomentCell at={row.decidedAt} />;
  return <bdi>{duration(Math.max(0, now - row.openedAt) / 1000)}</bdi>;
}

interface ReviewColumnsOptions {
  readonly isOpen: boolean;
  readonly now: number;
  /** Opens the booking of a row; pass a memoised callback. */
  readonly onLook: (row: FareReviewRow) => void;
}

export function useReviewColumns({ isOpen, now, onLook }: ReviewColumnsOptions): readonly Column[] {
  const { t } = useTranslation();
  const { distance, duration, money } = useFormat();
  return useMemo(
    (): readonly Column[] => [
      {
        field: 'reference',
        header: t('fare_reviews_col_reference'),
        render: ({ reference }) => (
          <Box component="span" className="tabular" sx={{ fontWeight: 620 }}>
            {reference}
          </Box>
        ),
        width: 92,
        card: 'title',
      },
      {
        field: 'people',
        header: t('fare_reviews_col_people'),
        render: (row) => <People row={row} />,
        width: 120,
        grow: 2,
      },
      {
        field: 'metered',
        header: t('fare_reviews_col_metered'),
        render: (row) => <Measured driven={money(row.metered)} quoted={money(row.quoted)} />,
        width: 156,
      },
      {
        field: 'extra',
        header: t('fare_reviews_col_extra'),
        render: (row) => <Rest row={row} />,
        width: 156,
      },
      {
        field: 'distance',
        header: t('fare_reviews_col_distance'),
        render: (row) => (
          <Measured
            driven={row.distance === null ? null : distance(row.distance, row.distanceUnit)}
            quoted={distance(row.estimateDistance, row.distanceUnit)}
          />
        ),
        width: 128,
        leaves: 2,
      },
      {
        field: 'time',
        header: t('fare_reviews_col_time'),
        render: (row) => (
          <Measured
            driven={row.total_trip_time === null ? null : duration(row.total_trip_time)}
            quoted={duration(row.estimateTime)}
          />
        ),
        width: 132,
        leaves: 1,
      },
      {
        field: 'waiting',
        header: isOpen ? t('fare_reviews_col_waiting') : t('fare_reviews_col_decided'),
        render: (row) => <Waiting row={row} now={now} />,
        width: isOpen ? 88 : 124,
      },
      ...(isOpen ? [] : [statusColumn(t('fare_reviews_col_status')), noteColumn(t('fare_reviews_col_note'))]),
      {
        field: 'look',
        header: t('fare_reviews_look'),
        render: (row) => <Look row={row} onLook={onLook} />,
        width: 96,
        card: 'aside',
      },
    ],
    [t, distance, duration, money, isOpen, now, onLook],
  );
}

const statusColumn = (header: string): Column => ({
  field: 'status',
  header,
  render: ({ status }) => <FareReviewChip status={status} />,
  // Fits the longest of the five languages' texts.
  width: 148,
  card: 'badge',
});

const noteColumn = (header: string): Column => ({
  field: 'note',
  header,
  render: ({ note }) => (
    <Box component="bdi" sx={{ ...cut, ...matchParent }} title={note}>
      {note}
    </Box>
  ),
  width: 140,
  grow: 2,
  leaves: 6,
});

function Look({ row, onLook }: { row: FareReviewRow } & Pick<ReviewColumnsOptions, 'onLook'>) {
  const { t } = useTranslation();
  return (
    <Button
      size="small"
      variant={row.status === 'open' ? 'contained' : 'text'}
      aria-label={t('fare_reviews_look_of', { reference: row.reference })}
      onClick={() => onLook(row)}
    >
      {t('fare_reviews_look')}
    </Button>
  );
}
