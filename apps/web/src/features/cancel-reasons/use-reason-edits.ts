// What an admin does to the reasons: which dialog is open, what was refused, and how it went.
import { type CancelReason, editCancellationReason } from '@kerb/sdk/store/console';
import { useState } from 'react';
import { useKerbDispatch } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';

export type ReasonQuestion =
  | { readonly what: 'add' }
  | { readonly what: 'edit' | 'delete'; readonly reason: CancelReason };

export type ReasonDone = { readonly what: 'saved' | 'deleted'; readonly label: string };

export function useReasonEdits(reload: () => void) {
  const dispatch = useKerbDispatch();
  const errorText = useErrorText();
  const [asked, setAsked] = useState<ReasonQuestion | null>(null);
  const [alert, setAlert] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<ReasonDone | null>(null);

  const remove = async ({ value, label }: CancelReason): Promise<void> => {
    setBusy(true);
    try {
      await dispatch(editCancellationReason({ method: 'Delete', data: { value } })).unwrap();
      setDone({ what: 'deleted', label });
    } catch (code) {
      setAlert(errorText(code));
    } finally {
      setBusy(false);
      setAsked(null);
      reload();
    }
  };
  return {
    ...{ asked, alert, busy, done, ask: setAsked },
    close: () => setAsked(null),
    closeAlert: () => setAlert(null),
    forget: () => setDone(null),
    remove: (reason: CancelReason) => void remove(reason),
    saved: ({ label }: CancelReason) => {
      setAsked(null);
      setDone({ what: 'saved', label });
      reload();
    },
  };
}
