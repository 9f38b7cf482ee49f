// List of resolved alerts, newest first: time, admin, and the action taken.
import type { SafetyAlert } from '@kerb/contract';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Link } from '../../ui/link.tsx';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { pagedEntries, pageLength } from '../../ui/paged-entries.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { readAgainMs } from './open-alerts.tsx';

export function PastAlerts() {
  const { t } = useTranslation();
  const all = pagedEntries(
    answers.listAlertsPages.useInfiniteQuery(
      { query: { limit: pageLength } },
      { pollingInterval: readAgainMs },
    ),
  );
  const list = { ...all, items: all.items?.filter(({ resolvedAt }) => resolvedAt !== null) ?? null };
  if (list.items === null)
    return list.problem === null ? (
      <Loading>
        <Placeholder height={72} />
      </Loading>
    ) : (
      <ErrorState problem={list.problem} onRetry={list.retry} />
    );
  if (list.items.length === 0 && !list.more)
    return <Typography color="text.secondary">{t('alerts_none_past')}</Typography>;
  return (
    <PagedList
      label={t('alerts_past')}
      list={list}
      keyOf={({ id }) => id}
      render={(alert) => <PastAlert alert={alert} />}
    />
  );
}

function PastAlert({ alert }: { alert: SafetyAlert }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <Box sx={{ display: 'grid', gap: 0.5, px: 2, py: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
        <Typography sx={{ fontWeight: 620 }}>{t(`alert_kind_${alert.kind}`)}</Typography>
        <MuiLink component={Link} to={paths.booking(alert.booking)} color="inherit">
          {alert.reference}
        </MuiLink>
        <Typography color="text.secondary">{dateTime(alert.at)}</Typography>
      </Box>
      <Driver alert={alert} />
      <Typography variant="body2" color="text.secondary">
        {alert.resolvedBy === null
          ? t('alert_resolved_by_end', { time: dateTime(alert.resolvedAt ?? alert.at) })
          : t('alert_resolved_by', {
              name: alert.resolvedBy || t('alert_nameless'),
              time: dateTime(alert.resolvedAt ?? alert.at),
            })}
      </Typography>
      {alert.message && (
        <Typography
          variant="body2"
          color="text.secondary"
          dir="auto"
          sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {alert.message}
        </Typography>
      )}
      {alert.note && (
        <Typography variant="body2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {alert.note}
        </Typography>
      )}
    </Box>
  );
}

/** The driver and the plate when the alert was raised; nothing without a driver. */
function Driver({ alert: { driver, vehicle_number: plate } }: { alert: SafetyAlert }) {
  const { t } = useTranslation();
  if (driver === null) return null;
  const name = driver.name || t('alert_nameless');
  return (
    <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
      {t('alert_driver')}: <bdi>{name}</bdi>
      {plate && (
        <>
          {' · '}
          <bdi>{plate}</bdi>
        </>
      )}
    </Typography>
  );
}
