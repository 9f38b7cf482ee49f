// The users of one role: searched, sorted and paged by the server, and reloaded when a user changes.
import { type Me, type RouteInput, type Routes, type User, type UserSort, userSort } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { paths } from '../../lib/paths.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { client } from '../../lib/store.ts';
import { BulkBar } from '../../ui/bulk/bulk-bar.tsx';
import { DataTable, type TableLook } from '../../ui/data-table/data-table.tsx';
import { type RowSelection, useRowSelection } from '../../ui/data-table/row-selection.ts';
import { useQueryString } from '../../ui/data-table/use-query-string.ts';
import { useTableQuery } from '../../ui/data-table/use-table-query.ts';
import { ExportCsv } from '../../ui/export-csv.tsx';
import { EmptyState } from '../../ui/page-states.tsx';
import { PillLinks, usePill } from '../../ui/pill-links.tsx';
import { usePeopleColumns } from './people-columns.tsx';
import { PeopleFilterChips, PeopleFilterPanel } from './people-filters.tsx';
import { driverTabs, filtersOf, queryOf } from './people-query.ts';
import { usePersonName } from './person-name.tsx';

/** Maps a column's field to a sort key of the API; other fields sort by the date of joining. */
function toUserSort(field: string): UserSort {
  return userSort.options.find((sort) => sort === field) ?? 'createdAt';
}

const rowId = ({ id }: { id: string }) => id;
const rowLink = ({ id }: { id: string }) => paths.person(id);

/** Drivers are polled: they go on or off duty, begin a trip and become stale without an event for others. */
const READ_AGAIN_MS = 30_000;
const polling = { pollingInterval: READ_AGAIN_MS, skipPollingIfUnfocused: true } as const;

/** Number of drivers under each tab; unknown ones are left out. Errors are shown by the list itself. */
function useTabCounts(): Partial<Record<(typeof driverTabs)[number], number>> {
  const query = { usertype: 'driver', review: 'waiting', limit: 1 } as const;
  const waiting = answers.listUsers.useQuery({ query }, polling);
  const duty = answers.countDuty.useQuery(undefined, polling);
  return {
    ...duty.currentData,
    ...(waiting.currentData && !waiting.isError && { waiting: waiting.currentData.total }),
  };
}

interface PeopleListProps {
  readonly usertype: Usertype;
  readonly viewer: Me;
  /** Renders the saved views of the table; optional. */
  readonly renderViews?: ((look: TableLook) => ReactNode) | undefined;
  /** Renders the details of a person beside the table; `close` closes them. */
  readonly renderPeek?: ((person: User, close: () => void) => ReactNode) | undefined;
  /** Renders the actions on the selected people; without it rows cannot be selected. */
  readonly renderBulk?: ((selection: RowSelection<User>) => ReactNode) | undefined;
  /** Action in the empty state. */
  readonly emptyAction?: ReactNode;
}

export function PeopleList({
  usertype,
  viewer,
  renderViews,
  renderPeek,
  renderBulk,
  emptyAction,
}: PeopleListProps) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  const ofDrivers = usertype === 'driver';
  const tab = usePill('show', driverTabs);
  const { params, change } = useQueryString();
  const filters = filtersOf(usertype, viewer.usertype, params);
  const narrowed = queryOf(usertype, viewer.usertype, params);
  const columns = usePeopleColumns(usertype, viewer.usertype);
  const state = useTableQuery({
    sort: 'createdAt',
    order: 'desc',
    sortable: columns.filter((column) => column.sortable).map((column) => column.field),
    scope: `${usertype} ${JSON.stringify(narrowed)}`,
  });
  const { q, sort, order, limit, cursor } = state.query;
  const asked = { usertype, ...narrowed, q: q || undefined, sort: toUserSort(sort), order };
  const rows = shownResponse(
    answers.listUsers.useQuery(
      { query: { ...asked, limit, cursor: cursor ?? undefined } },
      ofDrivers ? polling : undefined,
    ),
  );
  const filtered = q !== '' || Object.keys(narrowed).length > 0;
  const selection = useRowSelection<User>(rowId);
  const readPage = (cursor: string | undefined) =>
    client.listUsers({ query: { ...asked, limit: 200, cursor } });
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
      name={`people.${usertype}`}
      label={t(`people_label_${usertype}`)}
      columns={columns}
      rowId={rowId}
      rowLabel={(person) => t('person_open', { name: nameOf(person) })}
      rowLink={rowLink}
      state={state}
      rows={rows}
      renderViews={renderViews}
      searchLabel={ofDrivers ? t('people_search_drivers') : t('people_search')}
      filters={
        (ofDrivers || usertype === 'rider') && (
          <PeopleFilterPanel
            usertype={usertype}
            viewer={viewer.usertype}
            tab={tab}
            filters={filters}
            onChange={change}
            tabs={ofDrivers && <DriverTabs tab={tab} />}
          />
        )
      }
      chips={<PeopleFilterChips filters={filters} q={q} onChange={change} />}
      actions={<ExportPeople fileName={`${usertype}s.csv`} query={asked} />}
      empty={
        <EmptyState
          icon={<PeopleOutlined />}
          title={t('no_users')}
          text={filtered ? t('no_users_match') : t(`no_users_${usertype}`)}
          action={filtered ? undefined : emptyAction}
        />
      }
    />
  );
}

function DriverTabs({ tab }: { tab: (typeof driverTabs)[number] }) {
  const { t } = useTranslation();
  const counts = useTabCounts();
  return (
    <PillLinks
      label={t('people_which_drivers')}
      param="show"
      value={tab}
      pills={driverTabs
        .filter((value) => value !== 'late' || tab === 'late' || counts.late)
        .map((value) => ({
          value,
          text: t(`people_show_${value}`),
          ...(counts[value] !== undefined &&
            (value === 'waiting' ? { count: counts[value] } : { total: counts[value] })),
        }))}
    />
  );
}

type ExportQuery = NonNullable<RouteInput<Routes['exportUsers']>['query']>;

function ExportPeople({ query, fileName }: { query: ExportQuery; fileName: string }) {
  const { t } = useTranslation();
  return (
    <ExportCsv
      text={t('people_export')}
      fileName={fileName}
      read={(options) => client.exportUsers({ query }, options)}
    />
  );
}
