// /driver-signup: registers a driver; public, and designed for phones first.
import { fetchUser } from '@kerb/sdk/store';
import Button from '@mui/material/Button';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { DriverSignup } from '../../features/driver-signup/driver-signup.tsx';
import { SignupWaiting } from '../../features/driver-signup/signup-waiting.tsx';
import type { SignupAnswer } from '../../features/driver-signup/use-signup.ts';
import { paths } from '../../lib/paths.ts';
import { signOutUser } from '../../lib/sign-out.ts';
import { useKerbDispatch } from '../../lib/store.ts';
import { homeOf, useAuth } from '../../lib/use-auth.ts';
import { EmptyState } from '../../ui/page-states.tsx';
import { AuthSpinner } from '../../ui/protected-route.tsx';
import { SiteShell } from '../../ui/site-shell.tsx';

interface Person {
  readonly firstName: string;
  readonly mobile: string;
}

function waitingOf(state: unknown): Person | null {
  if (typeof state !== 'object' || state === null || !('waiting' in state)) return null;
  const { waiting } = state;
  if (typeof waiting !== 'object' || waiting === null) return null;
  if (!('firstName' in waiting) || !('mobile' in waiting)) return null;
  const { firstName, mobile } = waiting;
  return typeof firstName === 'string' && typeof mobile === 'string' ? { firstName, mobile } : null;
}

export function DriverSignupScreen() {
  const { known, user } = useAuth();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const dispatch = useKerbDispatch();
  const { state } = useLocation();
  const waiting = waitingOf(state);
  const [starting, setStarting] = useState(false);

  const onSignedUp = useCallback(
    async (answer: SignupAnswer, person: Person) => {
      // Stores the result in the history entry, so that a reload shows it again.
      if (!answer.approved || answer.token === null)
        return navigate(paths.driverSignup, { replace: true, state: { waiting: person } });
      // The response has set the session cookie.
      setStarting(true);
      await dispatch(fetchUser());
      return navigate(homeOf('driver'), { replace: true });
    },
    [dispatch, navigate],
  );

  if (!known || starting) return <AuthSpinner />;
  return (
    <SiteShell footer={false}>
      {waiting ? (
        <SignupWaiting {...waiting} />
      ) : user ? (
        <SignedInAlready />
      ) : (
        <DriverSignup
          referral={search.get('ref') ?? ''}
          onSignedUp={(answer, person) => void onSignedUp(answer, person)}
        />
      )}
    </SiteShell>
  );
}

function SignedInAlready() {
  const { t } = useTranslation();
  return (
    <EmptyState
      heading="h1"
      title={t('signup_signed_in')}
      text={t('signup_signed_in_text')}
      action={
        <Button variant="contained" onClick={() => void signOutUser()}>
          {t('logout')}
        </Button>
      }
    />
  );
}
