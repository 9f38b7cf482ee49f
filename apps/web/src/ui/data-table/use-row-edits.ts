// React hook for editing rows of a table: the open dialog, the last error and the last success.
import { useCallback, useState } from 'react';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSubmission } from '../../lib/use-submission.ts';

export type RowQuestion<Row> =
  | { readonly what: 'add' }
  | { readonly what: 'edit' | 'delete'; readonly row: Row };

export type RowDone = { readonly what: 'saved' | 'deleted'; readonly name: string };

interface RowEditing<Row> {
  readonly nameOf: (row: Row) => string;
  /** Rejects with the server's error. */
  readonly remove: (row: Row) => Promise<unknown>;
  /** Reloads the table, if no cached query does so automatically. */
  readonly reload?: () => void;
  /** Returns an error code if a dialog must not open, otherwise null. Must be referentially stable. */
  readonly refuse?: (question: RowQuestion<Row>) => string | null;
}

export interface RowEdits<Row> {
  readonly asked: RowQuestion<Row> | null;
  readonly alert: string | null;
  readonly busy: boolean;
  readonly done: RowDone | null;
  readonly nameOf: (row: Row) => string;
  readonly ask: (question: RowQuestion<Row>) => void;
  readonly close: () => void;
  readonly closeAlert: () => void;
  readonly forget: () => void;
  readonly remove: (row: Row) => void;
  readonly saved: (row: Row) => void;
}

export function useRowEdits<Row>(editing: RowEditing<Row>): RowEdits<Row> {
  const errorText = useErrorText();
  const [asked, setAsked] = useState<RowQuestion<Row> | null>(null);
  const [alert, setAlert] = useState<string | null>(null);
  const { busy, run } = useSubmission();
  const [done, setDone] = useState<RowDone | null>(null);
  const { refuse } = editing;

  const remove = async (row: Row): Promise<void> => {
    try {
      await editing.remove(row);
      setDone({ what: 'deleted', name: editing.nameOf(row) });
    } catch (code) {
      setAlert(errorText(code));
    } finally {
      setAsked(null);
      editing.reload?.();
    }
  };
  return {
    asked,
    alert,
    busy,
    done,
    nameOf: editing.nameOf,
    ask: useCallback(
      (question) => {
        const code = refuse?.(question) ?? null;
        if (code === null) setAsked(question);
        else setAlert(errorText(code));
      },
      [refuse, errorText],
    ),
    close: () => setAsked(null),
    closeAlert: () => setAlert(null),
    forget: () => setDone(null),
    remove: (row) => void run(() => remove(row)),
    saved: (row) => {
      setAsked(null);
      setDone({ what: 'saved', name: editing.nameOf(row) });
      editing.reload?.();
    },
  };
}
