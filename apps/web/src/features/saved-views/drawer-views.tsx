// Links to the saved views of the console's tables in the navigation. Row counts are shown only while the table is
// open, because it loads them anyway.
import type { SavedView, SavedViewTable } from '@kerb/contract';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { useLocation } from 'react-router';
import { answers } from '../../lib/answers.ts';
import { paths } from '../../lib/paths.ts';
import { type ConsoleView, ConsoleViews } from '../../ui/console-views.ts';

/** Maximum number of links for a table, so that other links stay in view; the table lists all views. */
const MAX_PER_TABLE = 5;
const tables = ['bookings', 'drivers', 'riders'] as const satisfies readonly SavedViewTable[];

interface DrawerViewsProps {
  readonly renderCount: (table: SavedViewTable, query: string) => ReactNode;
  readonly children: ReactNode;
}

export function DrawerViews({ renderCount, children }: DrawerViewsProps) {
  const { pathname } = useLocation();
  const { data } = answers.listSavedViews.useQuery({ query: {} });
  const views = useMemo(() => {
    const linkOf = ({ id, table, name, query }: SavedView): ConsoleView => ({
      id,
      name,
      query,
      count: pathname === paths[table] ? renderCount(table, query) : null,
    });
    const ofTable = (table: SavedViewTable) =>
      (data?.items ?? []).filter((view) => view.table === table).slice(0, MAX_PER_TABLE);
    return Object.fromEntries(tables.map((table) => [table, ofTable(table).map(linkOf)]));
  }, [data, pathname, renderCount]);
  // Deferred: views that arrive while a screen is being rendered would make React render it without a pause.
  return <ConsoleViews value={useDeferredValue(views)}>{children}</ConsoleViews>;
}
