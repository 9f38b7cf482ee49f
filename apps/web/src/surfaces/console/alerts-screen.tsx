// /alerts: unresolved alerts, with their places on the map, and resolved alerts.
import type { SafetyAlert } from '@kerb/contract';
import { distanceKm } from '@kerb/domain/geo';
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlertCard } from '../../features/safety/alert-card.tsx';
import { useOpenAlertPages } from '../../features/safety/open-alerts.tsx';
import { PastAlerts } from '../../features/safety/past-alerts.tsx';
import { ResolveDialog } from '../../features/safety/resolve-dialog.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { KerbMap } from '../../map/kerb-map.tsx';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import type { PagedEntries } from '../../ui/paged-entries.ts';
import { Placeholder } from '../../ui/placeholder.tsx';

export function AlertsScreen() {
  const { t } = useTranslation();
  const list = useOpenAlertPages();
  const { items: alerts, problem } = list;
  return (
    <ConsoleShell title={t('nav_alerts')}>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {alerts === null && problem !== null && <ErrorState problem={problem} onRetry={list.retry} />}
        {alerts === null && problem === null && (
          <Loading>
            <Placeholder height={220} />
          </Loading>
        )}
        {alerts !== null && problem !== null && (
          <Alert
            severity="warning"
            action={
              <Button color="inherit" onClick={list.retry}>
                {t('retry')}
              </Button>
            }
          >
            {t('alerts_stale')}
          </Alert>
        )}
        {alerts?.length === 0 && (
          <EmptyState icon={<VerifiedUserOutlined />} title={t('alerts_none')} text={t('alerts_none_text')} />
        )}
        {alerts !== null && alerts.length > 0 && <OpenAlerts alerts={alerts} list={list} />}
        <Box component="section" aria-label={t('alerts_past')} sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="h5" component="h2">
            {t('alerts_past')}
          </Typography>
          <PastAlerts />
        </Box>
      </Box>
    </ConsoleShell>
  );
}

interface OpenAlertsProps {
  readonly alerts: readonly SafetyAlert[];
  readonly list: PagedEntries<SafetyAlert>;
}

function OpenAlerts({ alerts, list: { more, loadMore, loadingMore } }: OpenAlertsProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  const [resolving, setResolving] = useState<SafetyAlert | null>(null);
  const shown = alerts.find(({ id }) => id === chosen) ?? alerts[0];
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        {alerts.map((alert) => (
          <AlertCard
            key={alert.id}
            alert={alert}
            shown={alert.id === shown?.id}
            onShow={() => setChosen(alert.id)}
            onResolve={() => setResolving(alert)}
          />
        ))}
        {more && (
          <Box sx={{ display: 'grid', justifyItems: 'center' }}>
            <LoadingButton variant="outlined" onClick={loadMore} loading={loadingMore}>
              {t('show_more')}
            </LoadingButton>
          </Box>
        )}
      </Box>
      {shown && <AlertMap alert={shown} />}
      <ResolveDialog alert={resolving} onClose={() => setResolving(null)} />
    </Box>
  );
}

/** Below this distance, in km, the pin of the alert would cover the car, so only the car is shown. */
const SAME_PLACE_KM = 0.04;

/** Map with a pin where the alert was raised, and the current position of the car. */
function AlertMap({ alert }: { alert: SafetyAlert }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { place, position } = alert;
  const at = place ?? position;
  const isSamePlace = place !== null && position !== null && distanceKm(place, position) < SAME_PLACE_KM;
  if (at === null) return <Typography color="text.secondary">{t('alert_no_place')}</Typography>;
  return (
    <Box sx={{ display: 'grid', gap: 1, position: { lg: 'sticky' }, top: 88, order: { xs: -1, lg: 0 } }}>
      <Box
        sx={{ position: 'relative', height: { xs: 260, lg: 420 }, borderRadius: '16px', overflow: 'hidden' }}
      >
        <KerbMap
          key={alert.id}
          center={at}
          zoom={14.5}
          drop={place && !isSamePlace ? { ...place, add: t('alert_place') } : null}
          cars={position ? [{ id: alert.id, lat: position.lat, lng: position.lng, heading: null }] : []}
          description={t('alert_map', { reference: alert.reference })}
        />
      </Box>
      <Typography variant="body2" color="text.secondary">
        {position ? t('alert_car_seen', { time: dateTime(position.at) }) : t('alert_car_unseen')}
      </Typography>
    </Box>
  );
}
