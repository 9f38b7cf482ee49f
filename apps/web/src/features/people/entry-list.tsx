// List of a person's entries, with states for loading, empty, error and loaded.
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import type { PagedEntries } from '../../ui/paged-entries.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

interface EntryListProps<Entry> {
  readonly label: string;
  readonly entries: PagedEntries<Entry>;
  readonly keyOf: (entry: Entry) => string;
  readonly render: (entry: Entry) => ReactNode;
  readonly icon: ReactNode;
  /** Title of the empty state. */
  readonly emptyTitle: string;
  readonly emptyText: string;
}

export function EntryList<Entry>(props: EntryListProps<Entry>) {
  const { entries } = props;
  if (entries.items === null)
    return entries.problem === null ? (
      <EntriesSkeleton />
    ) : (
      <ErrorState problem={entries.problem} onRetry={entries.retry} />
    );
  if (entries.items.length === 0)
    return <EmptyState icon={props.icon} title={props.emptyTitle} text={props.emptyText} />;
  return <PagedList label={props.label} list={entries} keyOf={props.keyOf} render={props.render} />;
}

function EntriesSkeleton() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: '2px' }}>
        {['a', 'b', 'c', 'd'].map((row) => (
          <Placeholder key={row} height={72} />
        ))}
      </Box>
    </Loading>
  );
}
