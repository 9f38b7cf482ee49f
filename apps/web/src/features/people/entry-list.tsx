// A list beside a person, in its five states.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import type { Entries } from './use-entries.ts';

interface EntryListProps<Entry> {
  readonly label: string;
  readonly entries: Entries<Entry>;
  readonly keyOf: (entry: Entry) => string;
  readonly render: (entry: Entry) => ReactNode;
  readonly icon: ReactNode;
  /** What is said where there is nothing. */
  readonly emptyTitle: string;
  readonly emptyText: string;
}

export function EntryList<Entry>(props: EntryListProps<Entry>) {
  const { t } = useTranslation();
  const { entries } = props;
  if (entries.items === null)
    return entries.problem === null ? (
      <EntriesSkeleton />
    ) : (
      <ErrorState problem={entries.problem} onRetry={entries.retry} />
    );
  if (entries.items.length === 0)
    return <EmptyState icon={props.icon} title={props.emptyTitle} text={props.emptyText} />;
  return (
    <Box>
      <Box
        component="ul"
        aria-label={props.label}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: '16px',
          overflow: 'hidden',
          '& > li + li': { borderTop: '1px solid', borderColor: 'divider' },
        }}
      >
        {entries.items.map((entry) => (
          <Box component="li" key={props.keyOf(entry)}>
            {props.render(entry)}
          </Box>
        ))}
      </Box>
      {entries.problem !== null && <NotCurrent entries={entries} />}
      {entries.more && entries.problem === null && (
        <Box sx={{ display: 'grid', justifyItems: 'center', pt: 2 }}>
          <Button variant="outlined" onClick={entries.loadMore} loading={entries.loadingMore}>
            {t('show_more')}
          </Button>
        </Box>
      )}
    </Box>
  );
}

function NotCurrent({ entries }: { entries: Entries<unknown> }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <Box
      role="alert"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1,
        flexWrap: 'wrap',
        pt: 2,
      }}
    >
      <Typography color="error">{errorText(entries.problem)}</Typography>
      <Button onClick={entries.retry}>{t('retry')}</Button>
    </Box>
  );
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
