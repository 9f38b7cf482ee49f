// Dialogs for editing a table's rows: the form, the confirmation before deleting, and the notices of errors and
// success.
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { AlertDialog } from '../alert-dialog.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { DoneNotice } from '../done-notice.tsx';
import { useLastShown } from '../use-last-shown.ts';
import type { RowDone, RowEdits } from './use-row-edits.ts';

interface RowEditDialogsProps<Row> {
  readonly edits: RowEdits<Row>;
  /** Renders the form of a row, or of a new one for null; mounted only while it is open. */
  readonly form: (row: Row | null) => ReactNode;
  readonly deleteTitle: (name: string) => string;
  readonly deleteText: string;
  /** Label of the delete button. */
  readonly deleteAction: string;
  readonly doneText: (done: RowDone) => string;
}

export function RowEditDialogs<Row>({ edits, form, ...texts }: RowEditDialogsProps<Row>) {
  const { asked } = edits;
  const doomed = asked?.what === 'delete' ? asked.row : null;
  const lastDoomed = useLastShown(doomed);
  return (
    <>
      {asked?.what === 'add' && form(null)}
      {asked?.what === 'edit' && form(asked.row)}
      <ConfirmDialog
        open={doomed !== null}
        title={texts.deleteTitle(lastDoomed === null ? '' : edits.nameOf(lastDoomed))}
        confirmText={texts.deleteAction}
        destructive
        busy={edits.busy}
        onConfirm={() => doomed !== null && edits.remove(doomed)}
        onClose={edits.close}
      >
        <Typography>{texts.deleteText}</Typography>
      </ConfirmDialog>
      <AlertDialog message={edits.alert} onClose={edits.closeAlert} />
      <DoneNotice text={edits.done && texts.doneText(edits.done)} onClose={edits.forget} />
    </>
  );
}
