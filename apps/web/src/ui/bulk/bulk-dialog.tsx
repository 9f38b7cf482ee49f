// Dialog of a bulk action: progress while it runs, then the number of rows done, and the failed ones with their
// reasons.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import type { Bulk, BulkState } from './use-bulk.ts';
import { useFocusInTable } from './use-focus-in-table.ts';

interface BulkDialogProps<Row> {
  readonly bulk: Bulk<Row>;
  readonly rowId: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  /** Called with the rows that were done. */
  readonly onClose: (done: readonly Row[]) => void;
}

/** Cannot be dismissed while the action runs; the user has to stop it first. */
export function BulkDialog<Row>({ bulk, rowId, nameOf, onClose }: BulkDialogProps<Row>) {
  const { t } = useTranslation();
  const titleId = useId();
  const { state } = bulk;
  // The confirmation dialog to which the focus would return no longer exists.
  useFocusInTable(state !== null);
  if (state === null) return null;
  const { running, result, action } = state;
  const close = () => onClose(bulk.close());
  const unfinished = result.failed.length + result.left.length;
  return (
    <Dialog open onClose={running ? undefined : close} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId} variant="h4">
        {action.title}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <Progress state={state} />
        <Failures state={state} rowId={rowId} nameOf={nameOf} />
      </DialogContent>
      <DialogActions sx={{ p: 2, flexWrap: 'wrap', gap: 1 }}>
        {running ? (
          <Button onClick={bulk.stop}>{t('bulk_stop')}</Button>
        ) : (
          <>
            {bulk.undoable.length > 0 && (
              <Button onClick={() => bulk.undo(t('bulk_undoing'))}>{t('bulk_undo')}</Button>
            )}
            {unfinished > 0 && <Button onClick={bulk.retry}>{t('bulk_retry')}</Button>}
            <Button variant="contained" onClick={close}>
              {t('close')}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Progress<Row>({ state }: { state: BulkState<Row> }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { done, failed, left } = state.result;
  const tried = done.length + failed.length;
  const all = Math.max(tried + left.length, 1);
  const text = t('bulk_progress', { done: number(done.length), all: number(tried + left.length) });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography role="status" className="tabular">
        {text}
      </Typography>
      {state.running && (
        <LinearProgress variant="determinate" value={(tried / all) * 100} aria-label={text} />
      )}
    </Box>
  );
}

/** Maximum number of failures listed, because a longer list would slow the page down; a retry includes all of them. */
const maxListed = 200;

function Failures<Row>({
  state,
  rowId,
  nameOf,
}: { state: BulkState<Row> } & Pick<BulkDialogProps<Row>, 'rowId' | 'nameOf'>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { failed } = state.result;
  if (failed.length === 0) return null;
  return (
    <Box>
      <Typography variant="h6" component="h3" color="error">
        {t('bulk_failed', { count: failed.length })}
      </Typography>
      <Box component="ul" sx={{ m: 0, ps: 0, pl: 2.5, maxHeight: 280, overflowY: 'auto' }}>
        {failed.slice(0, maxListed).map(({ row, problem }) => (
          <li key={rowId(row)}>{t('bulk_failed_row', { name: nameOf(row), problem: errorText(problem) })}</li>
        ))}
      </Box>
    </Box>
  );
}
