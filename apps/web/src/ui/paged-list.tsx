// List that grows page by page, with a button for the next page, or the error, below the rows.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../lib/use-error-text.ts';
import { LoadingButton } from './loading-button.tsx';
import type { PagedEntries } from './paged-entries.ts';

interface PagedListProps<Entry> {
  /** Accessible name of the list. */
  readonly label: string;
  readonly list: PagedEntries<Entry>;
  readonly keyOf: (entry: Entry) => string;
  readonly render: (entry: Entry) => ReactNode;
  /** Whether entries are cards with their own frames, side by side on wide screens. */
  readonly asCards?: boolean;
}

export const cardGrid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
} as const;

const cards = { ...cardGrid, listStyle: 'none', m: 0, p: 0 } as const;

const frame = {
  listStyle: 'none',
  m: 0,
  p: 0,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '16px',
  overflow: 'hidden',
  '& > li + li': { borderTop: '1px solid', borderColor: 'divider' },
} as const;

export function PagedList<Entry>({ label, list, keyOf, render, asCards = false }: PagedListProps<Entry>) {
  const { t } = useTranslation();
  return (
    <Box>
      <Box component="ul" aria-label={label} sx={asCards ? cards : frame}>
        {(list.items ?? []).map((entry) => (
          <li key={keyOf(entry)}>{render(entry)}</li>
        ))}
      </Box>
      {list.problem !== null && <NotCurrent problem={list.problem} onRetry={list.retry} />}
      {list.more && list.problem === null && (
        <Box sx={{ display: 'grid', justifyItems: 'center', pt: 2 }}>
          <LoadingButton variant="outlined" onClick={list.loadMore} loading={list.loadingMore}>
            {t('show_more')}
          </LoadingButton>
        </Box>
      )}
    </Box>
  );
}

/** Error of a reload, shown below the rows, which stay. */
function NotCurrent({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
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
      <Typography color="error">{errorText(problem)}</Typography>
      <Button onClick={onRetry}>{t('retry')}</Button>
    </Box>
  );
}
