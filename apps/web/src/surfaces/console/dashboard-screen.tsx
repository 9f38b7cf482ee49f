// /dashboard: what was earned, what is under way, how long people wait, what they ask for, where the drivers are, how good the times are.
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActiveBookings } from '../../features/earning-cards/active-bookings.tsx';
import { DemandFigures } from '../../features/earning-cards/demand-figures.tsx';
import { EarningCards } from '../../features/earning-cards/earning-cards.tsx';
import { WaitingTimes } from '../../features/earning-cards/waiting-times.tsx';
import { ReviewsPanel } from '../../features/fare-review/reviews-panel.tsx';
import { LiveMap } from '../../features/live-map/live-map.tsx';
import { AlertsPanel } from '../../features/safety/alerts-panel.tsx';
import { TravelTimesCard } from '../../features/travel-times/travel-times-card.tsx';
import { answers } from '../../lib/answers.ts';
import { shownAnswer } from '../../lib/shown-answer.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { ErrorState } from '../../ui/page-states.tsx';

/** Days and months begin by themselves. */
const READ_AGAIN_MS = 60_000;

export function DashboardScreen() {
  const { t } = useTranslation();
  const {
    answer: dashboard,
    problem,
    reload,
  } = shownAnswer(answers.getDashboard.useQuery(undefined, { pollingInterval: READ_AGAIN_MS }));
  const isAdmin = useAuth().user?.usertype === 'admin';
  const failed = dashboard === null && problem !== null;
  return (
    <ConsoleShell title={t('nav_dashboard')}>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {isAdmin && <AlertsPanel />}
        {isAdmin && <ReviewsPanel />}
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
            <Box sx={pairStyles}>
              <Part title={t('waiting_title')}>
                <WaitingTimes dashboard={dashboard} />
              </Part>
              {(dashboard === null ? isAdmin : dashboard.demand !== null) && (
                <Part title={t('demand_title')}>
                  <DemandFigures dashboard={dashboard} />
                </Part>
              )}
            </Box>
          </>
        )}
        <Part title={t('live_map_drivers')}>
          <LiveMap places={dashboard?.demand?.places ?? null} />
        </Part>
        {isAdmin && (
          <Part title={t('times_title')}>
            <TravelTimesCard />
          </Part>
        )}
      </Box>
    </ConsoleShell>
  );
}

/** Four figures and three, side by side where there is room. */
const pairStyles = {
  display: 'grid',
  gap: 4,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 4fr) minmax(0, 3fr)' },
} as const;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{ display: 'grid', alignContent: 'start', gap: 1.5, minWidth: 0 }}
    >
      <Typography variant="h5" component="h2">
        {title}
      </Typography>
      {children}
    </Box>
  );
}
