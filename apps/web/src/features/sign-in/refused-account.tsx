// Alert on every screen for an account that may not sign in, such as a disabled one; signs the user out.
import { signOut } from '@kerb/sdk/store';
import { useEffect, useState } from 'react';
import { useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { ofTheAccount } from './sign-in-problem.ts';

export function RefusedAccount() {
  const errorText = useErrorText();
  const dispatch = useKerbDispatch();
  const msg = useKerbSelector(({ auth }) => auth.error.msg);
  const refusal = msg !== null && ofTheAccount.includes(msg) ? msg : null;
  const [shown, setShown] = useState(refusal);

  useEffect(() => {
    if (refusal === null) return;
    setShown(refusal);
    // Signing out clears the error in the store, so the alert has its own copy.
    void dispatch(signOut());
  }, [refusal, dispatch]);

  return <AlertDialog message={shown === null ? null : errorText(shown)} onClose={() => setShown(null)} />;
}
