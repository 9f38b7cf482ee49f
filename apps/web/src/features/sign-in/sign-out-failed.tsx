// Dialog on every screen after a sign-out that failed, with a way to try again.
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetSignOutProblem, onSignOutState, signOutState, signOutUser } from '../../lib/sign-out.ts';
import { useKerbSelector } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';

export function SignOutFailed() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { isBusy, problem } = useSyncExternalStore(onSignOutState, signOutState);
  const shown = useLastShown(problem);
  // Closes when the session ended otherwise.
  const hasSession = useKerbSelector(({ auth }) => auth.info !== null || auth.secondFactor !== null);
  return (
    <ConfirmDialog
      open={problem !== null && hasSession}
      title={t('logout_failed')}
      confirmText={t('retry')}
      busy={isBusy}
      onConfirm={() => void signOutUser()}
      onClose={forgetSignOutProblem}
    >
      {shown !== null && errorText(shown)}
    </ConfirmDialog>
  );
}
