// Bar above a table while rows are selected: their number, a button to select all matching rows, and bulk actions.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { AlertDialog } from '../alert-dialog.tsx';
import { maxSelected, type RowSelection } from '../data-table/row-selection.ts';
import { LoadingButton } from '../loading-button.tsx';
import { useFocusInTable } from './use-focus-in-table.ts';

interface BulkBarProps<Row> {
  readonly selection: RowSelection<Row>;
  /** Reads the next page of all matching rows; without it, only the rows shown can be selected. */
  readonly readPage?: (
    cursor: string | undefined,
  ) => Promise<{ items: readonly Row[]; nextCursor: string | null }>;
  readonly children: ReactNode;
}

export function BulkBar<Row>({ selection, readPage, children }: BulkBarProps<Row>) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const errorText = useErrorText();
  const { busy, problem, run, clearProblem } = useSubmission();
  const reading = useRef<AbortController | null>(null);
  const isEmpty = selection.rows.size === 0;
  // When the selection is cleared or the bar unmounts, pages that are still loading must not be selected.
  useEffect(() => {
    if (isEmpty) reading.current?.abort();
    return () => reading.current?.abort();
  }, [isEmpty]);
  // The bar is unmounted with its dialogs when the rows of an action, or all with “Clear”, are no longer selected.
  useFocusInTable(!isEmpty);
  if (isEmpty) return null;

  const selectAll = async (read: NonNullable<typeof readPage>) => {
    const stop = new AbortController();
    reading.current = stop;
    let cursor: string | undefined;
    let count = 0;
    do {
      const page = await read(cursor).catch((error: unknown) => {
        if (stop.signal.aborted) return null;
        throw error;
      });
      if (page === null || stop.signal.aborted) return;
      const { items, nextCursor } = page;
      selection.selectOf(items, () => true);
      count += items.length;
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined && count < maxSelected);
  };
  return (
    <Box
      role="toolbar"
      aria-label={t('bulk_bar')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        px: 1.5,
        py: 0.75,
        borderRadius: '12px',
        bgcolor: 'background.subtle',
      }}
    >
      <Typography role="status" variant="body2" className="tabular" sx={{ fontWeight: 620 }}>
        {t('bulk_selected', { count: selection.rows.size, selected: number(selection.rows.size) })}
      </Typography>
      {readPage && (
        <LoadingButton size="small" loading={busy} onClick={() => void run(() => selectAll(readPage))}>
          {t('bulk_select_all', { most: number(maxSelected) })}
        </LoadingButton>
      )}
      <Button size="small" onClick={selection.clear}>
        {t('bulk_clear')}
      </Button>
      {/* Actions are hidden while the selection is incomplete. */}
      {!busy && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginInlineStart: 'auto' }}>{children}</Box>
      )}
      <AlertDialog message={problem === null ? null : errorText(problem)} onClose={clearProblem} />
    </Box>
  );
}
