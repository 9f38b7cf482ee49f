// /dashboard: the dispatch board, with figures of earnings, waiting times and demand beside it.
import type { BookingView, Dashboard } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { actionsFor } from '../../features/booking-actions/action-rules.ts';
import { useBookingActions } from '../../features/booking-actions/use-booking-actions.tsx';
import { DispatchBoard } from '../../features/dispatch-board/dispatch-board.tsx';
import type { QueueAlert } from '../../features/dispatch-board/queue.ts';
import { useOpenReviews } from '../../features/fare-review/open-reviews.tsx';
import { PaymentDialog } from '../../features/payment/payment-dialog.tsx';
import { isUrgent } from '../../features/safety/alarm-look.ts';
import { useOpenAlerts } from '../../features/safety/open-alerts.tsx';
import { answers } from '../../lib/answers.ts';
import { paths } from '../../lib/paths.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { PillLinks, usePill } from '../../ui/pill-links.tsx';
import { DashboardFigures } from './dashboard-figures.tsx';

/** Polling interval, in ms: no live event announces the start of a day or month. */
const READ_AGAIN_MS = 60_000;

export function DashboardScreen() {
  const { t } = useTranslation();
  const shown = shownResponse(answers.getDashboard.useQuery(undefined, { pollingInterval: READ_AGAIN_MS }));
  const isAdmin = useAuth().user?.usertype === 'admin';
  const tab = usePill('tab', ['board', 'figures']);
  const tabs = (
    <PillLinks
      label={t('board_tabs')}
      param="tab"
      value={tab}
      pills={[
        { value: 'board', text: t('board_tab') },
        { value: 'figures', text: t('board_figures') },
      ]}
    />
  );
  const hasRoom = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'));
  return (
    <ConsoleShell title={t('nav_dashboard')} actions={hasRoom ? tabs : undefined} fills={tab === 'board'}>
      {!hasRoom && <Box sx={tab === 'board' ? { px: 2, py: 1 } : { pb: 3 }}>{tabs}</Box>}
      {tab === 'figures' ? (
        <DashboardFigures shown={shown} isAdmin={isAdmin} />
      ) : isAdmin ? (
        <AdminBoard dashboard={shown.answer} />
      ) : (
        <DispatchBoard places={null} alerts={noAlerts} mayAssign={false} renderActions={() => null} />
      )}
    </ConsoleShell>
  );
}

const noAlerts: readonly QueueAlert[] = [];

function useQueueAlerts(): readonly QueueAlert[] {
  const { t } = useTranslation();
  const { answer } = useOpenAlerts();
  const reviews = useOpenReviews();
  return useMemo(() => {
    const alerts = (answer?.items ?? []).map((alert) => ({
      key: alert.id,
      title: t(`alert_toast_${alert.kind}`, { reference: alert.reference }),
      at: alert.at,
      isUrgent: isUrgent(alert),
      to: paths.alerts,
    }));
    alerts.sort((one, other) => Number(other.isUrgent) - Number(one.isUrgent) || other.at - one.at);
    if (reviews === 0) return alerts;
    const waiting = { key: 'reviews', title: t('fare_reviews_waiting', { count: reviews }), at: null };
    return [...alerts, { ...waiting, isUrgent: false, to: paths.farereviews }];
  }, [answer, reviews, t]);
}

function AdminBoard({ dashboard }: { dashboard: Dashboard | null }) {
  const { t } = useTranslation();
  const alerts = useQueueAlerts();
  const actions = useBookingActions({
    usertype: 'admin',
    renderPayment: (payment) => <PaymentDialog {...payment} />,
  });
  const mayCancel = (booking: BookingView) =>
    actionsFor(booking, 'admin', { autoDispatch: true }).some(
      ({ action, disabledReason }) => action === 'cancel' && disabledReason === null,
    );
  return (
    <>
      <DispatchBoard
        places={dashboard?.demand?.places ?? null}
        alerts={alerts}
        mayAssign
        renderActions={(booking) =>
          mayCancel(booking) && (
            <Button variant="outlined" color="error" onClick={() => actions.start('cancel', booking)}>
              {t('booking_action_cancel')}
            </Button>
          )
        }
      />
      {actions.dialogs}
    </>
  );
}
