// The queue of fare reviews, pending or decided, paged by the server and updated by live events.
import type { FareReviewRow } from '@kerb/contract';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import BalanceOutlined from '@mui/icons-material/BalanceOutlined';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useNow } from '../../lib/use-now.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableQuery } from '../../ui/data-table/use-table-query.ts';
import { EmptyState } from '../../ui/page-states.tsx';
import { PillLinks, usePill } from '../../ui/pill-links.tsx';
import { useReviewColumns } from './review-columns.tsx';

const views = ['open', 'decided'] as const;
const rowId = ({ booking }: FareReviewRow) => booking;

interface ReviewListProps {
  /** Number of open reviews, shown beside the tab. */
  readonly open: number;
  /** Opens the booking of a row; pass a memoised callback. */
  readonly onLook: (row: FareReviewRow) => void;
}

function useRows(view: (typeof views)[number]) {
  const state = useTableQuery({ sort: 'openedAt', order: 'desc', sortable: [], scope: view });
  const { limit, cursor } = state.query;
  const query = { status: view, limit, cursor: cursor ?? undefined };
  const rows = shownResponse(answers.listFareReviews.useQuery({ query }));
  return { state, rows };
}

export function ReviewList({ open, onLook }: ReviewListProps) {
  const { t } = useTranslation();
  const view = usePill('show', views);
  const { state, rows } = useRows(view);
  // The waiting time is shown in minutes, so render once a minute.
  const now = useNow(view === 'open', MS_PER_MINUTE);
  const columns = useReviewColumns({ isOpen: view === 'open', now, onLook });
  return (
    <DataTable
      lines={2}
      name={`farereviews.${view}`}
      label={t('fare_reviews_label')}
      columns={columns}
      rowId={rowId}
      rowLabel={({ reference }) => t('fare_reviews_look_of', { reference })}
      state={state}
      rows={rows}
      filters={
        <PillLinks
          label={t('fare_reviews_which')}
          param="show"
          value={view}
          pills={[
            { value: 'open', text: t('fare_reviews_show_open'), count: open },
            { value: 'decided', text: t('fare_reviews_show_decided') },
          ]}
        />
      }
      empty={
        <EmptyState
          icon={<BalanceOutlined />}
          title={t(`fare_reviews_none_${view}`)}
          text={t(`fare_reviews_none_${view}_text`)}
        />
      }
    />
  );
}
