// Sign-in dialog over a screen with unsaved input after the session has ended; the same user then continues there.
import type { Me } from '@kerb/contract';
import { clearLoginError } from '@kerb/sdk/store';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type ComponentProps, useCallback, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endHold } from '../../lib/held-session.ts';
import { live } from '../../lib/live.ts';
import { client, useKerbDispatch } from '../../lib/store.ts';
import { homeOf, useAuth } from '../../lib/use-auth.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useSignIn } from './use-sign-in.ts';

/** After a sign-in: the same user continues here, another user goes to their first screen. */
function useContinueAfterSignIn() {
  const { user } = useAuth();
  const [uid] = useState(user?.id);
  return useCallback(
    ({ id, usertype }: Me) => {
      // A full page load clears all data of the previous user from memory.
      if (id !== uid) return window.location.replace(homeOf(usertype));
      // The live connection belongs to the ended session, so connect again.
      live.disconnect();
      live.connect();
      endHold(true);
    },
    [uid],
  );
}

/** Mount it only while the ended session's screen is held. Covers the whole screen, because no user is signed in. */
export function SignInAgain({ SecondFactor }: Pick<ComponentProps<typeof SignInForm>, 'SecondFactor'>) {
  const { t } = useTranslation();
  const dispatch = useKerbDispatch();
  const titleId = useId();
  const textId = useId();
  const continueAfterSignIn = useContinueAfterSignIn();
  const signIn = useSignIn(continueAfterSignIn);

  useEffect(() => {
    // The user may have signed in again in another tab.
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      client.getSession().then(
        ({ user }) => user && continueAfterSignIn(user),
        () => undefined,
      );
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [continueAfterSignIn]);

  return (
    <Dialog
      open
      aria-labelledby={titleId}
      aria-describedby={textId}
      fullWidth
      maxWidth="xs"
      slotProps={{ backdrop: { sx: { bgcolor: 'background.subtle' }, transitionDuration: 0 } }}
    >
      <DialogTitle id={titleId} variant="h4">
        {t('signed_out_meanwhile')}
      </DialogTitle>
      <DialogContent>
        <DialogContentText id={textId} sx={{ mb: 3 }}>
          {t('signed_out_meanwhile_text')}
        </DialogContentText>
        <SignInForm signIn={signIn} SecondFactor={SecondFactor} />
      </DialogContent>
      <DialogActions sx={{ p: 2 }}>
        <Button
          color="inherit"
          onClick={() => {
            dispatch(clearLoginError());
            endHold(false);
          }}
        >
          {t('signed_out_meanwhile_leave')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
