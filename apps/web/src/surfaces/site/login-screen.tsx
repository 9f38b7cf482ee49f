// Sign-in with a mobile number and the code sent to it, or with an external provider.
import type { Usertype } from '@kerb/domain/identity';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { SecondFactorStep } from '../../features/second-factor/lazy-screens.tsx';
import { DemoSignIns } from '../../features/sign-in/demo-sign-ins.tsx';
import { LoginAlert } from '../../features/sign-in/login-alert.tsx';
import { SignInForm } from '../../features/sign-in/sign-in-form.tsx';
import { SocialButtons } from '../../features/sign-in/social-buttons.tsx';
import { useSignIn } from '../../features/sign-in/use-sign-in.ts';
import { followOwnLanguage } from '../../lib/own-language.ts';
import { paths } from '../../lib/paths.ts';
import { homeOf, useAuth } from '../../lib/use-auth.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { InboxHint } from '../../ui/inbox-hint.tsx';
import { showLastingNotice } from '../../ui/lasting-notice.tsx';
import { Link as RouterLink } from '../../ui/link.tsx';
import { AuthSpinner } from '../../ui/protected-route.tsx';
import { SiteShell } from '../../ui/site-shell.tsx';
import { isFromWrongRole, returnPathOf } from './return-path.ts';

export function LoginScreen() {
  const { known, user } = useAuth();
  const { state, search } = useLocation();
  useEffect(followOwnLanguage, []);
  if (!known) return <AuthSpinner />;
  const from = returnPathOf(state, search);
  if (user) {
    const refused = new URLSearchParams(search).get('error');
    // A signed-in user returns from connecting a provider: the profile shows the error.
    if (refused !== null) return <Navigate to={profileWithError(refused)} replace />;
    if (isFromWrongRole(state)) return <OwnFirstScreen usertype={user.usertype} />;
    return <Navigate to={from ?? homeOf(user.usertype)} replace />;
  }
  return <SignInPage from={from} />;
}

/** Redirects to the first screen of the role, where a notice explains why the other screen was not shown. */
function OwnFirstScreen({ usertype }: { usertype: Usertype }) {
  useEffect(() => showLastingNotice((t) => t('page_not_for_role'), { severity: 'info' }), []);
  return <Navigate to={homeOf(usertype)} replace />;
}

const profileWithError = (error: string): string => `${paths.profile}?${new URLSearchParams({ error })}`;

function SignInPage({ from }: { from: string | null }) {
  const { t } = useTranslation();
  const settings = useSettings();
  const signIn = useSignIn();
  const isAtPhone = signIn.verificationId === null && !signIn.awaitsSecondFactor;
  // After the provider the browser returns to this screen, which redirects to the first screen of the role.
  const next = from === null ? paths.login : `${paths.login}?${new URLSearchParams({ from })}`;
  return (
    <SiteShell footer={false}>
      <Box sx={{ display: 'grid', gap: 4, maxWidth: 440, mx: 'auto', px: 2, py: { xs: 4, md: 9 } }}>
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="h2" component="h1">
            {t('login_title')}
          </Typography>
          {!signIn.awaitsSecondFactor && <Typography color="text.secondary">{t('login_text')}</Typography>}
        </Box>
        <SignInForm signIn={signIn} SecondFactor={SecondFactorStep} />
        {isAtPhone && settings && <SocialButtons offered={settings.social} next={next} />}
        {isAtPhone && settings?.demo && (
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            <DemoSignIns people={settings.demo.signIns} signIn={signIn} />
          </Box>
        )}
        {settings?.demo?.inbox && <InboxHint />}
        {isAtPhone && <DriveWithUs />}
      </Box>
      <ProviderAlert />
    </SiteShell>
  );
}

function DriveWithUs() {
  const { t } = useTranslation();
  return (
    <Typography color="text.secondary" sx={{ borderTop: '1px solid', borderColor: 'divider', pt: 3 }}>
      {t('drive_with_us_text')}{' '}
      <Link component={RouterLink} to={paths.driverSignup} underline="always" color="text.primary">
        {t('drive_with_us')}
      </Link>
    </Typography>
  );
}

/** Shows the error with which a provider redirected back: /login?error=… */
function ProviderAlert() {
  const [query, setQuery] = useSearchParams();
  const code = query.get('error');
  return (
    <LoginAlert
      code={code}
      onClose={() => {
        query.delete('error');
        setQuery(query, { replace: true });
      }}
    />
  );
}
