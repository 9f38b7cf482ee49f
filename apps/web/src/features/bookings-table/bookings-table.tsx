// Table of the bookings that the user may see: filtered, sorted and paged by the server, and updated by live events.
import { type BookingCount, type BookingSort, type BookingSummary, bookingSort } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import Button from '@mui/material/Button';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { bookingLink } from '../../lib/booking-link.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { repeatedParts } from '../../lib/short-address.ts';
import { type ShownResponse, shownResponse } from '../../lib/shown-response.ts';
import { client } from '../../lib/store.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { BulkBar } from '../../ui/bulk/bulk-bar.tsx';
import { DataTable, type TableLook } from '../../ui/data-table/data-table.tsx';
import { type RowSelection, useRowSelection } from '../../ui/data-table/row-selection.ts';
import type { TablePage } from '../../ui/data-table/table-column.ts';
import { useTableQuery } from '../../ui/data-table/use-table-query.ts';
import { ExportCsv } from '../../ui/export-csv.tsx';
import { EmptyState } from '../../ui/page-states.tsx';
import { useBookingColumns } from './booking-columns.tsx';
import { BookingFilterChips, BookingFilters } from './booking-filters.tsx';
import { isNarrowed, queryOf } from './booking-query.ts';
import { useBookingFilters } from './use-booking-filters.ts';

const rowId = ({ id }: BookingSummary) => id;
/** Maps a column's field to a sort key of the API; other fields sort by the time of booking. */
const toSort = (field: string): BookingSort =>
  bookingSort.options.find((sort) => sort === field) ?? 'bookingDate';

interface BookingsTableProps {
  readonly viewer: Usertype;
  /** Renders the actions on a booking; pass a memoised callback. Without it there is no column for actions. */
  readonly renderActions?: ((booking: BookingSummary) => ReactNode) | undefined;
  /** Renders the saved views of the table; optional. */
  readonly renderViews?: ((look: TableLook) => ReactNode) | undefined;
  /** Renders the details of a booking beside the table. */
  readonly renderPeek?: ((booking: BookingSummary) => ReactNode) | undefined;
  /** Renders the actions on the selected bookings; without it rows cannot be selected. */
  readonly renderBulk?: ((selection: RowSelection<BookingSummary>) => ReactNode) | undefined;
  /** Rendered when there are no bookings at all. */
  readonly empty: ReactNode;
}

function useRows(viewer: Usertype) {
  const { filters, change, clear } = useBookingFilters();
  const timeZone = useSettings()?.timezone ?? 'UTC';
  const isAhead = filters.show === 'upcoming';
  const state = useTableQuery({
    // Upcoming bookings are sorted with the soonest first.
    ...(isAhead ? { sort: 'tripdate', order: 'asc' } : { sort: 'bookingDate', order: 'desc' }),
    sortable: bookingSort.options,
    scope: `${viewer} ${JSON.stringify(filters)}`,
  });
  const { q, sort, order, limit, cursor } = state.query;
  const query = useMemo(() => queryOf(filters, q, timeZone), [filters, q, timeZone]);
  const rows = shownResponse(
    answers.listBookings.useQuery({
      query: { ...query, sort: toSort(sort), order, limit, cursor: cursor ?? undefined },
    }),
  );
  const { currentData: counted } = answers.countBookings.useQuery({ query });
  return {
    filters,
    change,
    clear,
    state,
    rows: withTotal(rows, counted),
    query,
    narrowed: isNarrowed(filters, q),
  };
}

type Rows = ShownResponse<TablePage<BookingSummary>>;

/** Adds the total once it is loaded; the rows are shown before that. */
function withTotal(rows: Rows, counted: BookingCount | undefined): Rows {
  if (!rows.answer || !counted) return rows;
  return { ...rows, answer: { ...rows.answer, total: counted.count, more: counted.more } };
}

export function BookingsTable({
  viewer,
  renderActions,
  renderViews,
  renderPeek,
  renderBulk,
  empty,
}: BookingsTableProps) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { filters, change, clear, state, rows, query, narrowed } = useRows(viewer);
  const items = rows.answer?.items;
  const repeated = useMemo(
    () =>
      repeatedParts((items ?? []).flatMap(({ pickupAddress, dropAddress }) => [pickupAddress, dropAddress])),
    [items],
  );
  const columns = useBookingColumns(viewer, renderActions, repeated);
  const selection = useRowSelection(rowId);
  const readPage = (cursor: string | undefined) =>
    client.listBookings({
      query: { ...query, sort: toSort(state.query.sort), order: state.query.order, limit: 200, cursor },
    });
  return (
    <DataTable
      renderPeek={renderPeek}
      selection={renderBulk && selection}
      bulk={
        renderBulk && (
          <BulkBar selection={selection} readPage={readPage}>
            {renderBulk(selection)}
          </BulkBar>
        )
      }
      name={`bookings.${viewer}`}
      label={t('bookings_label')}
      columns={columns}
      rowId={rowId}
      rowLabel={({ reference }) => t('open_booking', { reference })}
      rowLink={useCallback((booking: BookingSummary) => bookingLink(booking, viewer), [viewer])}
      state={state}
      rows={rows}
      searchLabel={t('bookings_search')}
      filters={<BookingFilters filters={filters} onChange={change} />}
      chips={<BookingFilterChips filters={filters} q={state.query.q} onChange={change} onClear={clear} />}
      renderViews={renderViews}
      actions={
        <ExportCsv
          text={t('bookings_csv')}
          fileName="bookings.csv"
          read={(options) => client.exportBookings({ query: { ...query, lang: locale } }, options)}
        />
      }
      empty={
        narrowed ? (
          <EmptyState
            icon={<ReceiptLongOutlined />}
            title={t('no_bookings_match')}
            text={t('bookings_no_match_text')}
            action={
              <Button variant="outlined" onClick={clear}>
                {t('bookings_clear')}
              </Button>
            }
          />
        ) : (
          empty
        )
      }
    />
  );
}
