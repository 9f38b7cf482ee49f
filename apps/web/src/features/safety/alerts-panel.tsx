// The dashboard's open alerts, above everything else; hidden when there are none.
import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-settings.ts';
import { Link } from '../../ui/link.tsx';
import { alarmLook, isUrgent } from './alarm-look.ts';
import { useOpenAlerts } from './open-alerts.tsx';

export function AlertsPanel() {
  const { t } = useTranslation();
  const { number, dateTime } = useFormat();
  const { answer } = useOpenAlerts();
  // What is urgent comes first.
  const newest = answer?.items.find(isUrgent) ?? answer?.items[0];
  if (!answer || !newest) return null;
  const { open } = answer;
  return (
    <Alert
      severity={isUrgent(newest) ? 'error' : 'info'}
      variant={isUrgent(newest) ? 'filled' : 'outlined'}
      icon={<ReportProblemOutlined />}
      action={
        <Button component={Link} to={paths.alerts} color="inherit" variant="outlined" sx={{ flexShrink: 0 }}>
          {t('alert_look')}
        </Button>
      }
      sx={{ ...(isUrgent(newest) && alarmLook), alignItems: 'center', borderRadius: '16px' }}
    >
      <AlertTitle>{t('alerts_open', { count: open, number: number(open) })}</AlertTitle>
      {t(`alert_toast_${newest.kind}`, { reference: newest.reference })} {dateTime(newest.at)}
    </Alert>
  );
}
