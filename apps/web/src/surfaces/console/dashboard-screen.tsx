// /dashboard: what was earned, what is under way, and where the drivers are.
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActiveBookings } from '../../features/earning-cards/active-bookings.tsx';
import { EarningCards } from '../../features/earning-cards/earning-cards.tsx';
import { useDashboard } from '../../features/earning-cards/use-dashboard.ts';
import { LiveMap } from '../../features/live-map/live-map.tsx';
import { AlertsPanel } from '../../features/safety/alerts-panel.tsx';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { ErrorState } from '../../ui/page-states.tsx';

export function DashboardScreen() {
  const { t } = useTranslation();
  const { dashboard, problem, reload } = useDashboard();
  const failed = dashboard === null && problem !== null;
  return (
    <ConsoleShell title={t('nav_dashboard')}>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <AlertsPanel />
        {failed ? (
          <ErrorState problem={problem} onRetry={reload} />
        ) : (
          <>
            <Part title={t('earnings_gross')}>
              {problem !== null && <Alert severity="warning">{t('dashboard_stale')}</Alert>}
              <EarningCards dashboard={dashboard} />
            </Part>
            <Part title={t('dashboard_active')}>
              <ActiveBookings dashboard={dashboard} />
            </Part>
          </>
        )}
        <Part title={t('live_map_drivers')}>
          <LiveMap />
        </Part>
      </Box>
    </ConsoleShell>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Typography variant="h5" component="h2">
        {title}
      </Typography>
      {children}
    </Box>
  );
}
