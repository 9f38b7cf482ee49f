// Figures of the dashboard: earnings, current trips, waiting times, demand, and the accuracy of estimated times.
import type { Dashboard } from '@kerb/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ActiveBookings } from '../../features/earning-cards/active-bookings.tsx';
import { DemandFigures } from '../../features/earning-cards/demand-figures.tsx';
import { EarningCards } from '../../features/earning-cards/earning-cards.tsx';
import { WaitingTimes } from '../../features/earning-cards/waiting-times.tsx';
import { TravelTimesCard } from '../../features/travel-times/travel-times-card.tsx';
import type { ShownResponse } from '../../lib/shown-response.ts';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

const FiguresReport = lazy(async () => ({
  default: (await import('../../features/figures/figures-report.tsx')).FiguresReport,
}));

interface DashboardFiguresProps {
  readonly shown: ShownResponse<Dashboard>;
  readonly isAdmin: boolean;
}

export function DashboardFigures({ shown, isAdmin }: DashboardFiguresProps) {
  const { t } = useTranslation();
  const { answer: dashboard, problem, reload } = shown;
  if (dashboard === null && problem !== null) return <ErrorState problem={problem} onRetry={reload} />;
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
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
      <Part title={t('figures_service')}>
        <Suspense
          fallback={
            <Loading>
              <Placeholder height={480} />
            </Loading>
          }
        >
          <FiguresReport isAdmin={isAdmin} />
        </Suspense>
      </Part>
      {isAdmin && (
        <Part title={t('times_title')}>
          <TravelTimesCard />
        </Part>
      )}
    </Box>
  );
}

/** Two groups of four and three figures, side by side on wide screens. */
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
