// The users of one role: searched, sorted and paged by the server, and reloaded when a user changes.
import type { Me, Review, RouteInput, Routes, UserSort } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { fetchUsers } from '@kerb/sdk/store/console';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { live, useLiveTopic } from '../../lib/live.ts';
import { onceOpen } from '../../lib/once-open.ts';
import { paths } from '../../lib/paths.ts';
import { client, useKerbDispatch } from '../../lib/store.ts';
import { throttle } from '../../lib/throttle.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTablePage } from '../../ui/data-table/use-table-page.ts';
import { type TableQuery, useTableQuery } from '../../ui/data-table/use-table-query.ts';
import { ExportCsv } from '../../ui/export-csv.tsx';
import { EmptyState } from '../../ui/page-states.tsx';
import { PillLinks, usePill } from '../../ui/pill-links.tsx';
import { usePeopleColumns } from './people-columns.tsx';
import { usePersonName } from './person-name.tsx';

const sorts: readonly UserSort[] = [
  'createdAt',
  'firstName',
  'lastName',
  'email',
  'mobile',
  'walletBalance',
  'rating',
  'vehicleNumber',
];

/** A column's field as the API sorts by it; anything else sorts by when people came. */
function toUserSort(field: string): UserSort {
  return sorts.find((sort) => sort === field) ?? 'createdAt';
}

const reviews = ['all', 'waiting', 'refused', 'disabled'] as const;
/** Many people change at once when a file of them is read in; each reading takes the place of the one before. */
const refreshAtMostEveryMs = 2000;
const rowId = ({ id }: { id: string }) => id;
const rowLink = ({ id }: { id: string }) => paths.person(id);

/** How many drivers wait to be let in; null while that is not known. */
function useWaiting(wanted: boolean): { waiting: number | null; recount: () => void } {
  const [waiting, setWaiting] = useState<number | null>(null);
  const count = useCallback(async () => {
    if (!wanted) return;
    try {
      const query = { usertype: 'driver', review: 'waiting', limit: 1 } as const;
      setWaiting((await client.listUsers({ query })).total);
    } catch {
      // The list itself says what failed.
      setWaiting(null);
    }
  }, [wanted]);
  useEffect(() => void count(), [count]);
  return { waiting, recount: useCallback(() => void count(), [count]) };
}

/** Calls both when the list may have changed: on an event, and when the live connection opens. */
function useRefreshOnChange(reload: () => void, recount: () => void): void {
  const refresh = useMemo(
    () =>
      throttle(() => {
        reload();
        recount();
      }, refreshAtMostEveryMs),
    [reload, recount],
  );
  useEffect(() => refresh.cancel, [refresh]);
  useEffect(() => onceOpen(live, refresh), [refresh]);
  useLiveTopic('people', (message) => {
    if (message.type === 'event') refresh();
  });
}

interface ListedUsers {
  readonly usertype: Usertype;
  readonly review: Review | null;
  readonly query: TableQuery;
}

/** The page of the query. */
function useUsersPage({ usertype, review, query }: ListedUsers) {
  const dispatch = useKerbDispatch();
  const { q, sort, order, limit, cursor } = query;
  return useTablePage(
    useCallback(
      async (signal: AbortSignal) => {
        const call = dispatch(
          fetchUsers({
            usertype,
            ...(review && { review }),
            ...(q !== '' && { q }),
            sort: toUserSort(sort),
            order,
            limit,
            ...(cursor !== null && { cursor }),
          }),
        );
        signal.addEventListener('abort', () => call.abort());
        return call.unwrap();
      },
      [dispatch, usertype, review, q, sort, order, limit, cursor],
    ),
  );
}

interface PeopleListProps {
  readonly usertype: Usertype;
  readonly viewer: Me;
  /** Shown in an empty list. */
  readonly emptyAction?: ReactNode;
}

export function PeopleList({ usertype, viewer, emptyAction }: PeopleListProps) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  const ofDrivers = usertype === 'driver';
  const tab = usePill('show', reviews);
  const review = ofDrivers && tab !== 'all' ? tab : null;
  const columns = usePeopleColumns(usertype, viewer.usertype);
  const state = useTableQuery({
    sort: 'createdAt',
    order: 'desc',
    sortable: columns.filter((column) => column.sortable).map((column) => column.field),
    scope: `${usertype} ${review}`,
  });
  const { q, sort, order } = state.query;
  const rows = useUsersPage({ usertype, review, query: state.query });
  const { waiting, recount } = useWaiting(ofDrivers);
  useRefreshOnChange(rows.reload, recount);
  const filtered = q !== '' || review !== null;
  return (
    <DataTable
      name={`people.${usertype}`}
      label={t(`people_label_${usertype}`)}
      columns={columns}
      rowId={rowId}
      rowLabel={(person) => t('person_open', { name: nameOf(person) })}
      rowLink={rowLink}
      state={state}
      rows={rows}
      searchLabel={ofDrivers ? t('people_search_drivers') : t('people_search')}
      filters={
        ofDrivers && (
          <PillLinks
            label={t('people_which_drivers')}
            param="show"
            value={tab}
            pills={reviews.map((value) => ({
              value,
              text: t(`people_show_${value}`),
              ...(value === 'waiting' && waiting !== null && { count: waiting }),
            }))}
          />
        )
      }
      actions={
        <ExportPeople
          fileName={`${usertype}s.csv`}
          query={{
            usertype,
            ...(review && { review }),
            ...(q !== '' && { q }),
            sort: toUserSort(sort),
            order,
          }}
        />
      }
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
