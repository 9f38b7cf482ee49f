// Sign in with a phone number and the code sent to it.
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Link as RouterLink, useLocation } from 'react-router';
import { followOwnLanguage } from '../../lib/own-language.ts';
import { paths } from '../../lib/paths.ts';
import { useRegisteredPaths } from '../../lib/registered-paths.ts';
import { homeOf, useAuth } from '../../lib/use-auth.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AuthSpinner } from '../../ui/protected-route.tsx';
import { SiteShell } from '../../ui/site-shell.tsx';
import { DemoSignIns } from './demo-sign-ins.tsx';
import { OtpSignIn } from './otp-sign-in.tsx';

function cameFrom(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  // Only a path of this app; "//host" would leave it.
  return typeof state.from === 'string' && /^\/(?!\/)/.test(state.from) ? state.from : null;
}

export function LoginScreen() {
  const { t } = useTranslation();
  const { known, user } = useAuth();
  const { state } = useLocation();
  const registered = useRegisteredPaths();
  const settings = useSettings();
  useEffect(followOwnLanguage, []);
  if (!known) return <AuthSpinner />;
  if (user) {
    const home = homeOf(user.usertype);
    return <Navigate to={cameFrom(state) ?? (registered.has(home) ? home : paths.bookings)} replace />;
  }
  return (
    <SiteShell footer={false}>
      <Box sx={{ display: 'grid', gap: 5, maxWidth: 440, mx: 'auto', px: 2, py: { xs: 4, md: 9 } }}>
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="h2" component="h1">
            {t('login_title')}
          </Typography>
          <Typography color="text.secondary">{t('login_text')}</Typography>
        </Box>
        <OtpSignIn />
        {settings?.demo && (
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            <DemoSignIns people={settings.demo.signIns} />
            {settings.demo.inbox && (
              <Typography variant="body2" color="text.secondary">
                {t('demo_inbox_hint')}{' '}
                <Link
                  component={RouterLink}
                  to={paths.devInbox}
                  target="_blank"
                  underline="always"
                  color="text.primary"
                >
                  {t('open_dev_inbox')}
                </Link>
              </Typography>
            )}
          </Box>
        )}
      </Box>
    </SiteShell>
  );
}
