// Shows a screen only to the given roles; other visitors go to /login, which signs them in or explains the wrong role.

import type { Usertype } from '@kerb/domain/identity';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { paths } from '../lib/paths.ts';
import { useAuth } from '../lib/use-auth.ts';

export function ProtectedRoute({ roles, children }: { roles: readonly Usertype[]; children: ReactNode }) {
  const { known, user } = useAuth();
  const location = useLocation();
  if (!known) return <AuthSpinner />;
  if (!user || !roles.includes(user.usertype)) {
    // A user of another role must not return here after signing in; they get the first screen of their role.
    const state = user ? { isWrongRole: true } : { from: `${location.pathname}${location.search}` };
    return <Navigate to={paths.login} replace state={state} />;
  }
  // Remounts for another account, so that no state of the previous user remains.
  return <Fragment key={user.id}>{children}</Fragment>;
}

export function AuthSpinner() {
  const { t } = useTranslation();
  return (
    <Box role="status" sx={{ display: 'grid', placeItems: 'center', minHeight: '60vh' }}>
      <CircularProgress aria-label={t('loading')} color="primary" size={32} />
    </Box>
  );
}
