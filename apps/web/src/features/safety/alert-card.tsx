// Card of one open alert: kind and time, people with phone numbers, the trip, and the button to resolve it.
import type { SafetyAlert } from '@kerb/contract';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Link } from '../../ui/link.tsx';
import { useStatusText } from '../../ui/status-text.ts';
import { isUrgent } from './alarm-look.ts';

interface AlertCardProps {
  readonly alert: SafetyAlert;
  /** True while the map shows the alert. */
  readonly shown: boolean;
  readonly onShow: () => void;
  readonly onResolve: () => void;
}

export function AlertCard({ alert, shown, onShow, onResolve }: AlertCardProps) {
  const { t } = useTranslation();
  const statusText = useStatusText();
  const urgent = isUrgent(alert);
  const tone = urgent ? 'error.main' : 'text.primary';
  const car = [alert.vehicle_number, alert.vehicle_description].filter(Boolean).join(' · ');
  return (
    <Box
      component="article"
      aria-label={t(`alert_kind_${alert.kind}`)}
      sx={{
        display: 'grid',
        gap: 2,
        p: { xs: 2, md: 2.5 },
        borderRadius: '16px',
        border: '2px solid',
        borderColor: shown ? tone : 'divider',
        borderInlineStartWidth: 6,
        borderInlineStartColor: tone,
      }}
    >
      <Box>
        <Typography variant="h4" component="h2" sx={{ color: tone }}>
          {t(`alert_kind_${alert.kind}`)}
        </Typography>
        <Typography>
          <When alert={alert} />
        </Typography>
      </Box>
      {alert.message !== null && (
        <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {alert.message}
        </Typography>
      )}
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <Person role={t('alert_rider')} person={alert.customer} />
        {alert.driver && <Person role={t('alert_driver')} person={alert.driver} />}
      </Box>
      {alert.driverReplaced && <Typography variant="body2">{t('alert_driver_replaced')}</Typography>}
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        <bdi>{car}</bdi>
        {car !== '' && ' · '}
        {statusText(alert.status)}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" color={urgent ? 'error' : 'primary'} onClick={onResolve}>
          {t('alert_take_care')}
        </Button>
        <Button component={Link} to={paths.booking(alert.booking)} variant="outlined" color="inherit">
          {t('alert_trip', { reference: alert.reference })}
        </Button>
        {!shown && (alert.place ?? alert.position) && (
          <Button variant="outlined" color="inherit" onClick={onShow}>
            {t('alert_show')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

function When({ alert }: { alert: SafetyAlert }) {
  const { t } = useTranslation();
  const { dateTime, time, number } = useFormat();
  const who = alert.raisedBy === null ? '' : t(`alert_by_${alert.raisedBy}`, { time: dateTime(alert.at) });
  if (alert.times === 1) return <>{who || dateTime(alert.at)}</>;
  return (
    <>
      {who || dateTime(alert.at)}
      {'. '}
      {t('alert_times', { count: alert.times, times: number(alert.times), time: time(alert.lastAt) })}
    </>
  );
}

function Person({ role, person }: { role: string; person: NonNullable<SafetyAlert['driver']> }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gap: 0.5, alignContent: 'start', minWidth: 0 }}>
      <Typography variant="body2" color="text.secondary">
        {role}
      </Typography>
      <Typography sx={{ fontWeight: 640, overflowWrap: 'anywhere' }}>
        {person.name || t('alert_nameless')}
      </Typography>
      {person.contact && (
        <Button
          href={`tel:${person.contact}`}
          variant="outlined"
          color="inherit"
          startIcon={<PhoneOutlined />}
          aria-label={t('alert_call', { name: person.name, number: person.contact })}
          sx={{ justifySelf: 'start' }}
        >
          <bdi dir="ltr" className="tabular">
            {person.contact}
          </bdi>
        </Button>
      )}
    </Box>
  );
}
